// Takes over what a step of a run has written into its spool, once it has ended: each file is read with care, checked against what
// the step and the run may ask for, and filed as a proposal in the run's name. Relies on the spool for policy and for the rest.
import type { Result } from '../../protocol/refusal.ts'
import type { Store } from '../store/store.ts'
import type { World } from '../world.ts'
import type { RunSpool, RunSpoolCounts } from './runSpool.ts'

export type IngestParts = Pick<World, 'spool' | 'configuration'> & { readonly store: Pick<Store, 'parsedOf'> }
export interface IngestIo {
  readonly signal: AbortSignal
  readonly progress: (done: number, total: number) => void
}

/** What came of every file in the folder. The same step taken over again gives the same proposals, in whatever state they are. */
export async function ingestRunSpool(
  _parts: IngestParts,
  _asked: RunSpool,
  _io: IngestIo,
): Promise<Result<RunSpoolCounts>> {
  await Promise.resolve()
  throw new Error('Cannot take over the spool of a run: wanted the applier')
}
