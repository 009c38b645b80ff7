// The skeleton of every stage: confine this process, prove it, and only then read the first byte of fd 3 and call the
// stage. A stage cannot forget, because it never reads a descriptor itself. Relies on native/confine.ts.
import type { Duplex } from 'node:stream'
import type { Refusal } from '../protocol/refusal.ts'
import type { Start } from '../protocol/stage.ts'

/** How a stage ends: done with a report, again for fresh lanes, or refused. */
export type StageEnd =
  | { readonly type: 'done'; readonly report: unknown }
  | { readonly type: 'again' }
  | { readonly type: 'refused'; readonly refusal: Refusal }

export interface StageTools {
  /** Tells twind how far it is. */
  readonly progress: (done: number, total: number) => void
  /** The sockets that twind relays to the model, fd 4 and up. */
  readonly lanes: readonly Duplex[]
}

export type Serve = (start: Start, tools: StageTools) => Promise<StageEnd> | StageEnd
