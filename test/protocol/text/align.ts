// Maps a field back through the table of substitutions: is `changed` what `text` becomes when nothing but rows of the table
// is applied? Relies on substitutions.ts for the rows, not for their application.
import { SUBSTITUTIONS } from '../../../protocol/text/substitutions.ts'

/** What may stand in the field (`to`) for what stands in the plain text (`from`, '' for an addition). */
const PAIRS = SUBSTITUTIONS.flatMap(({ from, to }) =>
  from.length === 0
    ? [{ from: '', to: to.replaceAll('$&', '') }]
    : from.map(char => ({ from: char, to: to.replaceAll('$&', char) })),
)

/** The text between twin's quotes and isolate. */
export const bodyOf = (field: string): string => field.slice(1, -1).replace(/^\u2068([\s\S]*)\u2069$/, '$1')

/** Whether rows of the table, and nothing else, lead from `text` to `changed`. */
export function isListedChange(text: string, changed: string): boolean {
  const dead = new Set<string>()
  const leads = (at: number, to: number): boolean => {
    if (at === text.length && to === changed.length) return true
    const key = `${at} ${to}`
    if (dead.has(key)) return false
    dead.add(key)
    if (at < text.length && text[at] === changed[to] && leads(at + 1, to + 1)) return true
    return PAIRS.some(
      pair =>
        pair.from.length + pair.to.length > 0 &&
        text.startsWith(pair.from, at) &&
        changed.startsWith(pair.to, to) &&
        leads(at + pair.from.length, to + pair.to.length),
    )
  }
  return leads(0, 0)
}
