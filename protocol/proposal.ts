// A proposal: the bytes of one file of the spool, which never change, and what a person is shown of it. Its SHA-256 is what is
// approved. Relies on door.ts for who may propose.
import * as z from 'zod/mini'
import { CallerName, NAME } from './door.ts'
import * as cap from './limits.ts'
import { Nonce } from './proposalNonce.ts'

/** `p_` and base32 of 16 bytes of SHA-256 over proposer and nonce: the same nonce is the same proposal. */
export const PROPOSAL_ID = /^p_[a-z2-7]{26}$/
export const ProposalId = z
  .string('wants the id of a proposal')
  .check(z.regex(PROPOSAL_ID, 'wants the id of a proposal'))
/** SHA-256 in hex. */
export const Digest = z
  .string('wants a digest')
  .check(z.regex(/^[0-9a-f]{64}$/, 'wants 64 hexadecimal digits'))

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

/** Irreversible or outward-facing, and whatever an agent proposes, is high. */
export const RISKS = ['low', 'high'] as const
export type Risk = (typeof RISKS)[number]

/** Why a proposal was refused or is stuck, kept beside it: `why` is one clause of twin's own. */
export const Reason = z.strictObject({
  v: z.literal(1),
  at: seconds,
  why: z.string().check(z.maxLength(cap.SENTENCE_CHARS)),
})
