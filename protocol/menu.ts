// What the menu bar shows, as twind gives it to `twin menu`: facts and texts, of which the texts of mail, jobs and agents are
// data. Relies on proposal.ts for what a decision is named by; cli/menu/ makes lines of it.
import * as z from 'zod/mini'
import * as cap from './limits.ts'
import { RISKS } from './proposal.ts'
import { Digest, ProposalId } from './proposalId.ts'

const count = z.int().check(z.minimum(0))
const seconds = z.int().check(z.minimum(0))
const sentence = z.string().check(z.maxLength(cap.SENTENCE_CHARS))

/**
 * One decision: a proposal, or a batch of alike ones, and the digest of all. `mayApprove`: whether the menu bar's yes would
 * count. `facts`: of the first proposal, and of the others what differs.
 */
export const MenuDecision = z.strictObject({
  digest: Digest,
  ids: z.array(ProposalId).check(z.minLength(1), z.maxLength(cap.BATCH)),
  risk: z.enum(RISKS),
  mayApprove: z.boolean(),
  proposer: z.string(),
  sentence,
  facts: z.array(z.strictObject({ name: z.string(), value: sentence })).check(z.maxLength(cap.MENU_ENTRIES)),
  moreFacts: count,
  expires: seconds,
})
export type MenuDecision = z.infer<typeof MenuDecision>

/** The newest brief: `made` in Unix seconds, how many items it lists, and the first of them. */
export const MenuBrief = z.strictObject({
  made: seconds,
  items: count,
  first: z
    .array(z.strictObject({ score: count, subject: z.string(), from: z.string() }))
    .check(z.maxLength(cap.MENU_ENTRIES)),
})
export type MenuBrief = z.infer<typeof MenuBrief>

/** `problem`: what is wrong with the configuration. `failed`: jobs whose last run failed. `more`: what a list leaves out. */
export const Menu = z.strictObject({
  problem: z.nullable(sentence),
  brief: z.nullable(MenuBrief),
  failed: z.strictObject({
    jobs: z.array(z.strictObject({ name: z.string(), why: sentence })).check(z.maxLength(cap.MENU_ENTRIES)),
    more: count,
  }),
  pending: z.strictObject({
    decisions: z.array(MenuDecision).check(z.maxLength(cap.MENU_DECISIONS)),
    more: count,
    proposals: count,
  }),
})
export type Menu = z.infer<typeof Menu>
