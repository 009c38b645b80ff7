// How a step of a run is performed: types alone. A step is one stage over the messages of a view. Relies on the caller to have
// loaded and checked the pipeline; what a stage may do is decided here and held by the kernel.
import type { Handle } from '../../protocol/brand.ts'
import type { Actor } from '../../protocol/configTables.ts'
import type { ModelConfig } from '../../protocol/modelConfig.ts'
import type { RecordSchema } from '../../protocol/recordSchema.ts'
import type { Manifest } from '../../protocol/stage.ts'
import type { Result } from '../../protocol/refusal.ts'
import type { Io } from '../io.ts'

/** A stage on the disk: its manifest, and the built file that runs. */
export interface LoadedStage {
  readonly manifest: Manifest
  readonly script: string
}
/** An input port of one step: the folder (or file) behind it, and how a message's part of it is called. */
export interface StepInput {
  /** `folder`: DIR/<handle>/ (in a divided view DIR/<two characters>/<handle>/); `record`: DIR/<handle>.json; `file`: the path itself. */
  readonly is: 'folder' | 'record' | 'file'
  readonly path: string
  /** The path of one message's part, below `path`; undefined where it has none, and then the step leaves the message out. */
  readonly of: (handle: Handle) => string | undefined
}
/** An output port: where its records or folders end up. `schema`: of a record, checked before it is taken over. */
export interface StepOutput {
  readonly is: 'folder' | 'record' | 'file'
  readonly path: string
  readonly schema: RecordSchema | null
}
/**
 * What is effective: requested ∩ run ∩ site. `actor`: its model or program; `hosts`: HOST:PORT that its lanes lead to. `model`: where
 * the actor is a model, that one with [ranker] host, think and timeout; the stage is told it (EachTools).
 */
export interface StepGrants {
  readonly bulkRead: boolean
  readonly spool: boolean
  readonly actor: Actor | null
  readonly model: ModelConfig | null
  readonly hosts: readonly string[]
}
export interface StepOrder {
  /** Name of the step: folder = process = log name. */
  readonly name: string
  readonly stage: LoadedStage
  readonly handles: readonly Handle[]
  readonly inputs: Readonly<Record<string, StepInput>>
  readonly outputs: Readonly<Record<string, StepOutput>>
  readonly grants: StepGrants
  readonly config: unknown
  /** An empty folder of the run for what is not taken over yet, one a message. */
  readonly work: string
  /** Where what it proposes is collected: `<handle>.<n>.json`; null where it may not. */
  readonly spool: string | null
  /** Seconds that one message may take; EACH_SECONDS unless told, and never more. */
  readonly seconds?: number
}
/** Every handle of the order is in exactly one: `skipped` had its output already, `absent` had no input. */
export interface StepReport {
  readonly done: number
  readonly skipped: number
  readonly absent: number
  /** `why`: one clause of twin's own: "ended by signal 9", "took more than 60 s", "wrote a record that is none". */
  readonly failed: readonly { readonly handle: Handle; readonly why: string }[]
  /** What stages said, and how often. */
  readonly remarks: readonly { readonly sentence: string; readonly count: number }[]
}
export interface StepIo extends Io {
  /** Milliseconds since 1970. */
  readonly now: () => number
}
export type PerformStep = (order: StepOrder, io: StepIo) => Promise<Result<StepReport>>
