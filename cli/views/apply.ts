// The commands of policy.toml as lines. Relies on protocol/applyShown.ts.
import * as z from 'zod/mini'
import { ApplyListed, ApplyRun } from '../../protocol/applyShown.ts'
import { counted } from '../../protocol/text/counted.ts'
import { styled } from '../answer.ts'
import { table } from '../table.ts'
import type { View } from './view.ts'

export const applyListed: View = (output, { columns }) => {
  const { commands } = z.parse(ApplyListed, output)
  const rows = commands.map(({ name, grant, arguments: given }) => [
    name,
    grant,
    given.map(one => `${one.name}: ${one.wants}`).join('; '),
  ])
  return {
    lines:
      rows.length === 0
        ? [['policy.toml has no [apply.NAME]: its comments show how one looks.']]
        : table(['command', 'policy', { wrapped: 'arguments' }], rows, columns),
  }
}

export const applyRun: View = output => {
  const { printed } = z.parse(ApplyRun, output)
  const said = printed === 0 ? 'nothing' : `${counted(printed, 'byte')}, which are not kept`
  return { lines: [[styled('good', 'done'), `: it printed ${said}.`]] }
}
