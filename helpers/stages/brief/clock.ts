// Times as the note writes them, in one given time zone. Pure. Relies on Intl's English names, which Node carries itself, so
// no locale of the machine changes a note.

/** The words of one moment. */
interface Words {
  /** "Monday" */
  readonly weekday: string
  /** "30 November" */
  readonly day: string
  readonly year: string
  /** "05:25" */
  readonly time: string
}

export interface Clock {
  /** "Monday 30 November 2026, 05:25" of Unix seconds. */
  readonly full: (seconds: number) => string
  /** "04:12" on the day of `end`, otherwise "29 November 2026, 04:12" without the year of `end`; "no date" of null. */
  readonly near: (seconds: number | null) => string
}

/** A clock of `timeZone` for a note that ends at `end` (Unix seconds). An unknown zone is UTC, and the times say so. */
export function clockOf(timeZone: string, end: number): Clock {
  const format = formatOf(timeZone) ?? formatOf('UTC')
  const suffix = formatOf(timeZone) ? '' : ' UTC'
  const words = (seconds: number): Words => wordsOf(format, seconds)
  const today = words(end)
  return {
    full: seconds => {
      const { weekday, day, year, time } = words(seconds)
      return `${weekday} ${day} ${year}, ${time}${suffix}`
    },
    near: seconds => {
      if (seconds === null) return 'no date'
      const { day, year, time } = words(seconds)
      if (year !== today.year) return `${day} ${year}, ${time}${suffix}`
      return day === today.day ? `${time}${suffix}` : `${day}, ${time}${suffix}`
    },
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'long',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    })
  } catch {
    return undefined
  }
}

function wordsOf(format: Intl.DateTimeFormat | undefined, seconds: number): Words {
  const parts = new Map(format?.formatToParts(seconds * 1_000).map(part => [part.type, part.value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return {
    weekday: part('weekday'),
    day: `${part('day')} ${part('month')}`,
    year: part('year'),
    time: `${part('hour')}:${part('minute')}`,
  }
}
