// What a field of a schema asks for, told by its claim and by the words of its name and description, in the languages of most
// receipts. Data and one look-up; a guess, which the schema and grounding-check hold afterwards. Pure.
import type { RecordSchema } from '../../../protocol/recordSchema.ts'

export type Ask =
  'amount' | 'currency' | 'date' | 'order' | 'merchant' | 'address' | 'subject' | 'attachment' | 'text'

/** In this order: "currency of the total" asks for a currency. */
const WORDS: readonly (readonly [Ask, string])[] = [
  ['currency', 'currency valuta währung devise moneda'],
  ['amount', 'amount amounts total sum price cost paid beløp betrag summe preis montant prix importe precio'],
  ['date', 'date day due when dato frist datum fällig échéance fecha vencimiento'],
  ['order', 'order invoice reference booking number ordre faktura rechnung commande pedido'],
  ['attachment', 'attachment attachments attached vedlegg anhang pièce adjunto'],
  ['address', 'mail email address'],
  ['merchant', 'merchant vendor seller shop store company sender from author name butikk händler marchand'],
  ['subject', 'subject title summary topic emne betreff sujet asunto'],
]
const ASK_OF = new Map(WORDS.flatMap(([ask, words]) => words.split(' ').map(word => [word, ask] as const)))
const ORDER = WORDS.map(([ask]) => ask)

/** What `schema` under `name` asks for. A claim says more than a name, and the name more than its description. */
export function askOf(name: string, schema: RecordSchema): Ask {
  const claim = 'claim' in schema ? schema.claim : undefined
  if (claim === 'amount' || claim === 'date') return claim
  return askOfWords(wordsOfName(name)) ?? askOfWords(wordsOf(schema.description ?? '')) ?? 'text'
}

const askOfWords = (words: readonly string[]): Ask | undefined => {
  const asked = words.map(word => ASK_OF.get(word))
  return ORDER.find(ask => asked.includes(ask))
}
const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+/gu) ?? []

/** Words of a name: "dueDate" and "due_date" are due, date. */
export const wordsOfName = (name: string): string[] =>
  name
    .split(/_|(?=[A-Z])/)
    .map(word => word.toLowerCase())
    .filter(word => word.length > 1 && word !== 'is' && word !== 'has')
