// What an operation foresees as lines: its sentence, then each change with its before and after, whole and with nothing hidden.
// Relies on wrapped.ts to keep further lines from passing for first ones. Pure.
import type { Change } from '../../protocol/call.ts'
import { RIGHT_TO_LEFT } from '../../protocol/text/visible.ts'
import { mixedRemark } from '../../protocol/text/mixedScripts.ts'
import { unhiddenText } from '../../protocol/text/terminal.ts'
import { styled, type Line } from '../answer.ts'
import { displayWidth } from '../displayWidth.ts'
import { hanging } from '../wrapped.ts'

/** Where the first line of a text stands, and where its further lines do: none can pass for a line of twin's. */
export const SENTENCE = { first: '', further: '      ' }
export const FACT = { first: '  ', further: '      ' }

/** `sentence`: null where it is said already. `more`: how many changes are not among `changes`. */
export interface Changing {
  readonly sentence: string | null
  readonly changes: readonly Change[]
  readonly more: number
}

export function changeLines({ sentence, changes, more }: Changing, columns: number): Line[] {
  return [
    ...(sentence === null ? [] : exactLines(sentence, columns, SENTENCE)),
    ...changes.flatMap(change => oneChange(change, columns)),
    ...(more > 0 ? [[`  and ${more} more`]] : []),
  ]
}

/** `text` as it stands, on as many lines as it takes. */
export const exactLines = (text: string, columns: number, place: typeof FACT): Line[] => [
  ...hanging(unhiddenText(text), columns, place).map((line): Line => [line]),
  ...mixedLines(text, columns, place),
]

/** A remark of twin's own below what may only look like what it is taken for. */
function mixedLines(text: string, columns: number, { further }: typeof FACT): Line[] {
  const remark = mixedRemark(text)
  if (remark === null) return []
  const place = { first: `${further}! `, further: `${further}  ` }
  return hanging(remark, columns, place).map(line => [styled('bad', line)])
}

const ARROW = '->'

/**
 * On one line where that holds it. A terminal that knows right-to-left writing would set what stands after the arrow before it,
 * and a text with an arrow of its own could end where another begins: then each has a line of its own.
 */
function oneChange({ id, before, after }: Change, columns: number): Line[] {
  const line = unhiddenText(`${id}: ${[before, ARROW, after].filter(part => part !== '').join(' ')}`)
  const isPlain = !RIGHT_TO_LEFT.test(line) && !`${id}${before}${after}`.includes(ARROW)
  if (isPlain && displayWidth(line) + FACT.first.length <= columns)
    return [[`${FACT.first}${line}`], ...mixedLines(`${id} ${before} ${after}`, columns, FACT)]
  return [
    ...exactLines(id, columns, FACT),
    ...exactLines(before === '' ? 'before:' : `before: ${before}`, columns, {
      first: '    ',
      further: '        ',
    }),
    ...exactLines(after === '' ? 'after:' : `after: ${after}`, columns, {
      first: '    ',
      further: '        ',
    }),
  ]
}
