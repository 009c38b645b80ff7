// What a field of a schema asks for, told by its claim and by the words of its name and description, in the languages of most
// receipts. Data and one look-up; a guess, which the schema and grounding-check hold afterwards. Pure.
import type { RecordSchema } from '../../../protocol/recordSchema.ts'

export const ASKS = [
  'amount',
  'currency',
  'date',
  'order',
  'merchant',
  'address',
  'subject',
  'attachment',
  'text',
] as const
export type Ask = (typeof ASKS)[number]

const WORDS: readonly (readonly [Ask, RegExp])[] = [
  ['currency', /currency|valuta|währung|devise|moneda/],
  ['amount', /amount|total|sum|price|cost|paid|beløp|betrag|summe|preis|montant|prix|importe|precio/],
  ['date', /date|day|due|when|dato|frist|datum|fällig|échéance|fecha|vencimiento/],
  [
    'order',
    /order|invoice|receipt_?(?:no|number)|reference|booking|number|ordre|faktura|rechnung|commande|pedido/,
  ],
  ['attachment', /attachment|attached|vedlegg|anhang|pièce|adjunto/],
  ['address', /e?mail|address/],
  ['merchant', /merchant|vendor|seller|shop|store|company|sender|from|author|name|butikk|händler|marchand/],
  ['subject', /subject|title|summary|topic|emne|betreff|sujet|asunto/],
]

/** What `schema` under `name` asks for. A claim says more than a name, and the name more than its description. */
export function askOf(name: string, schema: RecordSchema): Ask {
  const claim = 'claim' in schema ? schema.claim : undefined
  if (claim === 'amount' || claim === 'date') return claim
  for (const words of [name.toLowerCase(), (schema.description ?? '').toLowerCase()]) {
    const found = WORDS.find(([, pattern]) => pattern.test(words))
    if (found) return found[0]
  }
  return 'text'
}

/** Words of a name: "dueDate" and "due_date" are due, date. */
export const wordsOfName = (name: string): string[] =>
  name
    .split(/_|(?=[A-Z])/)
    .map(word => word.toLowerCase())
    .filter(word => word.length > 1 && word !== 'is' && word !== 'has')
