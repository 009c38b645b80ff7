// Rule 1: no stage has both a way out and mail, or words made from mail. Every input of a run is made from its view, however many steps
// lie between: a record, a placeholder and a chosen handle too. So what counts is what an input can carry, never where it came from. Pure.
import { done, type Result } from '../../protocol/refusal.ts'
import { bitsOfInput } from './boundariesOf.ts'
import { hasFreeText } from './capacity.ts'
import type { CheckedInput } from './checkedRun.ts'
import { formatOf } from './formatOf.ts'
import type { StepUnderCheck } from './stepUnderCheck.ts'

/** So many bits spell a word: what carries more is as good as free text, whatever it is made of. */
const SPELLING_BITS = 64

type Inputs = Readonly<Record<string, CheckedInput>>

/**
 * What one message can send through the step's hosts, in bits: all that its inputs carry. `hosts`: that its lanes lead to. Refused
 * where an input is mail or has no bound, and where free text is more than the run accepts.
 */
export function ruleOne(under: StepUnderCheck, inputs: Inputs, hosts: readonly string[]): Result<number> {
  const { run, step, fault } = under
  if (hosts.length === 0)
    return step.accept_bits === undefined
      ? done(0)
      : fault(['accept_bits'], 'accepts bits, and nothing leaves through it', 'no "accept_bits"')
  let bits = 0
  for (const [name, input] of Object.entries(inputs)) {
    const carried = bitsOfInput(run, input)
    if (carried === null)
      return fault(
        ['in', name],
        `breaks rule 1: it may reach ${hosts.join(', ')} and takes ${isMail(input) ? 'mail' : 'text without a bound'} at ${name}`,
        RULE,
      )
    bits += carried
  }
  return isSpelled(inputs, bits) && bits > (step.accept_bits ?? -1) ? tooMuch(under, bits) : done(bits)
}
const RULE = 'one step that reads mail and none that has both mail, or text without a bound, and a way out'

function tooMuch({ step, fault }: StepUnderCheck, bits: number): Result<never> {
  const accepted =
    step.accept_bits === undefined ? '"accept_bits" is missing' : `"accept_bits" is ${step.accept_bits}`
  return fault(
    step.accept_bits === undefined ? [] : ['accept_bits'],
    `lets out up to ${bits} bits of each message, and ${accepted}`,
    `"accept_bits: ${bits}", or records that carry less`,
  )
}

const isMail = ({ format }: CheckedInput): boolean => formatOf(format)?.mail !== false

const isSpelled = (inputs: Inputs, bits: number): boolean =>
  bits > SPELLING_BITS || Object.values(inputs).some(({ schema }) => schema !== null && hasFreeText(schema))
