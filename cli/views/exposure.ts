// What agents are offered, as lines: what is, what could be, and what never will be. Relies on protocol/exposureShown.ts.
import * as z from 'zod/mini'
import { type Exposed, ExposureListed, ExposureSet } from '../../protocol/exposureShown.ts'
import type { Line } from '../answer.ts'
import { table } from '../table.ts'
import { hanging } from '../wrapped.ts'
import { near } from './moment.ts'
import type { View } from './view.ts'

export const exposureListed: View = (output, { columns, now }) => {
  const { operations } = z.parse(ExposureListed, output)
  const able = operations.filter(({ ceiling }) => ceiling !== 'never')
  const never = operations.filter(({ ceiling }) => ceiling === 'never')
  const rows = [...able.filter(({ offered }) => offered), ...able.filter(({ offered }) => !offered)]
  return {
    lines: [
      ...table(
        ['operation', 'agents', 'set'],
        rows.map(one => [one.name, one.offered ? 'offered' : 'not offered', setOf(one, now())]),
        columns,
      ),
      [''],
      ...hanging(`Never offered: ${never.map(({ name }) => name).join(', ')}.`, columns, INDENTED).map(
        (line): Line => [line],
      ),
      ['"twin exposure set NAME on" offers one to every agent, "off" to none.'],
    ],
  }
}
const INDENTED = { first: '', further: '  ' }

const setOf = ({ changed, by }: Exposed, now: number): string =>
  changed === null ? '' : `${near(changed, now)}${by === null ? '' : ` by ${by}`}`

export const exposureSet: View = output => {
  const { offered, operations } = z.parse(ExposureSet, output)
  const names = operations.join(', ')
  return { lines: [[offered ? `Agents are offered ${names}.` : `No agent is offered ${names}.`]] }
}
