// The stage contract: the manifest `stage.yaml`, and the lines between twind and a stage on fd 3. Bulk never crosses fd 3:
// it is read from the input directories. Relies on limits.ts (one line is at most LINE_BYTES).
import * as z from 'zod/mini'
import * as cap from './limits.ts'
import type { Result } from './refusal.ts'
import { RefusalShape } from './request.ts'

const name = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/))
const count = z.int().check(z.minimum(0))

/** A port is a directory. `keyed`: one file (or one directory, for a view) a handle, and the file name is the handle. */
const Port = z.strictObject({ keyed: z.boolean(), format: name })

const CAPABILITIES = ['bulk-read', 'model'] as const

/** stage.yaml. `capabilities` is a request: what a run grants is the intersection with what the run and the site allow. */
export const Manifest = z.strictObject({
  stage: name,
  version: z.int().check(z.minimum(1)),
  inputs: z.record(name, Port),
  outputs: z.record(name, Port),
  capabilities: z.array(z.enum(CAPABILITIES)).check(z.maxLength(CAPABILITIES.length)),
})
export type Manifest = z.infer<typeof Manifest>

/**
 * twind's first and only line. `inputs` and `outputs`: absolute directories by port name; `lanes`: sockets to the model,
 * from fd 4 up; `now`: Unix seconds; `config`: checked by the stage itself, never by twind.
 */
export const Start = z.strictObject({
  type: z.literal('start'),
  inputs: z.record(name, z.string()),
  outputs: z.record(name, z.string()),
  lanes: z.int().check(z.minimum(0), z.maximum(cap.LANES)),
  now: count,
  config: z.unknown(),
})
export type Start = z.infer<typeof Start>

/** A stage's lines: progress, then exactly one of done, again (no lane is left: start me with fresh ones) or refused. */
export const StageLine = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('progress'), done: count, total: count }),
  z.strictObject({ type: z.literal('done'), report: z.unknown() }),
  z.strictObject({ type: z.literal('again') }),
  z.strictObject({ type: z.literal('refused'), refusal: RefusalShape }),
])
export type StageLine = z.infer<typeof StageLine>
/** How a stage ends. */
export type StageEnd = Exclude<StageLine, { type: 'progress' }>
/** The end of a stage that came to `result`. */
export const endOf = (result: Result<unknown>): StageEnd =>
  result.ok ? { type: 'done', report: result.value } : { type: 'refused', refusal: result.refusal }
