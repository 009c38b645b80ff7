// A stage `parse` for tests, in this process: headers and a body of plain text, enough for the index. It writes what the real one would
// leave, and can be told to fail or to write something else.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { done } from '../../../protocol/refusal.ts'
import type { Mailbox, ParsedMessage } from '../../../protocol/message.ts'
import type { LoadedStage, PerformStep } from '../../../daemon/stages/stages.ts'

export const parseStage = (version = 1): LoadedStage => ({
  manifest: {
    stage: 'parse',
    version,
    summary: 'parse one message',
    per: 'message',
    exec: 'parse.cjs',
    inputs: { raw: { keyed: true, format: 'raw' } },
    outputs: { message: { keyed: true, format: 'message' } },
    capabilities: [],
  },
  script: '/nowhere/parse.cjs',
})

export interface FakeParse {
  readonly performStep: PerformStep
  /** How many messages it was given. */
  parsed: number
  batches: number
  /** Why a message fails, by its raw text. */
  fails: (raw: string) => string | undefined
  /** What is done to the folder of a message once it is written. */
  spoil: (folder: string, raw: string) => void
}

export function fakeParse(): FakeParse {
  const it: FakeParse = {
    performStep: async (order, io) => {
      it.batches++
      const failed: { handle: (typeof order.handles)[number]; why: string }[] = []
      for (const handle of order.handles) {
        const input = order.inputs['raw']?.of(handle)
        const path = order.outputs['message']?.path
        if (input === undefined || path === undefined) throw new Error('no such port')
        const raw = readFileSync(join(input, 'raw.eml'), 'utf8')
        it.parsed++
        const why = it.fails(raw)
        if (why !== undefined) failed.push({ handle, why })
        else {
          writeParsed(join(path, handle), raw)
          it.spoil(join(path, handle), raw)
        }
        io.progress(it.parsed, order.handles.length)
      }
      return done({ done: order.handles.length - failed.length, skipped: 0, absent: 0, failed, remarks: [] })
    },
    parsed: 0,
    batches: 0,
    fails: () => undefined,
    spoil: () => undefined,
  }
  return it
}

function writeParsed(folder: string, raw: string): void {
  const { parsed, body, headers } = parseText(raw)
  mkdirSync(folder)
  writeFileSync(join(folder, 'envelope.json'), JSON.stringify(parsed))
  writeFileSync(join(folder, 'body.txt'), body)
  writeFileSync(join(folder, 'headers.txt'), headers)
  for (const { file } of parsed.attachments) {
    if (file === null) continue
    if (!existsSync(join(folder, 'attachments'))) mkdirSync(join(folder, 'attachments'))
    writeFileSync(join(folder, 'attachments', file), 'attached')
  }
}

/** `X-File: name` is an attachment. */
export function parseText(raw: string): { parsed: ParsedMessage; body: string; headers: string } {
  const end = raw.indexOf('\n\n')
  const headers = end < 0 ? raw : raw.slice(0, end)
  const body = end < 0 ? '' : raw.slice(end + 2)
  const all = (name: string): string[] =>
    headers
      .split('\n')
      .filter(line => line.toLowerCase().startsWith(`${name}:`))
      .map(line => line.slice(name.length + 1).trim())
  const first = (name: string): string => all(name)[0] ?? ''
  const boxes = (name: string): Mailbox[] =>
    all(name)
      .flatMap(value => value.split(','))
      .filter(value => value.trim() !== '')
      .map(value => {
        const [, label = '', address = ''] = /^\s*(.*?)\s*<([^>]*)>\s*$/.exec(value) ?? ['', '', value.trim()]
        return { name: label, address }
      })
  const ids = (name: string): string[] => first(name).split(/\s+/).filter(Boolean)
  const date = Date.parse(first('date'))
  const parsed: ParsedMessage = {
    v: 1,
    from: boxes('from'),
    fromHeaders: all('from').length,
    sender: null,
    replyTo: [],
    to: boxes('to'),
    cc: boxes('cc'),
    bcc: boxes('bcc'),
    subject: first('subject'),
    date: Number.isNaN(date) ? null : date / 1_000,
    messageId: ids('message-id')[0] ?? null,
    inReplyTo: ids('in-reply-to'),
    references: ids('references'),
    listId: first('list-id') || null,
    body: { from: 'text', chars: body.length, hidden: 0, remote: 0, cut: false },
    attachments: all('x-file').map(file => ({
      file,
      name: file,
      type: 'text/plain',
      bytes: 8,
      inline: false,
      problem: null,
    })),
    problems: [],
  }
  return { parsed, body, headers }
}
