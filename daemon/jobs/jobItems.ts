// Reads the items that a job printed: a line of JSON each, strict. A stranger's text: a bad line is counted, never repeated.
// Pure. Relies on protocol/jobItem.ts for the shape and on what is kept of the output being whole but for its last line.
import { JobItem } from '../../protocol/jobItem.ts'
import { JOB_ITEMS } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'

/** `bad`: lines that are no items. `more`: items beyond the cap. */
export interface ReadItems {
  readonly items: readonly JobItem[]
  readonly bad: number
  readonly more: number
}

/** The items in `stdout`; empty lines are none. */
export function readItems(stdout: string): ReadItems {
  const lines = stdout.split('\n').filter(line => line.trim() !== '')
  const found = lines.flatMap(line => itemOf(line) ?? [])
  return {
    items: found.slice(0, JOB_ITEMS),
    bad: lines.length - found.length,
    more: Math.max(0, found.length - JOB_ITEMS),
  }
}

function itemOf(line: string): JobItem | undefined {
  const parsed = parseJson(line)
  return parsed.ok ? JobItem.safeParse(parsed.value).data : undefined
}

/** What is to be said of `read` and of an output that was cut; null where nothing is missing. */
export function itemsNote({ bad, more }: ReadItems, cut: boolean): string | null {
  const said = [
    ...(bad > 0
      ? [`${bad} ${bad === 1 ? 'line was no item and was' : 'lines were no items and were'} left out`]
      : []),
    ...(more > 0 ? [`${more} items over ${JOB_ITEMS} were left out`] : []),
    ...(cut ? ['it printed more than is kept'] : []),
  ]
  return said.length > 0 ? said.join('; ') : null
}
