// The time that a Date header names, RFC 5322 and what old and broken programs write. Pure: no clock, no time zone of the machine.
import { daysTo } from '../../../protocol/calendar.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
/** Minutes east of Greenwich of the zones that RFC 5322 lists; others count as none. */
const ZONES: Readonly<Record<string, number>> = {
  EDT: -240,
  EST: -300,
  CDT: -300,
  CST: -360,
  MDT: -360,
  MST: -420,
  PDT: -420,
  PST: -480,
}
const DAY_FIRST =
  /(\d{1,2})[\s-]+([a-z]{3})[a-z]*[\s,-]+(\d{2,4})\s+(\d{1,2})\s*[:.]\s*(\d{2})\s*(?:[:.]\s*(\d{2}))?\s*([ap]m)?\s*([+-]{1,2}\d{4}|[a-z]{1,5})?/i
/** `Tue Jul  1 10:52:37 2003`, as asctime writes it. */
const MONTH_FIRST =
  /([a-z]{3})[a-z]*\s+(\d{1,2})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s+(?:[a-z]{3,5}\s+)?(\d{4})/i
const LATEST = 253_402_300_799

/** Unix seconds; null where `value` names no time between 1970 and 9999. */
export function mailDate(value: string): number | null {
  const text = value.slice(0, 200).replace(/\([^()]*\)/g, '')
  const day = DAY_FIRST.exec(text)
  if (day) {
    const [, date = '', month = '', year = '', hour = '', minute = '', second = '0', half = '', zone = ''] =
      day
    return moment(
      [fullYear(year), monthOf(month), date, ofDay(hour, half), minute, second].map(Number),
      zoneOf(zone),
    )
  }
  const [, month = '', date = '', hour = '', minute = '', second = '0', year = ''] =
    MONTH_FIRST.exec(text) ?? []
  return month === '' ? null : moment([year, monthOf(month), date, hour, minute, second].map(Number), 0)
}

const monthOf = (name: string): number => MONTHS.indexOf(name.toLowerCase()) + 1

/** RFC 5322, 4.3: two digits below 50 are of this century; other years below 1000 count from 1900. */
function fullYear(digits: string): number {
  const year = Number(digits)
  if (year >= 1000) return year
  return digits.length === 2 && year < 50 ? year + 2000 : year + 1900
}

const ofDay = (hour: string, half: string): number =>
  half === '' ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)

function zoneOf(zone: string): number {
  const named = ZONES[zone.toUpperCase()]
  if (named !== undefined) return named
  if (!/^[+-]/.test(zone)) return 0
  const minutes = Number(zone.slice(-4, -2)) * 60 + Number(zone.slice(-2))
  return zone.includes('-') ? -minutes : minutes
}

function moment(fields: readonly number[], zone: number): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = fields
  if (month < 1 || day < 1 || day > 31 || hour > 24 || minute > 59 || second > 60) return null
  const seconds = daysTo(year, month, day) * 86_400 + hour * 3_600 + minute * 60 + second - zone * 60
  return seconds >= 0 && seconds <= LATEST ? seconds : null
}
