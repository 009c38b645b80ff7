// A few raw messages through the confined stage `parse`, each under a fresh handle and in a process of its own, into the parsed cache.
// Relies on daemon/stages for the confinement; nothing of what a stage wrote is believed before checkParsed.ts has looked.
import { randomBytes } from 'node:crypto'
import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { makeFolder } from '../../files/makeFolder.ts'
import type { Handle } from '../../protocol/brand.ts'
import { handleFrom } from '../../protocol/handle.ts'
import type { ParsedMessage } from '../../protocol/message.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { attemptSteps } from '../attempt.ts'
import { removeIfThere, removeTree } from '../removeTree.ts'
import type { LoadedStage, StepIo, StepOrder, StepReport } from '../stages/stages.ts'
import { checkParsed } from './checkParsed.ts'
import { copyRaw } from './copyRaw.ts'
import type { StoreSite } from './storeSite.ts'

export interface RawMail {
  readonly sha256: string
  readonly raw: string
}
/** What came of one message: parsed, with its text; or why not, one clause of twin's own. */
export type Outcome =
  | { readonly sha256: string; readonly parsed: ParsedMessage; readonly body: string; readonly problem: null }
  | { readonly sha256: string; readonly parsed: null; readonly problem: string }

interface Batch {
  readonly stage: LoadedStage
  readonly mails: readonly RawMail[]
}

/**
 * Parses them, in their order; nothing comes of one whose raw bytes are other ones by now than its SHA-256 says. Refused where the
 * stage cannot be started or confined at all, or the disk is full.
 */
export function parseBatch(site: StoreSite, batch: Batch, io: StepIo): Promise<Result<readonly Outcome[]>> {
  return attemptSteps('disk', 'the store', async () => {
    const work = join(site.folders.work, randomBytes(8).toString('hex'))
    makeFolder(work)
    const named = await bring(work, batch.mails)
    const order = orderOf(work, batch.stage, named)
    const report = await site.performStep(order, io)
    const outcomes = report.ok
      ? done(named.map(mail => outcomeOf(site, { mail, report: report.value, out: join(work, 'out') })))
      : report
    removeTree(work)
    return outcomes
  })
}

interface Named extends RawMail {
  readonly handle: Handle
}

/** A copy of each below `work`, under a fresh handle. */
async function bring(work: string, mails: readonly RawMail[]): Promise<readonly Named[]> {
  mkdirSync(join(work, 'raw'), 0o700)
  const brought: Named[] = []
  for (const mail of mails) {
    const handle = handleFrom(randomBytes(16))
    const folder = join(work, 'raw', handle)
    mkdirSync(folder, 0o700)
    if (await copyRaw(mail.raw, join(folder, 'raw.eml'), mail.sha256)) brought.push({ ...mail, handle })
  }
  return brought
}

function orderOf(work: string, stage: LoadedStage, mails: readonly Named[]): StepOrder {
  const [raw, out, rest] = ['raw', 'out', 'work'].map(name => join(work, name))
  if (raw === undefined || out === undefined || rest === undefined) throw new Error('Cannot name a folder')
  for (const folder of [out, rest]) mkdirSync(folder, 0o700)
  return {
    name: 'parse',
    stage,
    handles: mails.map(({ handle }) => handle),
    inputs: { raw: { is: 'folder', path: raw, of: handle => join(raw, handle) } },
    outputs: { message: { is: 'folder', path: out, schema: null } },
    grants: { bulkRead: false, spool: false, actor: null, model: null, hosts: [] },
    config: null,
    work: rest,
    spool: null,
  }
}

interface Left {
  readonly mail: Named
  readonly report: StepReport
  readonly out: string
}

function outcomeOf({ folders }: StoreSite, { mail, report, out }: Left): Outcome {
  const { sha256, handle } = mail
  const failed = report.failed.find(one => one.handle === handle)
  if (failed) return { sha256, parsed: null, problem: failed.why }
  const checked = checkParsed(join(out, handle))
  if (!checked.ok) return { sha256, parsed: null, problem: checked.why }
  const target = folders.parsedOf(sha256)
  makeFolder(dirname(target))
  removeIfThere(target)
  renameSync(join(out, handle), target)
  return { sha256, parsed: checked.parsed, body: checked.body, problem: null }
}
