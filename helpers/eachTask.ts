// What a stage that sees one message at a time is given, and gives back: `each` of its one file. Types alone; each.ts confines the
// process, hands out tasks, and is the only one that reads descriptors.
import type { Duplex } from 'node:stream'
import type { Handle } from '../protocol/brand.ts'
import type { ModelConfig } from '../protocol/modelConfig.ts'
import type { RecordSchema } from '../protocol/recordSchema.ts'
import type { Result } from '../protocol/refusal.ts'
import type { Because } from '../protocol/stage.ts'

/**
 * One message. `inputs`: by port, the path of this message's folder or record in it; the port's whole file where it is not keyed.
 * `outputs`: by port, an empty folder of this message's own: a record goes into `record.json` of it, anything else as the port's
 * format says. `schemas`: by output port, the schema that its records must have, null where there is none. `spool`: an empty folder for `<handle>.<n>.json`, null where it may not propose. `config`: what the run has under
 * `with`, unchecked. `now`: Unix seconds.
 */
export interface EachTask {
  readonly handle: Handle
  readonly inputs: Readonly<Record<string, string>>
  readonly outputs: Readonly<Record<string, string>>
  readonly schemas: Readonly<Record<string, RecordSchema | null>>
  readonly spool: string | null
  readonly config: unknown
  readonly now: number
}
/** `lanes`: to the model or to the hosts of the actor, none where the step has no actor. `model`: of the actor, null where it is none. */
export interface EachTools {
  readonly lanes: readonly Duplex[]
  readonly model: ModelConfig | null
  /** Why the system refused the last call of node:fs that it refused, or the one that threw `error`; and what is allowed instead. */
  readonly why: (error?: unknown) => Because
}
/**
 * Does the work of one message. `value`: sentences for the report of the run, without mail text. Without lanes it runs in a process
 * that was forked for this message: it may be `async`, but only over promises that no timer, thread or descriptor has to
 * settle (no fs/promises, no setTimeout, no streams): files are read and written with the Sync calls.
 */
export type Each = (
  task: EachTask,
  tools: EachTools,
) => Result<readonly string[]> | Promise<Result<readonly string[]>>
