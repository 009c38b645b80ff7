// What the running of runs is put together from, and one run that is under way. Types alone.
import type { Result } from '../../protocol/refusal.ts'
import type { RunHead } from '../../protocol/runKept.ts'
import type { RunSpool, RunSpoolCounts } from '../applier/runSpool.ts'
import type { PerformStep } from '../stages/stages.ts'
import type { Store } from '../store/store.ts'
import type { Removing } from '../views/removeLater.ts'
import type { Places, World } from '../world.ts'
import type { CheckedRun, CheckRun, Stages } from './checkedRun.ts'
import type { OutputPlace } from './outputPlace.ts'
import type { RunLog } from './runLog.ts'
import type { Io } from '../io.ts'

/** `ingest`: takes over the spool of one step. `zone`: the time zone that a day is of. */
export interface RunParts extends Places, Pick<World, 'now' | 'log' | 'configuration'> {
  readonly store: Store
  readonly perform: PerformStep
  readonly ingest: (asked: RunSpool, io: Io) => Promise<Result<RunSpoolCounts>>
  readonly stages: () => Result<Stages>
  readonly check: CheckRun
  readonly removing: Removing
  readonly zone: () => string
}
/** `output`: the file outside that gets what a step puts out; null where the run names none. */
export interface OpenRun {
  readonly head: RunHead
  readonly folder: string
  readonly checked: CheckedRun
  readonly output: OutputPlace | null
  readonly log: RunLog
}
