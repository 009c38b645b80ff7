// A run as a person writes it, runs/NAME.yaml: its shape. What YAML may look like at all is daemon/runs/'s business. Relies on
// limits.ts; every list and text has a cap.
import * as z from 'zod/mini'
import { textOf, whole } from './configValues.ts'
import { NAME } from './door.ts'
import * as cap from './limits.ts'

export const RunName = z.string('wants a name').check(z.regex(NAME, 'wants a name such as "receipts"'))
const port = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/, 'wants the name of a port'))
/** What a view shows of each message. */
export const PROJECTIONS = ['envelope', 'body', 'attachments', 'headers', 'raw'] as const
export type Projection = (typeof PROJECTIONS)[number]

const Input = z.strictObject({
  /** "view", or STAGE.PORT of an earlier step (a step's `name` where it has one). */
  from: z
    .string('wants "view" or STAGE.PORT')
    .check(z.regex(/^(?:view|[a-z][a-z0-9-]{0,31}\.[a-z][a-z0-9-]{0,31})$/, 'wants "view" or STAGE.PORT')),
  project: z.optional(
    z.array(z.enum(PROJECTIONS)).check(z.minLength(1, 'wants at least one'), z.maxLength(PROJECTIONS.length)),
  ),
})

/** `accept_bits`: so many bits per message may leave through this step's way out. `name`: where a stage is used twice. */
export const RunStep = z.strictObject({
  uses: z
    .string('wants STAGE@VERSION')
    .check(z.regex(/^[a-z][a-z0-9-]{0,31}@[1-9]\d{0,3}$/, 'wants STAGE@VERSION, for example extract@1')),
  name: z.optional(port),
  actor: z.optional(RunName),
  in: z.optional(
    z
      .record(port, Input)
      .check(z.refine(ports => Object.keys(ports).length <= cap.PORTS, `wants at most ${cap.PORTS}`)),
  ),
  with: z.optional(z.record(z.string(), z.unknown())),
  spool: z.optional(z.boolean('wants true or false')),
  output: z.optional(textOf(cap.PATH_CHARS)),
  accept_bits: z.optional(whole(0, 1_000_000_000)),
})
export type RunStep = z.infer<typeof RunStep>

/** "VERB", or "VERB -> DESTINATION". */
const rule = textOf(cap.COLLECTION_CHARS).check(
  z.regex(
    /^(?:collection\.(?:add|remove)|flag\.(?:add|remove)|trash|expunge|draft|send)(?: -> \S.*)?$/u,
    'wants a verb, for example "collection.add -> Receipts"',
  ),
)
const rules = z._default(
  z.array(rule).check(z.maxLength(cap.APPLY_RULES, `wants at most ${cap.APPLY_RULES}`)),
  [],
)

export const RunFile = z.strictObject({
  run: z.strictObject({
    name: RunName,
    /** An account of twin.toml. */
    backend: RunName,
    when: z
      .string('wants "manual" or "daily HH:MM"')
      .check(z.regex(/^(?:manual|daily ([01]\d|2[0-3]):[0-5]\d)$/, 'wants "manual" or "daily HH:MM"')),
  }),
  view: z.strictObject({
    query: textOf(cap.QUERY_CHARS),
    limit: whole(1, cap.VIEW_ROOTS),
    expand: z._default(z.enum(['none', 'thread'], 'wants "none" or "thread"'), 'none'),
  }),
  pipeline: z
    .array(RunStep)
    .check(
      z.minLength(1, 'wants at least one step'),
      z.maxLength(cap.STEPS, `wants at most ${cap.STEPS} steps`),
    ),
  apply: z.optional(
    z.strictObject({
      auto: rules,
      deny: rules,
      rate: z
        .string('wants N/h')
        .check(z.regex(/^[1-9]\d{0,5}\/h$/, 'wants a number an hour, for example 200/h')),
    }),
  ),
})
export type RunFile = z.infer<typeof RunFile>
