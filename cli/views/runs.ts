// Runs as lines: what came of one, first in a sentence, then step by step, and the list of those that are kept. A stage that was taken
// over may have put a stranger's words into its remarks: they are marked as the stage's. Relies on protocol/runReport.ts.
import * as z from 'zod/mini'
import { RunReport } from '../../protocol/runReport.ts'
import { RunsListed } from '../../protocol/runShown.ts'
import { counted } from '../../protocol/text/counted.ts'
import { unhiddenText } from '../../protocol/text/terminal.ts'
import { styled, type Line, type Style } from '../answer.ts'
import { table } from '../table.ts'
import { hanging, wrapped } from '../wrapped.ts'
import { length, near } from './moment.ts'
import { MARK } from './proseLines.ts'
import type { View } from './view.ts'

export const runsListed: View = (output, { columns, now }) => {
  const { runs, more, broken } = z.parse(RunsListed, output)
  const rows = runs.map(run => [
    run.id,
    run.state,
    near(run.started, now()),
    String(run.messages),
    run.failures === 0 ? '' : String(run.failures),
    outcomeOf(run),
  ])
  const heads = [{ whole: 'run' }, 'state', 'started', 'messages', 'failed', { wrapped: 'outcome' }]
  return {
    lines: [
      ...broken.flatMap(sentence => wrappedLines(sentence, columns, 'bad')),
      ...(rows.length === 0
        ? [['No run is kept. "twin run FILE" starts one.']]
        : table(heads, rows, columns)),
      ...(more > 0 ? [[`and ${more} more`]] : []),
    ],
  }
}

const outcomeOf = (run: RunsListed['runs'][number]): string =>
  [
    ...(run.why === null ? [] : [run.why]),
    ...(run.applied === 0 ? [] : [`${run.applied} applied`]),
    ...(run.waiting === 0 ? [] : [`${run.waiting} wait for you`]),
  ].join('; ')

export const runShown: View = (output, { columns, now }) => {
  const report = z.parse(RunReport, output)
  return {
    lines: [
      ...headLines(report, columns, now()),
      [''],
      ...table(
        ['step', 'stage', 'state', 'done', 'before', 'absent', 'failed'],
        report.steps.map(stepRow),
        columns,
      ),
      ...report.steps.flatMap(step => saidLines(step, columns)),
      ...boundaryLines(report, columns),
      ...report.notes.flatMap(note => wrappedLines(`note: ${note}`, columns)),
    ],
  }
}

function headLines(report: RunReport, columns: number, now: number): Line[] {
  const { id, state, started, ended, why, view, proposals, output } = report
  const took = ended === null ? '' : `, took ${length(Math.max(1, ended - started))}`
  const left = [
    ...(view.more > 0 ? [`${view.more} more match and are over the limit`] : []),
    ...(view.cut > 0 ? [`${counted(view.cut, 'thread')} not whole`] : []),
  ]
  return [
    [styled(STYLES[state], state), ` ${id}, ${near(started, now)}${took}`],
    ...(why === null ? [] : wrappedLines(`why: ${why}`, columns, 'bad')),
    ...wrappedLines(
      [`view: ${counted(view.messages, 'message')}${pulledIn(view)}`, ...left].join('; '),
      columns,
    ),
    ...proposalLines(proposals),
    ...(output === null ? [] : [['output: ', styled('heading', output)]]),
  ]
}
const pulledIn = ({ messages, roots }: RunReport['view']): string =>
  roots < messages ? `, ${roots} of them by the query, the others by their threads` : ''
const STYLES: Record<RunReport['state'], Style> = {
  running: 'heading',
  done: 'good',
  failed: 'bad',
  interrupted: 'bad',
}

function proposalLines({ applied, pending, refused, stuck, rejected }: RunReport['proposals']): Line[] {
  const said = [
    ...(applied > 0 ? [`${applied} applied`] : []),
    ...(pending > 0 ? [`${pending} wait for you ("twin proposals")`] : []),
    ...(refused > 0 ? [`${refused} refused`] : []),
    ...(stuck > 0 ? [`${stuck} stuck`] : []),
    ...(rejected > 0 ? [`${rejected} were no proposal`] : []),
  ]
  return said.length === 0 ? [] : [[`proposals: ${said.join(', ')}`]]
}

const stepRow = (step: RunReport['steps'][number]): string[] => [
  step.name,
  step.uses,
  step.state,
  String(step.done),
  some(step.skipped),
  some(step.absent),
  some(step.failures),
]
const some = (count: number): string => (count === 0 ? '' : String(count))

function saidLines({ name, failed, failures, remarks }: RunReport['steps'][number], columns: number): Line[] {
  const shown = failed.slice(0, FAILURES)
  return [
    ...shown.flatMap(({ handle, why }) => wrappedLines(`${name}: ${handle} ${why}`, columns, 'bad')),
    ...(failures > shown.length ? [[`${name}: and ${failures - shown.length} more failed`]] : []),
    ...remarks.flatMap(({ sentence, count }): Line[] => [
      [styled('dim', `${name} says of ${counted(count, 'message')}:`)],
      ...wrapped(unhiddenText(sentence), columns - MARK.length).map((line): Line => [
        styled('dim', MARK),
        line,
      ]),
    ]),
  ]
}
/** Failures of one step that a terminal shows; --json has more. */
const FAILURES = 5

/** What each boundary lets through of one message; --json has those that stay within. */
const boundaryLines = ({ boundaries }: RunReport, columns: number): Line[] =>
  boundaries
    .filter(({ outbound }) => outbound)
    .flatMap(({ from, to, bits }) =>
      wrappedLines(
        `out: ${from} to ${to}, ${bits === null ? 'without a limit' : `at most ${bits} bits a message`}`,
        columns,
        'dim',
      ),
    )

const wrappedLines = (text: string, columns: number, style?: Style): Line[] =>
  hanging(text, columns, HANG).map((line): Line => [style ? styled(style, line) : line])
const HANG = { first: '', further: '  ' }
