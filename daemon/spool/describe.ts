// What a proposal would do, in twin's own words and apart from the proposer's: the exact words of a command, or the operation
// with every key of its input, or one change of mail. Pure. Each door makes the texts safe for where it shows them.
import { SENTENCE_CHARS } from '../../protocol/limits.ts'
import type { Proposal } from '../../protocol/proposal.ts'
import { RIGHT_TO_LEFT } from '../../protocol/text/visible.ts'
import { describeChange, type Description } from './describeChange.ts'

/** The exact words of a command are those in the proposal's own bytes: what is shown is what its digest covers. */
export function describe(proposal: Proposal): Description {
  if (proposal.kind === 'command') return describeCommand(proposal.argv)
  if (proposal.kind === 'mail') return describeChange(proposal.change)
  return { sentence: `Runs ${proposal.operation} for ${proposal.proposer}.`, facts: factsOf(proposal.input) }
}

/** The words of a command, each in quotes. */
export function describeCommand(argv: readonly string[]): Description {
  const words = argv.map(word => JSON.stringify(word))
  const whole = `Runs ${words.join(' ')}.`
  return {
    sentence: sentenceOf(whole, argv.length),
    facts: words.map((value, at) => ({ name: at === 0 ? 'program' : `word ${at}`, value })),
  }
}

/** Where words that are read from right to left stand in one line, it shows them in another order than they have. */
function sentenceOf(whole: string, count: number): string {
  if (RIGHT_TO_LEFT.test(whole))
    return `Runs a program with words that are read from right to left (${count} in all); each is listed by itself.`
  if (whole.length <= SENTENCE_CHARS) return whole
  return `Runs a program with more words than fit here (${count}); all of them are listed.`
}

const factsOf = (values: Readonly<Record<string, unknown>>): Description['facts'] =>
  Object.entries(values).map(([name, value]) => ({ name, value: JSON.stringify(value) ?? 'null' }))
