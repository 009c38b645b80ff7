// A run as a person writes it, runs/NAME.yaml: its shape. What YAML may look like at all is daemon/runs/'s business. Relies on
// limits.ts; every list and text has a cap.
import * as z from 'zod/mini'
import { VERBS } from './adapter.ts'
import { oneOf, textOf, whole } from './configValues.ts'
import { NAME } from './door.ts'
import * as cap from './limits.ts'

const A_NAME = 'wants a name such as "receipts"'
export const RunName = z.string(A_NAME).check(z.regex(NAME, A_NAME))
const A_PORT = 'wants the name of a port, for example "records"'
const port = z.string(A_PORT).check(z.regex(NAME, A_PORT))
const yesNo = z.boolean('wants true or false')
/** What a view shows of each message. */
export const PROJECTIONS = ['envelope', 'body', 'attachments', 'headers', 'raw'] as const
export type Projection = (typeof PROJECTIONS)[number]

const SOURCE = 'wants "view" or STEP.PORT, for example "extract.records"'
const Input = z.strictObject(
  {
    /** "view", or STEP.PORT of an earlier step: STEP is its `name` where it has one, else its stage. */
    from: z.string(SOURCE).check(z.regex(/^(?:view|[a-z][a-z0-9-]{0,31}\.[a-z][a-z0-9-]{0,31})$/, SOURCE)),
    project: z.optional(
      z.array(oneOf(PROJECTIONS), 'wants a list, for example [envelope, body]').check(
        z.minLength(1, 'wants at least one'),
        z.maxLength(PROJECTIONS.length, 'wants each part once'),
        z.refine(parts => new Set(parts).size === parts.length, 'wants each part once'),
      ),
    ),
  },
  'wants a table, for example {from: view}',
)

const STAGE = 'wants STAGE@VERSION, for example extract@1'
/**
 * `with`: the stage's config, which it checks itself. `accept_bits`: so many bits per message may leave through this step's way
 * out. `name`: where a stage is used twice. `output`: the file that gets what the step puts out.
 */
export const RunStep = z.strictObject(
  {
    uses: z.string(STAGE).check(z.regex(/^[a-z][a-z0-9-]{0,31}@[1-9]\d{0,3}$/, STAGE)),
    name: z.optional(port),
    actor: z.optional(RunName),
    in: z.optional(
      z
        .record(port, Input, 'wants a table of ports')
        .check(z.refine(ports => Object.keys(ports).length <= cap.PORTS, `wants at most ${cap.PORTS} ports`)),
    ),
    with: z.optional(z.record(z.string(), z.unknown(), 'wants a table')),
    spool: z.optional(yesNo),
    output: z.optional(textOf(cap.PATH_CHARS)),
    accept_bits: z.optional(whole(0, 1_000_000_000)),
  },
  'wants a step, for example {uses: extract@1}',
)
export type RunStep = z.infer<typeof RunStep>

/** "VERB", or "VERB -> DESTINATION". */
const APPLY_RULE =
  /^(collection\.(?:add|remove)|flag\.(?:add|remove)|trash|expunge|draft|send)(?: -> (\S(?:.*\S)?))?$/u
const rule = textOf(cap.COLLECTION_CHARS).check(
  z.regex(
    APPLY_RULE,
    `wants one of ${VERBS.join(', ')}, and where it goes, for example "collection.add -> Receipts"`,
  ),
)
const rules = z._default(
  z
    .array(rule, 'wants a list, for example [expunge, trash]')
    .check(z.maxLength(cap.APPLY_RULES, `wants at most ${cap.APPLY_RULES} rules`)),
  [],
)

const WHEN = 'wants "manual" or "daily HH:MM"'
const RATE = 'wants a number an hour, for example 200/h'
const Head = z.strictObject(
  {
    name: RunName,
    /** An account of twin.toml. */
    backend: RunName,
    when: z.string(WHEN).check(z.regex(/^(?:manual|daily ([01]\d|2[0-3]):[0-5]\d)$/, WHEN)),
  },
  'wants a table with name, backend and when',
)
const View = z.strictObject(
  {
    query: textOf(cap.QUERY_CHARS),
    limit: whole(1, cap.VIEW_ROOTS),
    expand: z._default(oneOf(['none', 'thread']), 'none'),
  },
  'wants a table with query and limit',
)
const Apply = z.strictObject(
  { auto: rules, deny: rules, rate: z.string(RATE).check(z.regex(/^[1-9]\d{0,5}\/h$/, RATE)) },
  'wants a table with auto, deny and rate',
)

export const RunFile = z.strictObject(
  {
    run: Head,
    view: View,
    pipeline: z
      .array(RunStep, 'wants a list of steps')
      .check(
        z.minLength(1, 'wants at least one step'),
        z.maxLength(cap.STEPS, `wants at most ${cap.STEPS} steps`),
      ),
    apply: z.optional(Apply),
  },
  'wants run, view and pipeline',
)
export type RunFile = z.infer<typeof RunFile>
