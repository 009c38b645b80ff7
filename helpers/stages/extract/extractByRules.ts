// One record of a message by fixed rules, for tests and for machines without a model: what each field asks for is looked up in the
// visible text alone. Whatever the text says, nothing but the fields of the schema comes out. Pure.
import { currencyOf, type Figure, figuresIn } from '../../amount.ts'
import { type Dated, datesIn } from '../../dates.ts'
import { isoDay } from '../../isoDay.ts'
import type { ReadMessage } from '../../readMessage.ts'
import { shown, withoutHidden } from '../../shownText.ts'
import { folded, type Folded, hasWord } from '../../wordsIn.ts'
import { recordProblem } from '../../../protocol/recordProblem.ts'
import type { RecordSchema } from '../../../protocol/recordSchema.ts'
import { bareText } from '../../../protocol/text/bareText.ts'
import { cut } from '../../../protocol/text/cut.ts'
import { type Ask, askOf, wordsOfName } from './fieldWords.ts'

/** A record of `schema`, or undefined where a field that must be there was not found. */
export function extractByRules(schema: RecordSchema, message: ReadMessage): unknown {
  const found = valueOf('', schema, seenOf(message))
  return found === undefined || recordProblem(schema, found) !== null ? undefined : found
}

/** The message as it is read, each reading made once. */
interface Seen {
  readonly message: ReadMessage
  readonly text: string
  readonly words: Folded
  readonly figures: readonly Figure[]
  readonly dates: readonly Dated[]
}

function seenOf(message: ReadMessage): Seen {
  const text = `${message.envelope.subject}\n${withoutHidden(message.body)}`
  const { text: clean } = shown('body', text)
  return {
    message,
    text: clean,
    words: folded(clean),
    figures: figuresIn(clean),
    dates: datesIn(clean),
  }
}

function valueOf(name: string, schema: RecordSchema, seen: Seen): unknown {
  const found = bareValue(name, schema, seen)
  return found === undefined && schema.nullable === true ? null : found
}

function bareValue(name: string, schema: RecordSchema, seen: Seen): unknown {
  if (schema.type === 'object') return objectOf(schema, seen)
  if (schema.type === 'array') return listOf(name, schema, seen)
  if (schema.type === 'boolean') return truthOf(name, seen)
  return schema.type === 'integer' ? integerOf(name, schema, seen) : textOf(name, schema, seen)
}

type Of<T extends RecordSchema['type']> = Extract<RecordSchema, { type: T }>

function objectOf(schema: Of<'object'>, seen: Seen): unknown {
  const fields = Object.entries(schema.properties).map(
    ([name, one]) => [name, valueOf(name, one, seen)] as const,
  )
  const isMissing = fields.some(([name, value]) => value === undefined && schema.required?.includes(name))
  return isMissing ? undefined : Object.fromEntries(fields.filter(([, value]) => value !== undefined))
}

/** A list holds what its one entry would be, where that was found. */
function listOf(name: string, { items, maxItems }: Of<'array'>, seen: Seen): unknown {
  const one = maxItems === 0 ? undefined : valueOf(name, items, seen)
  return one === undefined ? [] : [one]
}

/** Whether a word of the name stands in the text; of attachments, whether there are any. */
const truthOf = (name: string, seen: Seen): boolean =>
  askOf(name, { type: 'boolean' }) === 'attachment'
    ? seen.message.envelope.attachments.length > 0
    : wordsOfName(name).some(word => hasWord(word, seen.words))

function integerOf(name: string, schema: Of<'integer'>, seen: Seen): number | undefined {
  const near = nearest(seen.text, askOf(name, schema) === 'amount' ? TOTAL : patternOf(name), seen.figures)
  const value = Number((near ?? seen.figures.find(figure => isWhole(figure.value)))?.value)
  return Number.isSafeInteger(value) && value >= schema.minimum && value <= schema.maximum ? value : undefined
}
const isWhole = (value: string): boolean => /^-?\d+$/.test(value)
const patternOf = (name: string): RegExp => new RegExp(wordsOfName(name).join('|') || '(?!)', 'giu')

