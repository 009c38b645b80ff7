// Goes on with a run that stopped: the same file, the same handles, and only what has no output yet. Relies on the run having kept what
// it was asked for and what its view held.
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { RunReport } from '../../protocol/runReport.ts'
import { performRun } from './performRun.ts'
import { prepareRun } from './prepareRun.ts'
import { findRun, nameOfRun, readHead, readReport } from './runFolder.ts'
import { runLog } from './runLog.ts'
import type { OpenRun, RunParts } from './runParts.ts'
import { alone, type Running, tell } from './startRun.ts'
import type { Io } from '../io.ts'

/** Refused where it has ended, where it is under way, and where its file is another one now. */
export async function resumeRun(running: Running, id: string, io: Io): Promise<Result<RunReport>> {
  const { parts, active } = running
  const folder = findRun(parts.paths.runs, id)
  if (!folder.ok) return folder
  return alone(active, { name: nameOfRun(id), id }, async () => {
    tell(parts, running.tidy())
    const run = reopen(parts, id, folder.value)
    return run.ok ? performRun(parts, run.value, io) : run
  })
}

function reopen(parts: RunParts, id: string, folder: string): Result<OpenRun> {
  const head = readHead(folder)
  const report = readReport(folder)
  if (!head.ok) return head
  if (!report.ok) return report
  if (report.value.state === 'done') return over(id)
  const prepared = prepareRun(parts, head.value.file, report.value.started * 1_000)
  if (!prepared.ok) return prepared
  const { checked, digest, output } = prepared.value
  if (digest !== head.value.digest) return changed(id, head.value.file)
  const log = runLog(folder, { ...report.value, boundaries: [...checked.boundaries] })
  const begun = log.change({ state: 'running', ended: null, why: null })
  return begun.ok ? done({ head: head.value, folder, checked, output, log }) : begun
}

const over = (id: string) =>
  refused('bad-request', {
    is: `the run ${id} has ended and left nothing to do`,
    wanted: 'a run that was interrupted or has failed',
    fix: 'start it anew with "twin run"',
  })
const changed = (id: string, file: string) =>
  refused('config', {
    is: `${file} is not what it was when the run ${id} began`,
    wanted: 'the same file, so that the whole run is one and the same',
    fix: 'start it anew with "twin run"',
  })
