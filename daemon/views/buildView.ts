// Makes one view of a run: a folder a message with what is projected of it. In slices, so that twind answers others meanwhile.
// Modes say what is meant; the kernel rule of each stage is the barrier. Not synced: a run that the machine did not survive is swept.
import { chmodSync, mkdirSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { Handle } from '../../protocol/brand.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { Projection } from '../../protocol/runFile.ts'
import { attemptSteps } from '../attempt.ts'
import type { FoundMail } from '../store/store.ts'
import { mailFolder, type ParsedOf } from './mailFolder.ts'
import { inOrder, isDivided, partOf, placeIn } from './viewPlaces.ts'

/** A message under the name that this run gave it. */
export interface Named {
  readonly handle: Handle
  readonly found: FoundMail
}
/** `path`: where it is to be, in a folder that is there. */
export interface ViewOrder {
  readonly path: string
  readonly projections: readonly Projection[]
  readonly messages: readonly Named[]
  readonly parsedOf: ParsedOf
}
/** `of`: the folder of one message, undefined where the view has none. `missing`: messages that could not be shown. */
export interface View {
  readonly path: string
  readonly of: (handle: Handle) => string | undefined
  readonly missing: ReadonlySet<Handle>
}

/** Messages between two moments in which something else may run: a few milliseconds. */
const SLICE = 10

/** Refused with "disk" where there is no room, and "interrupted"; what was made until then is the caller's to remove. */
export function buildView(order: ViewOrder, signal: AbortSignal): Promise<Result<View>> {
  return attemptSteps('disk', 'the view of this run', () => build(order, signal))
}

async function build({ path, messages, ...order }: ViewOrder, signal: AbortSignal): Promise<Result<View>> {
  const divided = isDivided(messages.length)
  const shown = { projections: inOrder(order.projections), parsedOf: order.parsedOf }
  const missing = new Set<Handle>()
  const scope = new Set<Handle>()
  const parts = new Set<string>()
  mkdirSync(path, { mode: 0o700 })
  for (const [at, { handle, found }] of messages.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate()
    if (signal.aborted) return interrupted
    if (divided && !parts.has(partOf(handle))) {
      mkdirSync(`${path}/${partOf(handle)}`, { mode: 0o700 })
      parts.add(partOf(handle))
    }
    scope.add(handle)
    if (!mailFolder(placeIn(path, divided, handle), found, shown)) missing.add(handle)
  }
  for (const part of parts) chmodSync(`${path}/${part}`, 0o111)
  chmodSync(path, 0o111)
  const of = (handle: Handle) =>
    scope.has(handle) && !missing.has(handle) ? placeIn(path, divided, handle) : undefined
  return done({ path, of, missing })
}

const interrupted = refused('interrupted', {
  is: 'the view of this run was interrupted while it was made',
  wanted: 'time to finish it',
  fix: 'run the same command again',
})
