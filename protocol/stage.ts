// The stage contract: the manifest `stage.yaml`, and the lines between twind and a stage on fd 3. Bulk never crosses fd 3:
// it is read from the input directories. Relies on limits.ts (one line is at most LINE_BYTES).
import * as z from 'zod/mini'
import * as cap from './limits.ts'
import { Verb, VERBS } from './adapter.ts'
import { NAME } from './door.ts'
import { HANDLE } from './handle.ts'
import { ModelConfig } from './modelConfig.ts'
import { RecordSchema } from './recordSchema.ts'
import type { Result } from './refusal.ts'
import { RefusalShape } from './request.ts'

const name = z.string().check(z.regex(NAME))
const count = z.int().check(z.minimum(0))

/** How a port's content looks on the disk; `mail`: a stranger's text of any length stands in it. */
export const FORMATS = {
  /** A folder a message: what the view projects of it. */
  message: { mail: true, is: 'folder' },
  /** A folder a message: one file, raw.eml. */
  raw: { mail: true, is: 'folder' },
  /** A folder a message with the texts of its attachments. */
  texts: { mail: true, is: 'folder' },
  /** A file a message: JSON of the port's `schema`, or an array of such. */
  record: { mail: false, is: 'record' },
  /** A record whose source is the same message: its values are claims about it. */
  draft: { mail: false, is: 'record' },
  /** What draft-lint has made of a draft: the only form in which one may be proposed. */
  'linted-draft': { mail: false, is: 'record' },
  /** Placeholders and what they stand for: from pseudonymize to rehydrate, and to no other stage. */
  map: { mail: true, is: 'record' },
  /** DKIM keys as `resolve` answered them: records of twind's own, which no run can wire. */
  keys: { mail: false, is: 'record' },
  /** The handles of the set, one a line. */
  manifest: { mail: false, is: 'file' },
} as const
export type Format = keyof typeof FORMATS
/** What the file of a record is called in the folder that a message's process writes for one output port. */
export const RECORD_FILE = 'record.json'
/**
 * A port is a directory. `keyed`: one file (or one directory) a handle, and the file name is the handle. `schema`: of a record, a
 * RecordSchema; or where it comes from: "with.KEY" of the run, or "in.PORT", the schema of that input. `optional`: of an input
 * that a run may leave unwired; where it is wired, a message without a part of it is no message of the step.
 */
const Port = z.strictObject({
  keyed: z.boolean(),
  format: name,
  schema: z.optional(z.unknown()),
  optional: z.optional(z.boolean()),
})

/** `net:actor`: the hosts that the actor of the step is granted. `bulk-read`: the manifest. */
const STAGE_CAPABILITY = /^(?:bulk-read|model|exec|spool|net:(?:actor|[a-z0-9.-]{1,253}))$/

/**
 * stage.yaml. `per`: one process a message (`message`), or one that sees the set (`set`). `exec`: the built file beside it.
 * `capabilities` is a request: what a run grants is the intersection with what the run and the site allow. `proposes`: verbs
 * that it may put into its spool, every verb but `draft` and `send` where it is left out. `config_schema`: for whoever reads it;
 * the stage checks its config itself.
 */
export const Manifest = z.strictObject({
  stage: name,
  version: z.int().check(z.minimum(1)),
  summary: z.string().check(z.regex(/^[a-z][^\n]{3,158}[^.\n]$/)),
  per: z.enum(['message', 'set']),
  exec: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}\.cjs$/)),
  inputs: z.record(name, Port),
  outputs: z.record(name, Port),
  capabilities: z.array(z.string().check(z.regex(STAGE_CAPABILITY))).check(z.maxLength(cap.PORTS)),
  proposes: z.optional(z.array(Verb).check(z.maxLength(VERBS.length))),
  config_schema: z.optional(z.record(z.string(), z.unknown())),
})
export type Manifest = z.infer<typeof Manifest>

