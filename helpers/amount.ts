// Numbers and amounts of money as people write them: found in a text where they stand free, and compared by what they are worth,
// so that 12 is not in 2012 and 1 234,50 is 1,234.50. Pure; linear.

/** One number of a text. `value`: canonical decimal, "-1234.5". `currency`: a class of currencies, null where none stands beside it. */
export interface Figure {
  readonly start: number
  readonly end: number
  readonly value: string
  readonly currency: string | null
  /** A percent sign or a letter stands against it: a number perhaps, never an amount. */
  readonly percent: boolean
}

/** Signs and codes of a currency; those that several share are one class: "$" may be any dollar, "kr" any crown. */
const CURRENCIES: Readonly<Record<string, readonly string[]>> = {
  EUR: ['€', 'eur', 'euro', 'euros'],
  USD: ['$', 'usd', 'us$', 'dollar', 'dollars', 'aud', 'cad', 'nzd', 'sgd', 'hkd', 'a$', 'c$', 'ca$', 'au$'],
  GBP: ['£', 'gbp'],
  JPY: ['¥', '￥', '円', '元', 'jpy', 'cny', 'rmb', 'yen', 'yuan'],
  NOK: ['kr', 'kr.', 'nok', 'sek', 'dkk', 'isk', 'kroner', 'kronor'],
  CHF: ['chf', 'fr.'],
  INR: ['₹', 'inr', 'rs', 'rs.'],
  PLN: ['zł', 'pln'],
  CZK: ['kč', 'czk'],
  BRL: ['r$', 'brl'],
  RUB: ['₽', 'rub'],
  TRY: ['₺', 'try', 'tl'],
  KRW: ['₩', '원', 'krw'],
  ILS: ['₪', 'ils'],
}
const CLASS_OF = new Map(
  Object.entries(CURRENCIES).flatMap(([name, signs]) => signs.map(sign => [sign, name] as const)),
)
const escaped = (text: string): string => text.replace(/[.$]/g, String.raw`\$&`)
const SIGN = [...CLASS_OF.keys()]
  .sort((a, b) => b.length - a.length)
  .map(escaped)
  .join('|')

