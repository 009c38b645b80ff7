// One run from its messages to its end: views, steps, output files, proposals. Each step says in the report that it has ended before the
// next begins, and does again only what has no output yet, so that a run can be gone on with wherever it stopped. Relies on the
// caller to run one of a name at a time.
import { mkdirSync } from 'node:fs'
import { SENTENCE_CHARS } from '../../protocol/limits.ts'
import { done, type Refusal, refused, type Result } from '../../protocol/refusal.ts'
import type { RunReport } from '../../protocol/runReport.ts'
import { cut } from '../../protocol/text/cut.ts'
import { attempt, attemptSteps } from '../attempt.ts'
import type { Named } from '../views/buildView.ts'
import { gatherMessages } from './gatherMessages.ts'
import { makeViews, removeViews, type Views } from './makeViews.ts'
import { givenMessage, removeGiven } from './givenMessage.ts'
import { handOver } from './handOver.ts'
import { shownOf } from './runLog.ts'
import type { OpenRun, RunParts } from './runParts.ts'
import { orderOf, outputsOf } from './stepOrders.ts'
import { writeOutput } from './writeOutput.ts'
import type { Io } from '../io.ts'

/** The report of a run that went well. Refused with what ended it; its report says so too, and its views are gone either way. */
export async function performRun(parts: RunParts, run: OpenRun, io: Io): Promise<Result<RunReport>> {
  const performed = await attemptSteps('disk', 'the folder of this run', () => perform(parts, run, io))
  const ended = Math.floor(parts.now() / 1_000)
  const removed = removeViews(run.folder, parts.removing)
  if (!removed.ok) parts.log(`run ${run.head.id}: ${removed.refusal.is}`)
  if (!performed.ok) return failed(parts, { ...run, ended, stopped: io.signal.aborted }, performed.refusal)
  const written = run.log.change({ state: 'done', ended, why: null })
  removeGiven(run.folder, parts.removing)
  return written.ok ? done(run.log.report()) : written
}

/** On a full disk there is room for the report once the views are gone. */
async function failed(
  parts: RunParts,
  { log, head, ended, stopped }: OpenRun & { readonly ended: number; readonly stopped: boolean },
  refusal: Refusal,
): Promise<Result<never>> {
  const state = stopped || refusal.code === 'interrupted' ? 'interrupted' : 'failed'
  const end = { state, ended, why: cut(refusal.is, SENTENCE_CHARS) } as const
  if (!log.change(end).ok) {
    await parts.removing.idle()
    log.change(end)
  }
  const goOn = `"twin runs resume ${head.id}" goes on with it`
  return refused(refusal.code, { ...refusal, fix: stopped ? goOn : `${refusal.fix}; ${goOn}` })
}

async function perform(parts: RunParts, run: OpenRun, io: Io): Promise<Result<void>> {
  const gathered = await gather(parts, run, io)
  if (!gathered.ok) return gathered
  const messages = gathered.value
  const made = await makeViews(run.checked, {
    folder: run.folder,
    messages,
    parsedOf: parts.store.parsedOf,
    removing: parts.removing,
    signal: io.signal,
  })
  if (!made.ok) return made
  run.log.note(made.value.notes)
  const stepped = await performSteps(parts, { ...run, messages, views: made.value.views }, io)
  if (!stepped.ok) return stepped
  const written = writeOutputFile(run, messages)
  return written.ok ? handOver(parts, { ...run, messages }, io) : written
}

function gather(parts: RunParts, run: OpenRun, io: Io): Promise<Result<readonly Named[]>> {
  const { store, now, zone } = parts
  const { head, folder, checked, log } = run
  const onView = (view: RunReport['view']) => log.change({ view })
  if (head.message !== null) return givenMessage(parts, { file: head.message, folder, checked, onView }, io)
  return gatherMessages(checked, { store, folder, onView, onNotes: log.note, now: now(), timeZone: zone() })
}

interface Performing extends OpenRun, Pick<Views, 'views'> {
  readonly messages: readonly Named[]
}

async function performSteps(parts: RunParts, run: Performing, io: Io): Promise<Result<void>> {
  const { checked, folder, log, messages, views } = run
  const handles = messages.map(({ handle }) => handle)
  const total = messages.length * checked.steps.length
  for (const index of checked.steps.keys()) {
    if (log.report().steps[index]?.state === 'done') continue
    if (io.signal.aborted) return interrupted
    const order = orderOf(checked, index, { folder, handles, views })
    const ready = makeReady(order)
    const begun = ready.ok ? log.step(index, { state: 'running' }) : ready
    if (!begun.ok) return begun
    const progress = (worked: number) => io.progress(index * messages.length + worked, total)
    const ended = await parts.perform(order, { signal: io.signal, progress, now: parts.now })
    if (!ended.ok) {
      log.step(index, { state: io.signal.aborted ? 'waiting' : 'failed' })
      return ended
    }
    const told = log.step(index, shownOf(ended.value))
    if (!told.ok) return told
    const [first] = ended.value.failed
    if (first && ended.value.failed.length > 1 && ended.value.done + ended.value.skipped === 0) {
      log.step(index, { state: 'failed' })
      return allFailed(order.name, ended.value.failed.length, first.why)
    }
  }
  return done(undefined)
}

/** Several of them: what is wrong is then most likely the step and not the mail. One alone may be refused as it should be. */
const allFailed = (step: string, count: number, why: string) =>
  refused('crashed', {
    is: `the step ${step} failed on each of its ${count} messages: ${why}`,
    wanted: 'a step that can do at least one of them',
    fix: 'correct what the sentence names, most likely "with" of that step',
  })

/** The folders of a step; what an earlier attempt left in them is what it need not do again. */
const makeReady = ({ work, spool, outputs }: ReturnType<typeof orderOf>): Result<void> =>
  attempt('disk', 'the folders of a step', () => {
    const kept = Object.values(outputs).map(({ is, path }) => (is === 'file' ? `${path}/..` : path))
    for (const path of [work, ...(spool === null ? [] : [spool]), ...kept])
      mkdirSync(path, { recursive: true, mode: 0o700 })
  })

function writeOutputFile(
  { checked, folder, output, log }: OpenRun,
  messages: readonly Named[],
): Result<void> {
  const step = checked.steps.find(one => one.output !== null)
  const port = step?.output && outputsOf(checked, step.name, folder)[step.output.port]
  if (!output || !port) return done(undefined)
  const handles = messages.map(({ handle }) => handle)
  const written = writeOutput(output, port, handles)
  return written.ok ? log.change({ output: output.path }) : written
}

const interrupted = refused('interrupted', {
  is: 'the run was interrupted',
  wanted: 'time to finish it',
  fix: 'run the same command again',
})
