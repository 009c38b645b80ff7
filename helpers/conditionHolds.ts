// Whether a rule's `when` holds for one message: all that it names must. What the sender writes can make `words`, `from_domain` and
// the fields of a record hold; `dkim` and `known` only what twind itself has found. Pure.
import type { When } from '../protocol/stageConfigs.ts'
import { figureOfText } from './amount.ts'
import type { ReadMessage } from './readMessage.ts'
import { shown, withoutHidden } from './shownText.ts'
import { folded, hasWord } from './wordsIn.ts'

/** What a rule may look at; `message` is null where the run does not wire it. */
export interface Subject {
  readonly records: readonly unknown[]
  readonly message: ReadMessage | null
}

const OF_RECORD = ['exists', 'equals', 'one_of', 'at_least', 'at_most'] as const
const OF_MAIL = ['from_domain', 'dkim', 'known', 'words', 'has_attachment', 'list'] as const

/** What `when` needs and does not have, as a clause; null where it can be told. `mail`: whether the message is wired. */
export function conditionProblem(when: When, mail: boolean): string | null {
  const asked = OF_MAIL.find(key => when[key] !== undefined)
  if (asked !== undefined && !mail) return `wants the input mail to be wired, since it asks for ${asked}`
  const compared = OF_RECORD.find(key => when[key] !== undefined)
  return compared !== undefined && when.field === undefined ? `wants a field beside ${compared}` : null
}

/** Whether all that `when` names holds. */
export function conditionHolds(when: When, { records, message }: Subject): boolean {
  if (when.field !== undefined && !fieldHolds(when, when.field, records)) return false
  return message === null || mailHolds(when, message)
}

/** `exists`: of no record or of any; the rest of any one record. */
function fieldHolds(when: When, field: string, records: readonly unknown[]): boolean {
  const values = records.flatMap(record => {
    const value = valueOf(record, field)
    return value === undefined || value === null ? [] : [value]
  })
  if (when.exists === false) return values.length === 0
  return values.some(value => valueHolds(when, value))
}

export function valueOf(record: unknown, field: string): unknown {
  if (typeof record !== 'object' || record === null || !Object.hasOwn(record, field)) return undefined
  return new Map<string, unknown>(Object.entries(record)).get(field)
}

function valueHolds({ equals, one_of, at_least, at_most }: When, value: unknown): boolean {
  if (equals !== undefined && value !== equals) return false
  if (one_of !== undefined && !one_of.some(one => one === value)) return false
  if (at_least === undefined && at_most === undefined) return true
  const number = typeof value === 'number' ? value : Number(figureOfText(String(value))?.value)
  return !(number < (at_least ?? -Infinity) || number > (at_most ?? Infinity)) && !Number.isNaN(number)
}

function mailHolds(when: When, { envelope, body }: ReadMessage): boolean {
  const { from_domain, dkim, known, words, has_attachment, list } = when
  if (
    from_domain &&
    !(envelope.from.length === 1 && isWithin(domainOf(envelope.from[0]?.address), from_domain))
  )
    return false
  if (dkim && !(envelope.dkim.state === 'pass' && isWithin(envelope.dkim.domain, dkim))) return false
  if (known !== undefined && envelope.known !== known) return false
  if (has_attachment !== undefined && envelope.attachments.length > 0 !== has_attachment) return false
  if (list !== undefined && (envelope.listId !== null) !== list) return false
  if (words === undefined) return true
  const text = folded(shown('body', `${envelope.subject}\n${withoutHidden(body)}`).text)
  return words.some(word => hasWord(word, text))
}

/** The domain of an address, in small letters. */
const domainOf = (address: string | undefined): string | null => {
  const at = address?.lastIndexOf('@') ?? -1
  return address === undefined || at < 1 ? null : address.slice(at + 1).toLowerCase()
}

/** Whether `domain` is one of `domains` or below one. */
const isWithin = (domain: string | null, domains: readonly string[]): boolean =>
  domain !== null &&
  domains.some(one => domain.toLowerCase() === one || domain.toLowerCase().endsWith(`.${one}`))
