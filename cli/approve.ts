// What a person is shown before approving, and what they must type: the proposals whole as twind describes them now, then the
// first characters of the digest over exactly what was shown. Pure but for the digest. Relies on views/proposals.ts.
import { decisionDigest } from '../daemon/spool/decisionDigest.ts'
import type { ProposalShown } from '../protocol/proposalShown.ts'
import { unhiddenText } from '../protocol/text/terminal.ts'
import { styled, type Line } from './answer.ts'
import { SENTENCE } from './views/changeLines.ts'
import { differingLines, proposalLines } from './views/proposals.ts'
import { hanging } from './wrapped.ts'

/** Characters of the digest that are typed. */
export const DIGITS = 4

export interface Decision {
  readonly ids: readonly string[]
  /** Of the one proposal, or of the batch. */
  readonly digest: string
  readonly lines: readonly Line[]
  readonly question: string
}

/** The decision on `shown`, which is one proposal or several that are alike. `now`: milliseconds since 1970. */
export function decisionOn(
  shown: readonly ProposalShown[],
  look: { readonly columns: number; readonly now: number },
): Decision {
  const digest = decisionDigest(shown)
  const [first, ...others] = shown
  const [what = '', ...cut] = hanging(unhiddenText(first?.sentence ?? ''), look.columns - 1, SENTENCE)
  const count =
    shown.length === 1 ? 'this one' : `${shown.length} proposals in one decision, of which this is the first`
  return {
    ids: shown.map(({ id }) => id),
    digest,
    lines: [
      ...(first ? proposalLines(first, look) : []),
      [''],
      ...(first && others.length > 0 ? alikeLines(first, others, look.columns) : []),
      [styled('heading', `You decide on ${count}; risk: ${riskOf(shown)}.`)],
      [cut.length === 0 ? what : `${what}…`],
      [`digest   ${digest}`],
    ],
    question: `Type the first ${DIGITS} characters of this digest to approve, anything else to leave it: `,
  }
}

/** What a person would not see in forty blocks that look the same: of each further proposal what is not as in the first. */
const alikeLines = (first: ProposalShown, others: readonly ProposalShown[], columns: number): Line[] => [
  [styled('heading', `${others.length} more like it, of each what differs from the one above:`)],
  ...others.flatMap((one): Line[] => [...differingLines(one, first, columns), ['']]),
]

/** Whether `typed` is a yes to the decision with this digest. */
export const isYes = (typed: string, digest: string): boolean =>
  typed.trim().toLowerCase() === digest.slice(0, DIGITS)

const riskOf = (shown: readonly ProposalShown[]): string =>
  shown.some(({ risk }) => risk === 'high') ? 'high' : 'low'
