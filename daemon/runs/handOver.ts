// Hands what the steps of a run have proposed to the spool, once every step has ended: a run that fails half way has proposed nothing.
// What a run of one message from a file proposes is counted and goes nowhere. Relies on the applier for all judging.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readCapped } from '../../files/readCapped.ts'
import { SPOOLED_BYTES } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { SPOOL_NAME, SpoolLine } from '../../protocol/spoolLine.ts'
import { counted } from '../../protocol/text/counted.ts'
import type { RunSpool, RunSpoolCounts } from '../applier/runSpool.ts'
import { attempt } from '../attempt.ts'
import type { Named } from '../views/buildView.ts'
import type { CheckedRun, CheckedStep } from './checkedRun.ts'
import { spoolOf } from './runFolder.ts'
import type { OpenRun, RunParts } from './runParts.ts'
import { outputsOf } from './stepOrders.ts'
import type { Io } from '../io.ts'

interface Handing extends OpenRun {
  readonly messages: readonly Named[]
}

/** Refused as the spool refuses; what was filed by then is filed once, however often this is tried again. */
export async function handOver(parts: RunParts, run: Handing, io: Io): Promise<Result<void>> {
  const { checked, log, head } = run
  const { apply } = checked.run
  const steps = checked.steps.filter(({ grants }) => grants.spool)
  if (head.message !== null) return tellOnly(run, steps)
  if (!apply) return done(undefined)
  const total = { applied: 0, pending: 0, refused: 0, stuck: 0, rejected: 0 }
  for (const step of steps) {
    const taken = await parts.ingest(spoolFor(run, step, apply), io)
    if (!taken.ok) return taken
    for (const key of KEYS) total[key] += taken.value[key]
    log.note(taken.value.reasons.map(reasonOf))
  }
  return log.change({ proposals: total })
}
const KEYS = ['applied', 'pending', 'refused', 'stuck', 'rejected'] as const
const reasonOf = ({ sentence, count }: RunSpoolCounts['reasons'][number]): string =>
  `${counted(count, 'proposal')}: ${sentence}`

function spoolFor(run: Handing, step: CheckedStep, rules: RunSpool['rules']): RunSpool {
  const { name, backend } = run.checked.run.run
  return {
    id: run.head.id,
    name,
    account: backend,
    rules,
    step: step.name,
    proposes: step.proposes,
    scope: new Map(run.messages.map(({ handle, found }) => [handle, found.mail])),
    pulledIn: new Set(run.messages.filter(({ found }) => !found.root).map(({ handle }) => handle)),
    folder: spoolOf(run.folder, step.name),
    drafts: draftsOf(run.checked, step, run.folder),
  }
}

/** Where the step itself puts what it has linted; null for every stage that makes no such thing. */
function draftsOf(checked: CheckedRun, { name, outputs }: CheckedStep, folder: string): string | null {
  const port = Object.entries(outputs).find(([, { format }]) => format === 'linted-draft')?.[0]
  return port === undefined ? null : (outputsOf(checked, name, folder)[port]?.path ?? null)
}

/** By verb alone: what stands behind it may be a stranger's words. */
function tellOnly({ folder, log }: Handing, steps: readonly CheckedStep[]): Result<void> {
  const found = attempt('disk', 'the spool of this run', () =>
    steps.flatMap(({ name }) => verbsIn(spoolOf(folder, name))),
  )
  if (!found.ok) return found
  const verbs = [...new Set(found.value)].map(
    verb => `${found.value.filter(one => one === verb).length} ${verb}`,
  )
  log.note(
    verbs.length === 0
      ? []
      : [`it would propose: ${verbs.join(', ')}; nothing is filed for a message from a file`],
  )
  return done(undefined)
}

function verbsIn(folder: string): string[] {
  const names = existsSync(folder) ? readdirSync(folder) : []
  return names.map(name => {
    const read = SPOOL_NAME.test(name) ? readCapped(join(folder, name), SPOOLED_BYTES) : undefined
    const parsed = read?.ok ? parseJson(read.text) : undefined
    const line = parsed?.ok ? SpoolLine.safeParse(parsed.value).data : undefined
    return line?.op ?? 'file that is no proposal'
  })
}
