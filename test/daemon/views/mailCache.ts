// Mail as a store has it: parsed messages and raw ones in a folder of a test, and the store's word on each. Relies on nothing being
// parsed: every text is written by the test.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { FoundMail, StoredMail } from '../../../daemon/store/store.ts'
import { buildView, type Named, type View } from '../../../daemon/views/buildView.ts'
import type { ParsedOf } from '../../../daemon/views/mailFolder.ts'
import type { Handle } from '../../../protocol/brand.ts'
import { handleFrom } from '../../../protocol/handle.ts'
import { NOT_CHECKED, ParsedMessage } from '../../../protocol/message.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import type { Projection } from '../../../protocol/runFile.ts'

export interface MailText {
  readonly subject: string
  readonly body: string
  readonly attachments?: Readonly<Record<string, string>>
}

export const parsedMail = ({ subject, body, attachments = {} }: MailText): ParsedMessage => ({
  v: 1,
  from: [{ name: 'Ann', address: 'ann@example.org' }],
  fromHeaders: 1,
  sender: null,
  replyTo: [],
  to: [{ name: '', address: 'me@example.net' }],
  cc: [],
  bcc: [],
  subject,
  date: 1_796_000_000,
  messageId: null,
  inReplyTo: [],
  references: [],
  listId: null,
  body: { from: 'text', chars: body.length, hidden: 0, remote: 0, cut: false },
  attachments: Object.entries(attachments).map(([file, text]) => ({
    file,
    name: file,
    type: 'application/pdf',
    bytes: text.length,
    inline: false,
    problem: null,
  })),
  problems: [],
})

/** The message number `at` in `folder`. */
export function storeMail(folder: string, at: number, mail: MailText): FoundMail {
  const parsed = join(folder, 'parsed', String(at))
  const raw = join(folder, 'raw', String(at))
  mkdirSync(parsed, { recursive: true, mode: 0o700 })
  mkdirSync(join(folder, 'raw'), { recursive: true, mode: 0o700 })
  const text = `From: Ann <ann@example.org>\nTo: me@example.net\nSubject: ${mail.subject}\nDate: Mon, 30 Nov 2026 10:00:00 +0000\n\n${mail.body}\n`
  const put = (path: string, content: string) => writeFileSync(path, content, { mode: 0o400 })
  put(raw, text)
  put(join(parsed, 'envelope.json'), `${JSON.stringify(parsedMail(mail))}\n`)
  put(join(parsed, 'body.txt'), `${mail.body}\n`)
  put(join(parsed, 'headers.txt'), `Subject: ${mail.subject}\n`)
  if (mail.attachments) mkdirSync(join(parsed, 'attachments'))
  for (const [name, content] of Object.entries(mail.attachments ?? {}))
    put(join(parsed, 'attachments', name), content)
  const stored: StoredMail = {
    account: 'home',
    sha256: createHash('sha256').update(text).digest('hex'),
    raw,
    bytes: text.length,
    parsed,
    problem: null,
    received: 1_796_000_000 - at,
    places: [
      { message: `m${at}`, collection: 'INBOX', flags: ['seen'], keywords: ['triaged'] },
      { message: `n${at}`, collection: 'Archive', flags: ['seen', 'flagged'], keywords: [] },
    ],
    dkim: NOT_CHECKED,
    known: false,
    writtenTo: 0,
  }
  return { mail: stored, thread: at, bySubject: false, root: true }
}

/** The handle of the message number `at`: the same in every test. */
export const handleAt = (at: number): Handle =>
  handleFrom(createHash('sha256').update(String(at)).digest().subarray(0, 16))

export const named = (found: readonly FoundMail[]): Named[] =>
  found.map((one, at) => ({ handle: handleAt(at), found: one }))

/** As a store reads it. */
export const parsedOf: ParsedOf = mail => {
  if (mail.parsed === null) return none
  try {
    return done(ParsedMessage.parse(JSON.parse(readFileSync(join(mail.parsed, 'envelope.json'), 'utf8'))))
  } catch {
    return none
  }
}
const none = refused('store-broken', { is: 'it is not there', wanted: 'a message', fix: 'none' })

/** A view, made. Throws Error where it was refused. */
export async function viewOf(
  path: string,
  messages: readonly Named[],
  projections: readonly Projection[],
): Promise<View> {
  const made: Result<View> = await buildView(
    { path, messages, projections, parsedOf },
    new AbortController().signal,
  )
  if (!made.ok) throw new Error(`Cannot test: ${made.refusal.is}`)
  return made.value
}
