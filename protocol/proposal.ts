// A proposal: the bytes of one file of the spool, which never change, and what a person is shown of it. Its SHA-256 is what is
// approved. Relies on door.ts for who may propose.
import * as z from 'zod/mini'
import { CallerName, NAME } from './door.ts'
import { AdapterId } from './adapter.ts'
import * as cap from './limits.ts'
import { MailChange } from './mailChange.ts'
import { Nonce } from './proposalNonce.ts'

/** A state is a folder of the spool. */
export const STATES = ['new', 'pending', 'approved', 'applying', 'applied', 'refused', 'stuck'] as const
export type State = (typeof STATES)[number]

export const Prose = z
  .string('wants text')
  .check(z.maxLength(cap.PROSE_CHARS, `wants at most ${cap.PROSE_CHARS} characters`))

const seconds = z.int().check(z.minimum(0))
const common = {
  v: z.literal(1),
  /** Chosen by the proposer; makes a repeated proposal one. */
  nonce: Nonce,
  proposer: CallerName,
  created: seconds,
  expires: seconds,
  /** The proposer's own words, shown apart. */
  prose: Prose,
}
export const Proposal = z.discriminatedUnion('kind', [
  z.strictObject({
    ...common,
    kind: z.literal('operation'),
    operation: z.string().check(z.maxLength(65)),
    input: z.record(z.string(), z.unknown()),
  }),
  z.strictObject({
    ...common,
    kind: z.literal('command'),
    command: z.string().check(z.regex(NAME)),
    arguments: z.record(z.string().check(z.regex(NAME)), z.union([z.string(), z.int()])),
    /** Every word of what policy.toml made of them when it was proposed: nothing else is ever run. */
    argv: z.array(z.string()).check(z.minLength(1), z.maxLength(cap.ARGUMENTS)),
  }),
  z.strictObject({ ...common, kind: z.literal('mail'), change: MailChange }),
])
export type Proposal = z.infer<typeof Proposal>
/** What a proposer says; twind adds who it is, when, and until when. */
export type Proposed =
  | {
      readonly kind: 'operation'
      readonly operation: string
      readonly input: Readonly<Record<string, unknown>>
    }
  | {
      readonly kind: 'command'
      readonly command: string
      readonly arguments: Readonly<Record<string, string | number>>
    }
  | { readonly kind: 'mail'; readonly change: MailChange }

/** Irreversible or outward-facing, and whatever an agent proposes, is high. */
export const RISKS = ['low', 'high'] as const
export type Risk = (typeof RISKS)[number]

/**
 * What became of a proposal, kept beside it. `why`: why it was refused or is stuck, one clause of twin's own; '' where it is neither.
 * `message`: what the adapter calls the message since a change of it was applied.
 */
export const Reason = z.strictObject({
  v: z.literal(1),
  at: seconds,
  why: z.string().check(z.maxLength(cap.SENTENCE_CHARS)),
  message: z.optional(AdapterId),
})
export type Reason = z.infer<typeof Reason>