/** No text is cut to fit, but a subject, which says the same when it is shorter. */
function textOf(name: string, schema: Of<'string'>, seen: Seen): string | undefined {
  const ask = askOf(name, schema)
  const currency = ask === 'currency' ? TEXTS.currency(seen) : undefined
  if (schema.enum)
    return schema.enum.find(value => (ask === 'currency' ? value === currency : hasWord(value, seen.words)))
  // A day that is claimed must stand in the text; one that is not may be the day of the message.
  const found = TEXTS[ask](seen) ?? (ask === 'date' && !schema.claim ? dayOfMail(seen) : undefined)
  const text = found === undefined ? undefined : bareText(found)
  if (text === undefined || text === '') return undefined
  const most = schema.maxLength ?? Number.POSITIVE_INFINITY
  return ask === 'subject' || ask === 'text' ? cut(text, most) : [...text].length > most ? undefined : text
}

const TEXTS: Readonly<Record<Ask, (seen: Seen) => string | undefined>> = {
  amount: seen => sliceOf(seen, amountIn(seen)),
  currency: seen => currencyOf(sliceOf(seen, amountIn(seen)) ?? '') ?? undefined,
  date: seen => seen.dates.find(({ day }) => day !== null)?.day ?? undefined,
  order: ({ text }) => ORDER.exec(text)?.groups?.['code'],
  merchant: ({ message: { envelope } }) => envelope.from[0]?.name || envelope.from[0]?.address.split('@')[1],
  address: ({ message: { envelope } }) => envelope.from[0]?.address,
  subject: ({ message: { envelope } }) => envelope.subject,
  attachment: ({ message: { envelope } }) => envelope.attachments[0]?.name,
  text: ({ message: { envelope } }) => envelope.subject,
}
const dayOfMail = ({ message: { envelope } }: Seen): string | undefined =>
  envelope.date === null ? undefined : isoDay(envelope.date)

const TOTAL =
  /total|amount|sum|paid|charged|beløp|å betale|betrag|summe|gesamt|montant|somme|importe|totaal|totale|belopp|att betala/giu
const ORDER =
  /(?:order|invoice|receipt|booking|reference|confirmation|ordre|faktura|bestilling|rechnung|bestellung|commande|facture|pedido|factura)[^\n\p{L}\p{N}]{0,4}(?:(?:no|nr|number|nummer|numéro|número|id|#)\b[^\n\p{L}\p{N}]{0,4})?(?<code>(?=[\p{L}-]{0,12}\d)[A-Z0-9][A-Z0-9-]{2,29})(?![\p{L}\p{N}])/iu

/** The amount after a word for the total, the last such; else the largest with a currency. */
function amountIn(seen: Seen): Figure | undefined {
  const amounts = seen.figures.filter(figure => !figure.percent)
  const priced = amounts.filter(({ currency }) => currency !== null)
  const near = nearest(seen.text, TOTAL, priced) ?? nearest(seen.text, TOTAL, amounts)
  return (
    near ??
    priced.reduce<Figure | undefined>(
      (most, one) => (most && worth(most) >= worth(one) ? most : one),
      undefined,
    )
  )
}
const worth = ({ value }: Figure): number => Number(value)
/** UTF-16 units between a word and the number that it is about. */
const NEAR = 40

function nearest(text: string, words: RegExp, figures: readonly Figure[]): Figure | undefined {
  let found: Figure | undefined
  let at = 0
  for (const { index } of text.matchAll(words)) {
    while (at < figures.length && (figures[at]?.start ?? 0) < index) at++
    const figure = figures[at]
    if (figure && figure.start - index <= NEAR + 20) found = figure
  }
  return found
}

const sliceOf = ({ text }: Seen, figure: Figure | undefined): string | undefined =>
  figure && text.slice(figure.start, figure.end)
