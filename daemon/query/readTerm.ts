// One term of a query: its key and value, checked, as data. Pure. Every key is in one table; a key that is not there is refused,
// since a term that is silently something else would find the wrong mail.
import { FLAGS } from '../../protocol/adapter.ts'
import { daysIn } from '../../protocol/calendar.ts'
import type { Token } from './lexQuery.ts'
import type { Field, Term, When } from './query.ts'
import { problemAt, type Read } from './queryProblem.ts'

type Given = Extract<Token, { is: 'term' }>
const term = (value: Term): Read<Term> => ({ ok: true, value })
const wrong = ({ valueAt }: Given, is: string, wanted: string) => problemAt(valueAt, is, wanted)

const KEYS: Readonly<Record<string, (given: Given) => Read<Term>>> = {
  collection: given => named(given, value => ({ key: 'collection', value })),
  tag: given => named(given, value => ({ key: 'tag', value })),
  list: given => named(given, value => ({ key: 'list', value: value.toLowerCase() })),
  flag: flagged,
  is: given => state(given),
  date: dated,
  dkim: signed,
  known: given => known(given),
  has: given =>
    given.value === 'attachment' ? term({ key: 'attachment' }) : wrong(given, IS_NOT, '"attachment"'),
  size: sized,
  subject: given => words(given, 'subject'),
  from: given => words(given, 'from'),
  to: given => words(given, 'to'),
  body: given => words(given, 'body'),
}
const IS_NOT = 'this value is none that the term takes'

/** The term that a token means; what is wrong with it otherwise. */
export function readTerm(given: Given): Read<Term> {
  if (given.key === null) return bare(given)
  const read = Object.hasOwn(KEYS, given.key) ? KEYS[given.key] : undefined
  if (read) return read(given)
  return problemAt(
    given.at,
    `"${given.key}:" is no term`,
    `one of ${Object.keys(KEYS).join(', ')}, or the words in quotes`,
  )
}

const bare = (given: Given): Read<Term> =>
  given.value === '*' && !given.quoted ? term({ key: 'all' }) : words(given, 'any')

const SHOWS = /[\p{L}\p{N}]/u
/** The index is made of words: a phrase without a letter or digit would find nothing. */
function words(given: Given, field: Field): Read<Term> {
  const prefix = !given.quoted && given.value.endsWith('*')
  const phrase = prefix ? given.value.slice(0, -1) : given.value
  if (!SHOWS.test(phrase))
    return wrong(given, 'nothing to look for', 'words with at least one letter or digit')
  return term({ key: 'words', field, phrase, prefix })
}

const named = (given: Given, make: (value: string) => Term): Read<Term> =>
  given.value.trim() === '' ? wrong(given, 'there is no value', 'a name') : term(make(given.value))

function flagged(given: Given): Read<Term> {
  const value = FLAGS.find(flag => flag === given.value)
  return value ? term({ key: 'flag', value }) : wrong(given, IS_NOT, `one of ${FLAGS.join(', ')}`)
}

const state = (given: Given): Read<Term> =>
  given.value === 'unread' ? term({ key: 'unread' }) : wrong(given, IS_NOT, '"unread"; flag:seen is the rest')

const known = (given: Given): Read<Term> =>
  given.value === 'yes' ? term({ key: 'known' }) : wrong(given, IS_NOT, '"yes"; "not known:yes" is the rest')

const DOMAIN =
  /^\.?(?=.{3,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/
function signed(given: Given): Read<Term> {
  const value = given.value.toLowerCase()
  if (!DOMAIN.test(value))
    return wrong(given, IS_NOT, 'a domain such as example.org, or .example.org to include its subdomains')
  const below = value.startsWith('.')
  return term({ key: 'dkim', domain: below ? value.slice(1) : value, below })
}

const SIZE = /^([<>])(\d{1,12})([KMG]?)$/
const UNITS: Readonly<Record<string, number>> = { '': 1, K: 1_024, M: 1_048_576, G: 1_073_741_824 }
function sized(given: Given): Read<Term> {
  const [, sign, digits, unit = ''] = SIZE.exec(given.value) ?? []
  if (sign === undefined) return wrong(given, IS_NOT, '> or <, a number, and K, M or G: size:>1M')
  return term({ key: 'size', over: sign === '>', bytes: Number(digits) * (UNITS[unit] ?? 1) })
}

function dated(given: Given): Read<Term> {
  const ends = given.value.split('..')
  const [first = '', last = first] = ends
  const from = first === '' ? null : when(first)
  const to = last === '' ? null : when(last)
  const isNone = ends.length > 2 || from === undefined || to === undefined || (from === null && to === null)
  // One end alone is a whole day: a moment that lies so and so long ago is nobody's message.
  if (isNone || (ends.length === 1 && from !== null && 'ago' in from)) return wrong(given, IS_NOT, DATES)
  return term({ key: 'date', from, to })
}
const DATES = '14d.., ..7d, 2026-11-30 or 2026-11-01..2026-11-30 (h, d and w count back from now)'

const AGO = /^(\d{1,5})([hdw])$/
const SECONDS: Readonly<Record<string, number>> = { h: 3_600, d: 86_400, w: 604_800 }
function when(text: string): When | undefined {
  const [, digits, unit = ''] = AGO.exec(text) ?? []
  if (digits !== undefined) return { ago: Number(digits) * (SECONDS[unit] ?? 0) }
  return isDay(text) ? { day: text } : undefined
}

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/
function isDay(text: string): boolean {
  const [, year, month, day] = (DAY.exec(text) ?? []).map(Number)
  if (year === undefined || month === undefined || day === undefined || year < 1970) return false
  return day >= 1 && day <= daysIn(year, month)
}
