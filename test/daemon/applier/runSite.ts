// A run of a test that has proposed something: three messages in its scope, a folder that its stage wrote into, and the spool and the
// account behind it. Relies on mailSite.ts; the messages are what a store would say of them.
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ingestRunSpool } from '../../../daemon/applier/ingestRunSpool.ts'
import type { RunSpool, RunSpoolCounts } from '../../../daemon/applier/runSpool.ts'
import type { StoredMail } from '../../../daemon/store/store.ts'
import { type Verb, VERBS } from '../../../protocol/adapter.ts'
import type { Handle } from '../../../protocol/brand.ts'
import { parseHandle } from '../../../protocol/handle.ts'
import { NOT_CHECKED, type ParsedMessage } from '../../../protocol/message.ts'
import { done, type Result } from '../../../protocol/refusal.ts'
import { idOf } from '../spool/fakeAccount.ts'
import { type MailSite, mailSite } from '../spool/mailSite.ts'
import { valueOf } from '../spool/site.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

export const handleOf = (letter: string): Handle => {
  const handle = parseHandle(`h_${letter.repeat(26)}`)
  if (!handle) throw new Error(`Cannot make a handle of ${letter}: wanted a letter of base32`)
  return handle
}
export const [A, B, C] = [handleOf('a'), handleOf('b'), handleOf('c')] as const
/** A handle that the run never minted. */
export const FOREIGN = handleOf('z')
export const DEFAULT: readonly Verb[] = VERBS.filter(verb => verb !== 'draft' && verb !== 'send')

export const PARSED: ParsedMessage = {
  v: 1,
  from: [{ name: 'Ann', address: 'ann@example.org' }],
  fromHeaders: 1,
  sender: null,
  replyTo: [],
  to: [],
  cc: [],
  bcc: [],
  subject: 'your receipt',
  date: 1_764_480_000,
  messageId: null,
  inReplyTo: [],
  references: [],
  listId: null,
  body: { from: 'text', chars: 3, hidden: 0, remote: 0, cut: false },
  attachments: [],
  problems: [],
}

export const mailOf = (key: string, changes: Partial<StoredMail> = {}): StoredMail => ({
  account: 'home',
  sha256: 'a'.repeat(60) + key.padStart(4, '0'),
  raw: '/nowhere',
  bytes: 10,
  parsed: '/nowhere',
  problem: null,
  received: null,
  places: [{ message: idOf('INBOX', key), collection: 'INBOX', flags: [], keywords: [] }],
  dkim: NOT_CHECKED,
  known: false,
  writtenTo: 0,
  ...changes,
})

export const RULES: RunSpool['rules'] = {
  auto: ['collection.add -> Receipts', 'collection.remove -> INBOX', 'flag.add -> seen'],
  deny: ['expunge', 'trash', 'send'],
  rate: '200/h',
}

/** The reasons of a report with one sentence. */
export const only = (sentence: string, count = 1) => [{ sentence, count }]

export interface RunSite extends MailSite {
  readonly step: string
  /** Writes one file of the stage's: a line, or any text. */
  readonly write: (name: string, line: object | string) => void
  readonly line: (changes?: object) => object
  readonly takeOver: (changes?: Partial<RunSpool>) => Promise<RunSpoolCounts>
  readonly tryTakeOver: (changes?: Partial<RunSpool>) => Promise<Result<RunSpoolCounts>>
  /** Nothing was filed in any state. */
  readonly isEmpty: () => boolean
}

export function runSite(grants: Readonly<Record<string, string>>): RunSite {
  const site = mailSite(grants)
  const step = join(temporaryFolder(), 'spool')
  mkdirSync(step)
  const scope = new Map([
    [A, mailOf('1')],
    [B, mailOf('2')],
    [C, mailOf('3')],
  ])
  const tryTakeOver: RunSite['tryTakeOver'] = changes =>
    ingestRunSpool(
      { spool: site.spool, configuration: site.parts.configuration, store: { parsedOf: () => done(PARSED) } },
      {
        id: 'receipts.1764480000-0123456789abcdef',
        name: 'receipts',
        account: 'home',
        rules: RULES,
        step: 'reason',
        proposes: DEFAULT,
        scope,
        pulledIn: new Set(),
        folder: step,
        drafts: null,
        ...changes,
      },
      { signal: new AbortController().signal, progress: () => undefined },
    )
  return {
    ...site,
    step,
    write: (name, line) =>
      writeFileSync(join(step, name), typeof line === 'string' ? line : `${JSON.stringify(line)}\n`),
    line: changes => ({ op: 'collection.add', handle: A, to: 'Receipts', nonce: 'nonce-01', ...changes }),
    takeOver: async changes => valueOf(await tryTakeOver(changes)),
    tryTakeOver,
    isEmpty: () =>
      ['new', 'pending', 'approved', 'applying', 'applied', 'refused', 'stuck'].every(
        state => readdirSync(join(site.spoolFolder, state)).length === 0,
      ),
  }
}
