// What a proposal would do, in twin's own words and apart from the proposer's: the exact words of a command, or the operation
// with every key of its input. Pure. Each door makes the texts safe for where it shows them.
import { SENTENCE_CHARS } from '../../protocol/limits.ts'
import type { Proposal } from '../../protocol/proposal.ts'
import type { Result } from '../../protocol/refusal.ts'
import type { Planned } from './commandOf.ts'

export interface Description {
  readonly sentence: string
  /** Nothing is cut here: what is approved can be read whole. */
  readonly facts: readonly { readonly name: string; readonly value: string }[]
}

/** `planned`: what commandOf makes of a command now; null for an operation. */
export function describe(proposal: Proposal, planned: Result<Planned> | null): Description {
  if (proposal.kind === 'operation')
    return {
      sentence: `Runs ${proposal.operation} for ${proposal.proposer}.`,
      facts: factsOf(proposal.input),
    }
  if (!planned?.ok)
    return {
      sentence: `Would run the command ${proposal.command}, but ${planned?.refusal.is ?? 'it is not known'}.`,
      facts: factsOf(proposal.arguments),
    }
  return describeCommand(planned.value)
}

/** The words of a command, each in quotes. */
export function describeCommand({ argv }: Planned): Description {
  const words = argv.map(word => JSON.stringify(word))
  const whole = `Runs ${words.join(' ')}.`
  const short = `Runs a program with more words than fit here (${argv.length}); all of them are listed.`
  return {
    sentence: whole.length <= SENTENCE_CHARS ? whole : short,
    facts: words.map((value, at) => ({ name: at === 0 ? 'program' : `word ${at}`, value })),
  }
}

const factsOf = (values: Readonly<Record<string, unknown>>): Description['facts'] =>
  Object.entries(values).map(([name, value]) => ({ name, value: JSON.stringify(value) ?? 'null' }))