const paths = z.record(name, z.string())
/** By output port; null: it holds no records, or records of any shape. */
const schemas = z.record(name, z.nullable(RecordSchema))
const seconds = z.int().check(z.minimum(1), z.maximum(cap.EACH_SECONDS))
/**
 * What a process that is given one message is told beside its paths. `model`: of its actor, where that is one. `seconds`: of processor
 * time that it may take, and on the clock where no model is waited for.
 */
const OneMessage = z.strictObject({
  handle: z.string().check(z.regex(HANDLE)),
  spool: z.nullable(z.string()),
  schemas,
  model: z.nullable(ModelConfig),
  seconds,
})

/**
 * twind's first and only line. `inputs` and `outputs`: absolute directories by port name, of one message where `message` is there;
 * `lanes`: sockets to the model or the hosts of the actor, from fd 4 up; `now`: Unix seconds; `config`: checked by the stage
 * itself, never by twind.
 */
export const Start = z.strictObject({
  type: z.literal('start'),
  inputs: paths,
  outputs: paths,
  message: z.optional(OneMessage),
  lanes: z.int().check(z.minimum(0), z.maximum(cap.LANES)),
  now: count,
  config: z.unknown(),
})
export type Start = z.infer<typeof Start>

/** The argument after the profile that makes a stage a zygote: a process that forks itself for each message. */
export const ZYGOTE = 'zygote'
/** To a zygote, once: what is the same for every message of its step. */
export const ZygoteStart = z.strictObject({
  type: z.literal('zygote'),
  /** How many it may be asked for: what of getting ready pays. */
  messages: count,
  schemas,
  seconds,
  now: count,
  config: z.unknown(),
})
export type ZygoteStart = z.infer<typeof ZygoteStart>
/**
 * To a zygote, one a message, each after the answer to the one before. `end`: a file into which the forked process writes
 * its StageEnd; what an earlier one wrote there is cut off. Absolute real paths.
 */
export const EachLine = z.strictObject({
  type: z.literal('each'),
  handle: z.string().check(z.regex(HANDLE)),
  inputs: paths,
  outputs: paths,
  spool: z.nullable(z.string()),
  end: z.string(),
})
export type EachLine = z.infer<typeof EachLine>
/** From a zygote: `ready`, once confined and tried; then how the process of each message ended. `signal`: 0 for none. */
export const ZygoteLine = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('ready') }),
  z.strictObject({
    type: z.literal('ended'),
    handle: z.string().check(z.regex(HANDLE)),
    code: count,
    signal: count,
    late: z.boolean(),
  }),
])
export type ZygoteLine = z.infer<typeof ZygoteLine>

/**
 * Asks for the last refusal: `syscall`, `code`, `path` as the system told the stage, left out where it knows of none. May stand
 * anywhere before the end.
 */
export const Why = z.strictObject({
  type: z.literal('why'),
  syscall: z.optional(z.string().check(z.regex(/^[a-z_0-9]{1,32}$/))),
  code: z.optional(z.string().check(z.regex(/^E[A-Z0-9_]{1,39}$/))),
  path: z.optional(z.string().check(z.maxLength(cap.PATH_CHARS))),
})
export type Why = z.infer<typeof Why>
/** The answer. `wanted`: what would have been allowed, one clause. */
export const Because = z.strictObject({
  type: z.literal('because'),
  code: z.nullable(z.string()),
  path: z.nullable(z.string()),
  wanted: z.string(),
})
export type Because = z.infer<typeof Because>

/** A stage's lines: progress, then exactly one of done, again (no lane is left: start me with fresh ones) or refused. */
export const StageLine = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('progress'), done: count, total: count }),
  Why,
  z.strictObject({ type: z.literal('done'), report: z.unknown() }),
  z.strictObject({ type: z.literal('again') }),
  z.strictObject({ type: z.literal('refused'), refusal: RefusalShape }),
])
export type StageLine = z.infer<typeof StageLine>
/** How a stage ends. */
export type StageEnd = Exclude<StageLine, { type: 'progress' | 'why' }>
/** The end of a stage that came to `result`. */
export const endOf = (result: Result<unknown>): StageEnd =>
  result.ok ? { type: 'done', report: result.value } : { type: 'refused', refusal: result.refusal }
