// Hands what the steps of a run have proposed to the spool, once every step has ended: a run that fails half way has proposed nothing.
// What a run of one message from a file proposes is counted and goes nowhere. Relies on the applier for all judging.
import type { Handle } from '../../protocol/brand.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { counted } from '../../protocol/text/counted.ts'
import { readSpoolLine, spoolFilesIn } from '../applier/readSpoolFolder.ts'
import type { RunSpool, RunSpoolCounts } from '../applier/runSpool.ts'
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
function tellOnly({ folder, log, messages }: Handing, steps: readonly CheckedStep[]): Result<void> {
  const scope = new Map(messages.map(({ handle }) => [handle, null]))
  const verbs = new Map<string, number>()
  for (const { name } of steps) {
    const found = verbsIn(spoolOf(folder, name), scope)
    if (!found.ok) return found
    for (const verb of found.value) verbs.set(verb, (verbs.get(verb) ?? 0) + 1)
  }
  const told = [...verbs].map(([verb, count]) => `${count} ${verb}`).join(', ')
  log.note(told === '' ? [] : [`it would propose: ${told}; nothing is filed for a message from a file`])
  return done(undefined)
}

const NONE = 'file that is no proposal'
function verbsIn(folder: string, scope: ReadonlyMap<Handle, unknown>): Result<readonly string[]> {
  const found = spoolFilesIn(folder, scope)
  if (!found.ok) return found
  const lines = found.value.files.map(file => readSpoolLine(folder, file))
  return done([
    ...lines.map(read => (read.ok ? read.line.op : NONE)),
    ...found.value.rejected.map(() => NONE),
  ])
}