const BLANK = String.raw`[ \u00A0\u2007\u2009\u202F]`
const MARK = String.raw`[.,'’]`
/** 1 234 567,50; else digits with marks between them. Never part of a longer run. */
const DIGITS = String.raw`(?:\d{1,3}(?:${BLANK}\d{3})+(?:[.,]\d{1,2})?(?!\d|${MARK}\d)|\d+(?:${MARK}\d+)*)`
const FOUND = new RegExp(
  String.raw`(?<![\d])(?<!\d${MARK})(?<minus>[-−–])?(?:(?<![\p{L}\p{N}_])(?<before>${SIGN})${BLANK}?)?(?<inner>[-−])?(?<digits>${DIGITS})(?:,[-–—]{1,2}(?!\d))?(?:${BLANK}?(?<percent>[%‰])|${BLANK}?(?<after>${SIGN})(?![\p{L}\p{N}]))?`,
  'giu',
)
const GLUED_BEFORE = /[\p{L}\p{N}_@#][-./:@+&]?$|\0$/u
const GLUED_AFTER = /^(?:[\p{L}\p{N}_]|[-./:@+&][\p{N}]|[-@+&][\p{L}])/u

/** Every number that stands free in `text`, in order: not within a word, a longer number, a date, a time or a code. */
export function figuresIn(text: string): Figure[] {
  const found: Figure[] = []
  for (const match of text.matchAll(FOUND)) {
    const figure = figureOf(match, text)
    if (figure) found.push(figure)
  }
  return found
}

/** The one number that `text` is; undefined where it is anything more or less. */
export function figureOfText(text: string): Figure | undefined {
  const trimmed = text.trim()
  const [figure] = figuresIn(trimmed)
  return figure && figure.start === 0 && figure.end === trimmed.length ? figure : undefined
}

function figureOf(match: RegExpMatchArray, text: string): Figure | undefined {
  const { minus, before, inner, digits = '', after, percent } = match.groups ?? {}
  const whole = match[0]
  const from = match.index ?? 0
  // A dash against a word is no minus: it is a code or a range.
  const left = text.slice(Math.max(0, from - 2), from)
  const right = text.slice(from + whole.length, from + whole.length + 2)
  if (GLUED_BEFORE.test(left) || GLUED_AFTER.test(right)) return undefined
  const worth = decimalOf(digits)
  if (worth === undefined) return undefined
  const negative = (minus ?? inner) !== undefined && worth !== '0'
  return {
    start: from,
    end: from + whole.length,
    value: negative ? `-${worth}` : worth,
    currency: classOf(before ?? after),
    percent: percent !== undefined,
  }
}

const classOf = (sign: string | undefined): string | null =>
  sign === undefined ? null : (CLASS_OF.get(sign.toLowerCase()) ?? null)

/** Signs that mean one currency in most mail. */
const CODE_OF: Readonly<Record<string, string>> = {
  '€': 'EUR',
  euro: 'EUR',
  euros: 'EUR',
  $: 'USD',
  us$: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  kr: 'NOK',
  'kr.': 'NOK',
  kroner: 'NOK',
  kronor: 'SEK',
  '₹': 'INR',
  zł: 'PLN',
  kč: 'CZK',
  r$: 'BRL',
}

/** The code of the currency that stands in the text of one amount; null where none does, or where its sign is many countries'. */
export function currencyOf(amount: string): string | null {
  const sign = amount
    .toLowerCase()
    .replace(/[\d\s'’−–—-]|[.,](?=\d)/g, '')
    .replace(/^,|,$/g, '')
  return CODE_OF[sign] ?? (CLASS_OF.has(sign) && /^[a-z]{3}$/.test(sign) ? sign.toUpperCase() : null)
}

/** Whether a sign or code of the class `currency` stands in `text`, free of letters and digits where it is made of letters. */
export function namesCurrency(text: string, currency: string): boolean {
  const signs = (CURRENCIES[currency] ?? []).map(sign =>
    /^[\p{L}.]+$/u.test(sign) ? String.raw`(?<![\p{L}\p{N}])${escaped(sign)}(?![\p{L}\p{N}])` : escaped(sign),
  )
  return signs.length > 0 && new RegExp(signs.join('|'), 'iu').test(text)
}

const GROUPED = /^\d{1,3}(?<mark>[., '’\u00A0\u2007\u2009\u202F])(?:\d{2,3}\k<mark>)*\d{3}$/u
const FRACTION = /^(?<whole>.*?)(?:(?<point>[.,])(?<part>\d+))?$/u

/**
 * Canonical decimal of digits with marks. A single mark before exactly three digits divides thousands, unless a zero stands
 * alone before it; any other last mark is the decimal one. Undefined for what is no number: a date, a code, a leading zero.
 */
function decimalOf(digits: string): string | undefined {
  const grouped = GROUPED.test(digits) && !digits.startsWith('0')
  const split = grouped ? undefined : FRACTION.exec(digits)?.groups
  const whole = split?.['point'] === undefined ? digits : (split['whole'] ?? '')
  const part = split?.['point'] === undefined ? '' : (split['part'] ?? '')
  // The decimal mark divides no thousands as well: 1.2.26 is a date.
  if (part !== '' && whole.includes(split?.['point'] ?? '')) return undefined
  if (!/^\d+$/.test(whole) && !GROUPED.test(whole)) return undefined
  const bare = whole.replace(/\D/g, '')
  if (bare.length > 1 && bare.startsWith('0')) return undefined
  const fraction = part.replace(/0+$/, '')
  return fraction === '' ? bare : `${bare}.${fraction}`
}
