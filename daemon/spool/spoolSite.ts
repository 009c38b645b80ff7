// What the parts of the spool share: its folder, its clock, and the parts of the world that it asks. Types, and the one edge
// through which every act on the folders goes. Relies on attempt.ts.
import type { Database } from 'better-sqlite3'
import type { Result } from '../../protocol/refusal.ts'
import type { OpenAdapter } from '../adapters/adapters.ts'
import { attempt } from '../attempt.ts'
import type { Operation } from '../gate/operation.ts'
import type { Audit, Gate, InForce } from '../world.ts'
import type { FilingRate } from './filingRate.ts'
import type { SpoolClock } from './spoolClock.ts'

export interface SpoolParts {
  /** Where the spool lies. */
  readonly folder: string
  /** Becomes HOME of a command; '' for none. */
  readonly home: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly database: Database
  readonly audit: Pick<Audit, 'record' | 'list'>
  readonly configuration: () => InForce
  readonly operations: () => readonly Operation[]
  /** The gate's; asked when something that was approved is applied. */
  readonly apply: Gate['apply']
  /** Asked when changes of mail are applied, and after a crash. */
  readonly openAdapter: OpenAdapter
  /** Aborted when twin ends: a command that runs is then ended, and its proposal is stuck. */
  readonly signal: AbortSignal
  readonly log: (line: string) => void
}
export interface SpoolSite extends SpoolParts {
  readonly clock: SpoolClock
  readonly rate: FilingRate
  /** Ids that this process is applying now: what lies in `applying` beside them was left by a crash. */
  readonly running: Set<string>
  /** The last thing that is done to each account; what comes after waits for it. */
  readonly turns: Map<string, Promise<void>>
  /** How often each change of mail came back to `approved`. */
  readonly setbacks: Map<string, number>
}

/** The result of `act` on the spool's folders; refused ("disk") where the system stood in the way. */
export function attemptSpool<T>(act: () => Result<T>): Result<T> {
  const result = attempt('disk', 'the spool of proposals', act)
  return result.ok ? result.value : result
}
