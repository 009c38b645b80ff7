// Dates as people write them, found in a text where they stand free: with a year always, in the order that their form says, month
// names in nine languages. What could be two days is none, unless the text itself says which order it writes. Pure; linear.
import { daysIn } from '../protocol/calendar.ts'

/** `day`: YYYY-MM-DD; null where the order is not known, and then `literal` alone can be compared. */
export interface Dated {
  readonly start: number
  readonly end: number
  readonly day: string | null
  readonly literal: string
}

/** Months by their first letters, without accents, in English, Norwegian, Danish, Swedish, German, Dutch, French, Spanish, Italian, Portuguese. */
const MONTHS: readonly (readonly string[])[] = [
  'january januar januari janvier enero gennaio janeiro jan janv ene gen',
  'february februar februari fevrier febrero febbraio fevereiro feb fev fevr',
  'march mars marz maerz marts maart marzo marco mar mrt mrz',
  'april avril abril aprile apr avr abr',
  'may mai maj mei mayo maggio maio mag',
  'june juni juin junio giugno junho jun giu',
  'july juli juillet julio luglio julho jul juil lug',
  'august aout agosto augustus augusti aug ago',
  'september septembre septiembre settembre setembro sep sept set',
  'october oktober octobre octubre ottobre outubro oct okt ott out',
  'november novembre noviembre novembro nov',
  'december desember dezember decembre diciembre dicembre dezembro des dec dez dic',
].map(names => names.split(' '))
const MONTH_OF = new Map(MONTHS.flatMap((names, month) => names.map(name => [name, month + 1] as const)))

const FREE_BEFORE = String.raw`(?<![\p{L}\p{N}_]|\d[-./:,])`
const FREE_AFTER = String.raw`(?![\p{L}\p{N}_]|[-./:]\d)`
const FORMS: readonly RegExp[] = [
  // 2026-11-30, 2026/11/30, 2026.11.30, and as the first part of a time stamp
  String.raw`(?<y>\d{4})(?<mark>[-/.])(?<m>\d{1,2})\k<mark>(?<d>\d{1,2})(?=T\d|${FREE_AFTER})`,
  String.raw`(?<y>\d{4})年(?<m>\d{1,2})月(?<d>\d{1,2})日`,
  // 30.11.2026, 30. 11. 2026: a full stop always puts the day first
  String.raw`(?<d>\d{1,2})\. ?(?<m>\d{1,2})\. ?(?<y>\d{4}|\d{2})${FREE_AFTER}`,
  // 30/11/2026 or 11/30/2026
  String.raw`(?<a>\d{1,2})(?<mark>[-/])(?<b>\d{1,2})\k<mark>(?<y>\d{4}|\d{2})${FREE_AFTER}`,
  // 30 November 2026, 30. Nov. 2026, 30th of November 2026, 30 de noviembre de 2026, 30-Nov-2026
  String.raw`(?<d>\d{1,2})(?:st|nd|rd|th|er|º|\.)?(?:[ -]|\s)(?:(?:of|de|den) )?(?<name>\p{L}{3,10})\.?(?:,? (?:(?:de|del) )?|-|\s)(?<y>\d{4})${FREE_AFTER}`,
  // November 30, 2026
  String.raw`(?<name>\p{L}{3,10})\.?\s(?<d>\d{1,2})(?:st|nd|rd|th)?,?\s(?<y>\d{4})${FREE_AFTER}`,
].map(form => new RegExp(FREE_BEFORE + form, 'giu'))

interface Raw {
  readonly start: number
  readonly end: number
  readonly literal: string
  readonly year: number
  /** Month and day where the form says which is which. */
  readonly known: readonly [month: number, day: number] | null
  /** The two numbers of a form that does not say. */
  readonly pair: readonly [number, number] | null
}

/** Every date that stands free in `text`, in order. */
export function datesIn(text: string): Dated[] {
  const found = FORMS.flatMap(form => [...text.matchAll(form)].flatMap(match => rawOf(match) ?? []))
  const order = orderOf(found)
  return found.sort((a, b) => a.start - b.start || b.end - a.end).flatMap(raw => datedOf(raw, order) ?? [])
}

/** The one date that `text` is; undefined where it is anything more or less. */
export function dateOfText(text: string): Dated | undefined {
  const trimmed = text.trim()
  return datesIn(trimmed).find(({ start, end }) => start === 0 && end === trimmed.length)
}

function rawOf(match: RegExpMatchArray): Raw | undefined {
  const { y = '', m, d, a, b, name } = match.groups ?? {}
  const start = match.index ?? 0
  const month = name === undefined ? Number(m) : MONTH_OF.get(bareName(name))
  if (a === undefined && month === undefined) return undefined
  return {
    start,
    end: start + match[0].length,
    literal: match[0],
    year: y.length === 2 ? Number(y) + (Number(y) < 70 ? 2000 : 1900) : Number(y),
    known: a === undefined ? [month ?? 0, Number(d)] : null,
    pair: a === undefined ? null : [Number(a), Number(b)],
  }
}

const bareName = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

type Order = 'day-first' | 'month-first' | null

/** What the dates of this text that can be read one way only say of the others; null where they say nothing, or disagree. */
function orderOf(found: readonly Raw[]): Order {
  const pairs = found.flatMap(({ pair }) => (pair ? [pair] : []))
  const dayFirst = pairs.some(([first, second]) => first > 12 && second <= 12)
  const monthFirst = pairs.some(([first, second]) => first <= 12 && second > 12)
  return dayFirst === monthFirst ? null : dayFirst ? 'day-first' : 'month-first'
}

function datedOf(raw: Raw, order: Order): Dated | undefined {
  const { start, end, literal, year, known, pair } = raw
  const place = { start, end, literal }
  if (known) {
    const day = dayOf(year, known)
    return day === null ? undefined : { ...place, day }
  }
  const [first, second] = pair ?? [0, 0]
  const readings = [dayOf(year, [second, first]), dayOf(year, [first, second])]
  if (readings.every(reading => reading === null)) return undefined
  if (readings[0] === null || readings[0] === readings[1]) return { ...place, day: readings[1] ?? null }
  if (readings[1] === null) return { ...place, day: readings[0] ?? null }
  return { ...place, day: order === null ? null : (readings[order === 'day-first' ? 0 : 1] ?? null) }
}

/** YYYY-MM-DD, null where there is no such day. */
function dayOf(year: number, [month, day]: readonly [number, number]): string | null {
  if (year < 1900 || year > 9999 || day < 1 || day > daysIn(year, month)) return null
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}
