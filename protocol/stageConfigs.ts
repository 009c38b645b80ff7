// What a run may write under `with` for each stage; every stage checks its own with the one that is its, twind never does. Relies
// on limits.ts; an unknown key is refused.
import * as z from 'zod/mini'
import { VERBS } from './adapter.ts'
import { textOf } from './configValues.ts'
import { DRAFT_CHECKS } from './draft.ts'
import * as cap from './limits.ts'
import { isWriting } from './mailVerbs.ts'
import { FieldName, RecordSchema } from './recordSchema.ts'

const few = <T extends z.ZodMiniType>(one: T) =>
  z
    .array(one, 'wants a list')
    .check(
      z.minLength(1, 'wants at least one'),
      z.maxLength(cap.STAGE_RULES, `wants at most ${cap.STAGE_RULES}`),
    )
const name = z
  .string('wants a name')
  .check(z.regex(/^[a-z][A-Za-z0-9_-]{0,31}$/, 'wants a name such as "receipt"'))
const domain = z
  .string('wants a domain')
  .check(z.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/, 'wants a domain such as "example.org", in small letters'))
const words = few(textOf(cap.NAME_CHARS))
const yesNo = z.boolean('wants true or false')
const value = z.union([z.string().check(z.maxLength(cap.SENTENCE_CHARS)), z.int(), z.boolean()])
const instructions = textOf(cap.INSTRUCTIONS_CHARS)
const engine = z.enum(['rules', 'model'], 'wants "rules" or "model"')

/**
 * All that is given must hold. `field` with `exists`, `equals`, `one_of`, `at_least`, `at_most`: of any record of the message; of an
 * amount the number counts. `from_domain`: of the address in From, which anybody can write; it may narrow and proves nothing.
 * `dkim`: an aligned pass of that domain or one below it. `known`: as the envelope says. `words`: any of them, as a whole word, in
 * the subject or the visible text. `list`: a mailing list's.
 */
export const When = z.strictObject({
  field: z.optional(FieldName),
  exists: z.optional(yesNo),
  equals: z.optional(value),
  one_of: z.optional(few(value)),
  at_least: z.optional(z.number()),
  at_most: z.optional(z.number()),
  from_domain: z.optional(few(domain)),
  dkim: z.optional(few(domain)),
  known: z.optional(yesNo),
  words: z.optional(words),
  has_attachment: z.optional(yesNo),
  list: z.optional(yesNo),
})
export type When = z.infer<typeof When>

/** Where the outermost type of `schema` is a list, a message may hold several records. */
export const ExtractConfig = z.strictObject({
  engine,
  schema: RecordSchema,
  instructions: z.optional(instructions),
})
export type ExtractConfig = z.infer<typeof ExtractConfig>

export const ValidateConfig = z.strictObject({ schema: RecordSchema })

export const GroundingConfig = z.strictObject({
  on_missing: z._default(
    z.enum(['drop-field', 'drop-record'], 'wants "drop-field" or "drop-record"'),
    'drop-record',
  ),
})

/** Nothing may be configured. */
export const NoConfig = z.strictObject({})

/** `schema`: an object of the one field `class`, a text with an enum of every class. `keep`: the classes that go on; all where left out. */
export const ClassifyConfig = z.strictObject({
  engine: z._default(engine, 'rules'),
  schema: RecordSchema,
  instructions: z.optional(instructions),
  classes: few(z.strictObject({ name, when: z.optional(When) })),
  keep: z.optional(few(name)),
})
export type ClassifyConfig = z.infer<typeof ClassifyConfig>

const proposable = VERBS.filter(verb => !isWriting(verb))
export const Change = z.strictObject({
  op: z.enum(proposable, 'wants a verb such as "collection.add"'),
  to: z.optional(textOf(cap.COLLECTION_CHARS)),
})
export type Change = z.infer<typeof Change>
/** `{field}` in a text is the value of that field of the first record. `to`: where the message itself is not wired. */
const DraftRule = z.strictObject({
  to: z.optional(few(textOf(cap.ADDRESS_CHARS))),
  subject: z.optional(textOf(cap.SUBJECT_CHARS)),
  body: textOf(cap.DRAFT_BODY_CHARS),
})
/** The first rule whose `when` holds is the only one that acts; one without `when` always holds. */
const Rule = z.strictObject({
  when: z.optional(When),
  decide: z.optional(z.record(FieldName, z.nullable(value))),
  propose: z.optional(few(Change)),
  draft: z.optional(DraftRule),
})
export type ReasonRule = z.infer<typeof Rule>

/** Either `rules`, or `instructions` for a model: which then chooses among `propose`, and writes a draft's text where `draft` is true. */
export const ReasonConfig = z
  .strictObject({
    schema: z.optional(RecordSchema),
    rules: z.optional(few(Rule)),
    instructions: z.optional(instructions),
    propose: z.optional(few(Change)),
    draft: z.optional(yesNo),
  })
  .check(
    z.refine(
      ({ rules, instructions: asked, propose, draft }) =>
        (rules === undefined) !== (asked === undefined) &&
        (rules === undefined || (propose === undefined && draft === undefined)),
      'wants either rules, or instructions with propose and draft',
    ),
  )
export type ReasonConfig = z.infer<typeof ReasonConfig>

/**
 * `allow`: recipients: an address, "@domain" for all of one domain, or "participants" for whoever stands in the headers of the message
 * that is wired. `from`: the person's own address. `checks`: all of them where left out. `propose`: what is put into the spool.
 */
export const DraftLintConfig = z.strictObject({
  allow: z.optional(few(textOf(cap.ADDRESS_CHARS))),
  from: z.optional(textOf(cap.ADDRESS_CHARS)),
  checks: z._default(few(z.enum(DRAFT_CHECKS, 'wants the name of a check')), [...DRAFT_CHECKS]),
  propose: z._default(z.enum(['draft', 'send'], 'wants "draft" or "send"'), 'draft'),
})
export type DraftLintConfig = z.infer<typeof DraftLintConfig>
