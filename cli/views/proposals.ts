// Proposals as lines: twin's own words first, the proposer's apart, marked and without any power over the screen. Relies on
// protocol/proposalShown.ts for the shapes, and on output.ts, which leaves nothing in a line that a terminal obeys.
import * as z from 'zod/mini'
import {
  type ProposalLine,
  ProposalLine as Decided,
  ProposalShown,
  ProposalsListed,
} from '../../protocol/proposalShown.ts'
import { unhiddenText } from '../../protocol/text/terminal.ts'
import { styled, type Line } from '../answer.ts'
import { displayWidth, fit } from '../displayWidth.ts'
import { table } from '../table.ts'
import { hanging } from '../wrapped.ts'
import { changeLines, type Changing, exactLines, FACT, SENTENCE } from './changeLines.ts'
import { ahead, moment } from './moment.ts'
import { proseLines } from './proseLines.ts'
import type { View } from './view.ts'

export const proposalsListed: View = (output, { columns, now }) => {
  const { proposals, more, batches, dropped } = z.parse(ProposalsListed, output)
  return {
    lines: [
      ...(proposals.length === 0 ? [['No proposal is listed.']] : listLines(proposals, columns, now())),
      ...(more > 0 ? [[`and ${more} more`]] : []),
      ...batches.flatMap(({ ids, batch }): Line[] => [
        ...alikeLines(ids, proposals, columns),
        [`  twin proposals approve ${ids.length <= NAMED ? ids.join(' ') : batch}`],
      ]),
      ...dropped.map(({ name, why }): Line => ['dropped: ', `${JSON.stringify(name)} ${why}`]),
    ],
  }
}

/** How many are alike, and the sentence of one of them, by which a person tells batches apart; without it where the list is cut before. */
function alikeLines(ids: readonly string[], proposals: readonly ProposalLine[], columns: number): Line[] {
  const [one] = proposals.filter(({ id }) => ids.includes(id))
  const example = one ? `, the first: ${unhiddenText(one.sentence)}` : ''
  return [
    ...hanging(`${ids.length} are alike${example}`, columns, SENTENCE).map((line): Line => [line]),
    ['One decision on all of them:'],
  ]
}

/** Proposals of a batch that are named one by one; more go by its name. */
const NAMED = 3

/** Columns that are left for what it would do, beside the others; with fewer it stands below them. */
const READABLE = 30

/** A table; in a narrow terminal what each would do stands below it. An id is always whole: it is what a person copies. */
function listLines(proposals: readonly ProposalLine[], columns: number, now: number): Line[] {
  const heads = [{ whole: 'id' }, 'state', 'risk', 'from', 'expires']
  const rows = proposals.map(one => [one.id, one.state, one.risk, one.proposer, untilOf(one, now)])
  const sentences = proposals.map(one => unhiddenText(one.sentence))
  const beside = Math.max(...rows.map(row => displayWidth(row.join('  '))))
  if (beside + READABLE > columns) {
    const [head = [], ...others] = table(heads, rows, Infinity)
    return [head, ...others.flatMap((line, at) => [line, [fit(`    ${sentences[at] ?? ''}`, columns)]])]
  }
  const wide = rows.map((row, at) => [...row, sentences[at] ?? ''])
  return table([...heads, { wrapped: 'what it would do' }], wide, columns)
}

export const proposalShown: View = (output, { columns, now }) => ({
  lines: proposalLines(z.parse(ProposalShown, output), { columns, now: now() }),
})

export const proposalsDecided: View = output => {
  const { proposals } = z.parse(z.strictObject({ proposals: z.array(Decided) }), output)
  return {
    lines: proposals.map(({ id, state, why }): Line => [
      styled(state === 'stuck' ? 'bad' : 'good', state),
      ` ${id}${why === null ? '' : `: ${why}`}`,
    ]),
  }
}

/** One proposal whole. `now`: milliseconds since 1970. */
export function proposalLines(
  one: ProposalShown,
  { columns, now }: { readonly columns: number; readonly now: number },
): Line[] {
  return [
    ...hanging(unhiddenText(one.sentence), columns, SENTENCE).map((line): Line => [styled('heading', line)]),
    [`id       ${one.id}`],
    ...hanging(
      `state    ${one.state}${one.why === null ? '' : `: ${unhiddenText(one.why)}`}`,
      columns,
      DEEP,
    ).map((line): Line => [line]),
    [`from     ${one.proposer}, ${moment(one.created)}`],
    [`risk     ${one.risk}`],
    ...(isOpen(one) ? [[`expires  ${moment(one.expires)} (${untilOf(one, now)})`]] : []),
    [`digest   ${one.digest}`],
    ...factLines(one, columns),
    ...proseLines(one.proposer, one.prose, columns),
  ]
}
/** Further lines behind a name of twin's. */
const DEEP = { first: '', further: '         ' }

/** One proposal as far as it is not as `first`, which is shown whole. */
export function differingLines(one: ProposalShown, first: ProposalShown, columns: number): Line[] {
  const isNew = ({ name, value }: ProposalShown['facts'][number]) =>
    !first.facts.some(other => other.name === name && other.value === value)
  const isSaid = one.foreseen?.sentence === first.foreseen?.sentence
  const foreseen = one.foreseen && { ...one.foreseen, sentence: isSaid ? null : one.foreseen.sentence }
  return [
    [`${one.id}, digest ${one.digest}`],
    ...factLines({ ...one, facts: one.facts.filter(isNew), foreseen }, columns),
    ...(one.prose === first.prose ? [] : proseLines(one.proposer, one.prose, columns)),
  ]
}

type Told = Pick<ProposalShown, 'facts' | 'problem'> & { readonly foreseen: Changing | null }

function factLines({ facts, foreseen, problem }: Told, columns: number): Line[] {
  return [
    ...facts.flatMap(({ name, value }) => exactLines(`${name}: ${value}`, columns, FACT)),
    ...(foreseen === null ? [] : changeLines(foreseen, columns)),
    ...(problem === null
      ? []
      : hanging(unhiddenText(`It could not be applied now: ${problem}`), columns, SENTENCE).map(
          (line): Line => [styled('bad', line)],
        )),
  ]
}

/** Whether it can still expire. */
const isOpen = ({ state }: Pick<ProposalLine, 'state'>): boolean => state === 'new' || state === 'pending'

const untilOf = ({ expires, state }: ProposalLine, now: number): string => {
  const left = expires - Math.floor(now / 1000)
  if (!isOpen({ state })) return '-'
  return left > 0 ? `in ${ahead(left)}` : 'expired'
}
