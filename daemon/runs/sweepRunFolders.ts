// Tidies the folder of the runs: what a run that nobody performs any more left of its views goes, its report says that it was
// interrupted, and of each name the newest RUNS_KEPT stay. Relies on the instance lock: what is not active here is active nowhere.
import { join } from 'node:path'
import { RUNS_KEPT } from '../../protocol/limits.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { Removing } from '../views/removeLater.ts'
import { removeViews } from './makeViews.ts'
import { listRunIds, nameOfRun, readReport, writeReport } from './runFolder.ts'

/** `active`: the runs that are under way here. `now`: Unix seconds. */
export interface Sweeping {
  readonly runs: string
  readonly active: ReadonlySet<string>
  readonly now: number
  readonly removing: Removing
}

/** Refused with the last thing that could not be tidied, once everything else is. */
export function sweepRunFolders({ runs, active, now, removing }: Sweeping): Result<void> {
  const ids = listRunIds(runs)
  if (!ids.ok) return ids
  const idle = ids.value.filter(id => !active.has(id))
  const old = new Set(idle.filter(id => placeAmongItsName(ids.value, id) >= RUNS_KEPT))
  const results = idle.map(id => {
    const folder = join(runs, id)
    if (old.has(id)) return removing.remove(folder)
    const views = removeViews(folder, removing)
    const ended = endDead(folder, now)
    return views.ok ? ended : views
  })
  return results.findLast(result => !result.ok) ?? done(undefined)
}

/** 0 for the newest run of its name. */
const placeAmongItsName = (ids: readonly string[], id: string): number =>
  ids.filter(one => nameOfRun(one) === nameOfRun(id)).indexOf(id)

/** A report that cannot be read says nothing, and its run goes when it is old. */
function endDead(folder: string, now: number): Result<void> {
  const report = readReport(folder)
  if (!report.ok || report.value.state !== 'running') return done(undefined)
  const why = 'twind ended while it ran'
  return writeReport(folder, { ...report.value, state: 'interrupted', ended: now, why })
}
