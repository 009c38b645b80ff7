// When a list of times of day comes next, by the local clock of a time zone. A time that the clock skips in spring comes at
// the first moment after the gap, on the same day; one that it shows twice in autumn comes once, the first time. Pure: an
// instant in, an instant out. Relies on croner for the calendar, and on its rule for a single time of day being just that.
import { Cron } from 'croner'

/** Milliseconds since 1970; `from` is left out, `to` is not. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** Milliseconds: each time of day comes at least once in this, whatever the clock does. */
const LOOK_BACK = 2 * 86_400_000

/** The first instant after `after` at which the clock of `zone` shows one of `at` (HH:MM); milliseconds since 1970. Null where `at` is empty. */
export function nextRun(at: readonly string[], after: number, zone: string): number | null {
  const first = Math.min(...at.map(time => next(patternOf(time, zone), after)))
  return Number.isFinite(first) ? first : null
}

/**
 * The instants of `span` at which one of `at` came, in order, each once; of a longer stretch than two days those of its last
 * two days, since only one of them will be made up for.
 */
export function runsBetween(at: readonly string[], span: Span, zone: string): number[] {
  const from = Math.max(span.from, span.to - LOOK_BACK)
  const found = new Set<number>()
  for (const time of at) {
    const pattern = patternOf(time, zone)
    for (let run = next(pattern, from); run <= span.to; run = next(pattern, run)) found.add(run)
  }
  return [...found].sort((a, b) => a - b)
}

/** One pattern a time: of a list croner would skip what falls into the gap, and run twice what comes twice. */
function patternOf(time: string, zone: string): Cron {
  const [hour, minute] = time.split(':')
  return new Cron(`0 ${minute} ${hour} * * *`, { timezone: zone, mode: '6-part', paused: true })
}

const next = (pattern: Cron, after: number): number => pattern.nextRun(new Date(after))?.getTime() ?? Infinity
