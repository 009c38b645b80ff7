// Takes over what a step of a run has written into its spool, once it has ended: each file is read with care, checked against what
// the step and the run may ask for, and filed as a proposal in the run's name. Relies on the spool for policy and for the rest.
import { setImmediate as others } from 'node:timers/promises'
import { join } from 'node:path'
import { readCapped } from '../../files/readCapped.ts'
import type { Account } from '../../protocol/configTables.ts'
import { LintedDraft } from '../../protocol/draft.ts'
import { DRAFT_RECORD_BYTES } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { interrupted } from '../gate/carryOut.ts'
import type { Store, StoredMail } from '../store/store.ts'
import { tally } from '../tally.ts'
import type { RunChange, World } from '../world.ts'
import { rateOf } from './applyRules.ts'
import { changeOf, type Known } from './changeOf.ts'
import { readSpoolLine, type SpoolFile, spoolFilesIn } from './readSpoolFolder.ts'
import { runNonce } from './runNonce.ts'
import type { RunSpool, RunSpoolCounts } from './runSpool.ts'
import type { Io } from '../io.ts'

export type IngestParts = Pick<World, 'spool' | 'configuration'> & { readonly store: Pick<Store, 'parsedOf'> }
/** Files that are read in one go, before anybody else has a turn. */
const AT_ONCE = 64

/** What came of every file in the folder. The same step taken over again gives the same proposals, in whatever state they are. */
export async function ingestRunSpool(
  parts: IngestParts,
  asked: RunSpool,
  io: Io,
): Promise<Result<RunSpoolCounts>> {
  const account = new Map(Object.entries(parts.configuration().config.accounts)).get(asked.account)
  if (!account) return noAccount
  const found = spoolFilesIn(asked.folder, asked.scope)
  if (!found.ok) return found
  const rejected = [...found.value.rejected]
  const changes: RunChange[] = []
  const collections = collectionsOf(asked, account)
  for (const [at, file] of found.value.files.entries()) {
    if (at % AT_ONCE === 0) await others()
    if (io.signal.aborted) return interrupted
    const one = changeIn(parts, asked, { file, account, collections })
    if (typeof one === 'string') rejected.push(one)
    else changes.push(one)
  }
  const run = { name: asked.name, rate: rateOf(asked.rules) }
  const came = await parts.spool.propose(run, changes, io)
  if (!came.ok) return came
  const { reasons, ...counts } = came.value
  return done({ ...counts, rejected: rejected.length, reasons: [...reasons, ...tally(rejected)] })
}

interface Taken {
  readonly file: SpoolFile
  readonly account: Account
  readonly collections: ReadonlySet<string>
}

/** The change that a file asks for, or why it is rejected. */
function changeIn(
  { store }: IngestParts,
  asked: RunSpool,
  { file, account, collections }: Taken,
): RunChange | string {
  const read = readSpoolLine(asked.folder, file)
  if (!read.ok) return read.why
  const mail = asked.scope.get(file.handle)
  if (!mail) throw new Error('Cannot take over a file: its message is not in scope, wanted one that is')
  const known: Known = {
    mail,
    isFound: !asked.pulledIn.has(file.handle),
    message: parsed(store, mail),
    account,
    draft: asked.drafts === null ? null : draftIn(asked.drafts, file),
    collections,
  }
  const checked = changeOf(asked, read.line, known)
  return checked.ok ? { nonce: runNonce(asked, read.line), change: checked.change } : checked.why
}

function parsed(store: IngestParts['store'], mail: StoredMail): Known['message'] {
  const message = store.parsedOf(mail)
  return message.ok ? message.value : null
}

function draftIn(folder: string, { handle }: SpoolFile): LintedDraft | null {
  const read = readCapped(join(folder, `${handle}.json`), DRAFT_RECORD_BYTES)
  const value = read.ok ? parseJson(read.text) : undefined
  const draft = value?.ok ? LintedDraft.safeParse(value.value) : undefined
  return draft?.success ? draft.data : null
}

/** As far as the run's own messages and twin.toml name them. */
const collectionsOf = ({ scope }: RunSpool, account: Account): ReadonlySet<string> =>
  new Set([
    account.inbox,
    account.drafts,
    account.trash,
    ...account.sent,
    ...account.junk,
    ...[...scope.values()].flatMap(({ places }) => places.map(({ collection }) => collection)),
  ])

const noAccount = refused('config', {
  is: 'the account of the run has no table in twin.toml',
  wanted: 'an account that is there',
  fix: 'add [accounts.NAME] to twin.toml, or name another in the run',
})
