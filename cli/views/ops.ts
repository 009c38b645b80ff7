// Operations as lines: all of them, or what one takes and needs. A plugin's summaries are its own words. Relies on
// protocol/opsShown.ts.
import * as z from 'zod/mini'
import { type OperationShown, OperationShown as Shown, OpsListed } from '../../protocol/opsShown.ts'
import { styled, type Line } from '../answer.ts'
import { choicesOf, type Property, propertiesOf } from '../inputFields.ts'
import { table } from '../table.ts'
import type { View } from './view.ts'

const DOES: Record<OperationShown['class'], string> = { read: 'reads', mutate: 'changes', send: 'sends' }

export const opsListed: View = (output, { columns }) => {
  const { operations, more } = z.parse(OpsListed, output)
  const rows = operations.map(one => [one.name, one.summary, DOES[one.class], one.agents ? 'offered' : ''])
  return {
    lines: [
      ...(rows.length === 0 ? [['Nothing is offered here.']] : []),
      ...table(['operation', { wrapped: 'what it does' }, 'class', 'agents'], rows, columns),
      ...(more > 0 ? [[`and ${more} more: "twin ops list --skip ${operations.length}"`]] : []),
      [''],
      ['"twin ops show NAME" says what one takes, "twin ops call NAME" calls it.'],
    ],
  }
}

export const opsShown: View = (output, { columns }) => {
  const one = z.parse(Shown, output)
  const inputs = propertiesOf(one.input)
  return {
    lines: [
      [styled('heading', one.name), `: ${one.summary}`],
      [
        `class     ${one.class === 'mutate' && one.reversible ? 'changes, and can be undone' : DOES[one.class]}`,
      ],
      [`agents    ${agentsOf(one)}`],
      [`policy    ${policyOf(one)}`],
      [`doors     ${one.doors.join(', ')}`],
      [`answers   with words of ${one.provenance}`],
      [''],
      ...(inputs.length === 0 ? [['It takes no input.']] : inputTable(inputs, columns)),
    ],
  }
}

const agentsOf = ({ agents, ceiling }: OperationShown): string =>
  agents ? 'offered' : ceiling === 'never' ? 'never offered' : 'not offered: "twin exposure set" offers it'
const policyOf = ({ capability }: OperationShown): string =>
  capability === null ? 'has no say' : capability === 'by-input' ? 'decides by its input' : capability

const inputTable = (inputs: readonly Property[], columns: number): Line[] =>
  table(
    ['input', 'type', 'given', { wrapped: 'what it is' }],
    inputs.map(one => [one.key, typeOf(one), one.isRequired ? 'always' : '', one.summary]),
    columns,
  )

function typeOf({ shape }: Property): string {
  const choices = choicesOf(shape)
  if (choices.length > 0) return choices.join(' or ')
  return typeof shape['type'] === 'string' ? shape['type'] : 'anything'
}
