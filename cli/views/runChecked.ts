// A checked run as lines: the run as understood, what each step may do, what each boundary lets through, and what comes of its rules.
// Relies on protocol/runChecked.ts; every text goes through the terminal's own cleaning like any other.
import * as z from 'zod/mini'
import { RunChecked } from '../../protocol/runChecked.ts'
import { styled, type Line, type Style } from '../answer.ts'
import { table } from '../table.ts'
import { hanging } from '../wrapped.ts'
import type { View } from './view.ts'

export const runChecked: View = (output, { columns }) => {
  const { file, yaml, steps, boundaries, rules, notes } = z.parse(RunChecked, output)
  return {
    lines: [
      [styled('good', 'This run can start.'), ` ${file}`],
      [''],
      [styled('heading', 'As understood')],
      ...yaml
        .trimEnd()
        .split('\n')
        .map((line): Line => [`  ${line}`]),
      [''],
      [styled('heading', 'What each step may do, and nothing else')],
      ...steps.flatMap(step => stepLines(step, columns)),
      [''],
      [styled('heading', 'What each boundary lets through of one message')],
      ...table([{ whole: 'from' }, { wrapped: 'to' }, 'bits', ''], boundaries.map(boundaryRow), columns),
      ...ruleLines(rules, columns),
      ...notes.flatMap(note => wrapped(`note: ${note}`, columns)),
    ],
  }
}

function stepLines(
  { name, uses, summary, takes, may, withheld }: RunChecked['steps'][number],
  columns: number,
): Line[] {
  return [
    ...wrapped(
      name === uses.split('@')[0] ? `${uses}: ${summary}` : `${name} (${uses}): ${summary}`,
      columns,
    ),
    ...takes.flatMap(one => wrapped(`takes ${one}`, columns, BELOW)),
    ...may.flatMap(one => wrapped(`may ${one}`, columns, BELOW)),
    ...withheld.flatMap(one => wrapped(`is not granted ${one}`, columns, { ...BELOW, style: 'dim' })),
  ]
}

const boundaryRow = ({ from, to, bits, outbound }: RunChecked['boundaries'][number]): string[] => [
  from,
  to,
  bits === null ? 'without a limit' : String(bits),
  outbound ? 'leaves this machine' : '',
]

const EFFECTS = { done: 'done', asked: 'you are asked', refused: 'refused' } as const

function ruleLines(rules: RunChecked['rules'], columns: number): Line[] {
  if (rules.length === 0) return [[''], ['There is no "apply": this run changes no mailbox.']]
  const rows = rules.map(({ rule, said, effect, why }) => [
    rule,
    said === 'nothing' ? '' : said,
    EFFECTS[effect],
    why,
  ])
  return [
    [''],
    [styled('heading', 'What comes of what is proposed, with policy.toml as it is now')],
    ...table([{ whole: 'proposal' }, 'run says', 'outcome', { wrapped: 'why' }], rows, columns),
  ]
}

const BELOW = { first: '  ', further: '    ' }
interface Placed {
  readonly first: string
  readonly further: string
  readonly style?: Style
}
const wrapped = (text: string, columns: number, placed: Placed = { first: '', further: '  ' }): Line[] =>
  hanging(text, columns, placed).map((line): Line => [placed.style ? styled(placed.style, line) : line])
