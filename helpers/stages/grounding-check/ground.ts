// Whether what a record claims stands in the message: each value of a field with `claim`, as a whole token, compared by its type.
// Hidden text does not count. Whether the message is true, or the value means what the field says, nobody checks. Pure.
import { figureOfText, figuresIn, namesCurrency } from '../../amount.ts'
import { dateOfText, datesIn } from '../../dates.ts'
import type { Place, Shown } from '../../shownText.ts'
import { folded, type Folded, placesOf } from '../../wordsIn.ts'
import type { Claim, RecordSchema } from '../../../protocol/recordSchema.ts'

/** Where the value of `field` stands: [start, end) in code points of the subject, of body.txt, or of the author's name and address. */
export interface Source {
  readonly field: string
  readonly in: Place
  readonly start: number
  readonly end: number
}
/** `record`: what is left of it; undefined where it is dropped. `missing`: claimed values that do not stand in the message. */
export interface Grounded {
  readonly record: unknown
  readonly sources: readonly Source[]
  readonly missing: number
}
export type OnMissing = 'drop-field' | 'drop-record'

/** A message that claims are looked up in, each reading of it made once. */
export interface Ground {
  readonly shown: Shown
  readonly words: () => Folded
  readonly figures: () => ReturnType<typeof figuresIn>
  readonly dates: () => ReturnType<typeof datesIn>
}

export const groundOf = (places: readonly Shown[]): Ground[] =>
  places.map(shown => ({
    shown,
    words: once(() => folded(shown.text)),
    figures: once(() => figuresIn(shown.text)),
    dates: once(() => datesIn(shown.text)),
  }))

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/**
 * `record` of `schema` with what stands in `places`. Under `drop-field` a value that does not is left out, or null where the field
 * must be there and may be null; the record goes where neither can be. Under `drop-record` one such value costs the record.
 */
export function ground(
  { schema, record }: { readonly schema: RecordSchema; readonly record: unknown },
  places: readonly Ground[],
  onMissing: OnMissing,
): Grounded {
  const walk: Walk = { places, sources: [], missing: 0 }
  const left = keep(schema, record, { walk, path: [] })
  const isDropped = left === GONE || (onMissing === 'drop-record' && walk.missing > 0)
  return isDropped
    ? { record: undefined, sources: [], missing: walk.missing }
    : { record: left, sources: walk.sources, missing: walk.missing }
}

interface Walk {
  readonly places: readonly Ground[]
  readonly sources: Source[]
  missing: number
}
interface At {
  readonly walk: Walk
  readonly path: readonly string[]
}
const GONE = Symbol('a value that does not stand in the message')

function keep(schema: RecordSchema, value: unknown, at: At): unknown {
  if (value === null || value === undefined) return value
  if (schema.type === 'array' && Array.isArray(value))
    return value
      .map((entry, index) => keep(schema.items, entry, { ...at, path: [...at.path, String(index)] }))
      .filter(entry => entry !== GONE)
  if (schema.type === 'object' && typeof value === 'object') return keepFields(schema, value, at)
  if ((schema.type !== 'string' && schema.type !== 'integer') || schema.claim === undefined) return value
  if (value === '') return value
  const said = typeof value === 'number' ? String(value) : value
  const source = typeof said === 'string' ? sourceOf(schema.claim, said, at.walk.places) : undefined
  if (source) at.walk.sources.push({ field: at.path.join('.'), ...source })
  else at.walk.missing++
  return source ? value : schema.nullable === true ? null : GONE
}

function keepFields(schema: Extract<RecordSchema, { type: 'object' }>, value: object, at: At): unknown {
  const fields = new Map<string, unknown>(Object.entries(value))
  for (const [name, one] of Object.entries(schema.properties)) {
    if (!fields.has(name)) continue
    const left = keep(one, fields.get(name), { ...at, path: [...at.path, name] })
    if (left !== GONE) fields.set(name, left)
    else if (schema.required?.includes(name)) return GONE
    else fields.delete(name)
  }
  return Object.fromEntries(fields)
}

/** The first place where `value` stands: in the subject, then the body, then the author. */
export function sourceOf(
  claim: Claim,
  value: string,
  places: readonly Ground[],
): Omit<Source, 'field'> | undefined {
  for (const place of places) {
    const [start, end] = FINDERS[claim](value, place, places) ?? []
    if (start === undefined || end === undefined) continue
    const { at } = place.shown
    return { in: place.shown.place, start: at[start] ?? 0, end: (at[end - 1] ?? 0) + 1 }
  }
  return undefined
}

type Units = readonly [start: number, end: number]
type Find = (value: string, place: Ground, places: readonly Ground[]) => Units | undefined
const units = (found: { readonly start: number; readonly end: number } | undefined): Units | undefined =>
  found && [found.start, found.end]

const FINDERS: Readonly<Record<Claim, Find>> = {
  text: (value, { words }) => {
    const { value: found } = placesOf(value, words()).next()
    return found ?? undefined
  },
  number: (value, { figures }) => {
    const sought = figureOfText(value)
    return units(sought && figures().find(figure => figure.value === sought.value))
  },
  amount: (value, { figures }, places) => {
    const sought = figureOfText(value)
    if (!sought || sought.percent) return undefined
    const { currency } = sought
    const isNamed = once(
      () => currency !== null && places.some(({ shown }) => namesCurrency(shown.text, currency)),
    )
    return units(
      figures().find(
        figure =>
          figure.value === sought.value &&
          !figure.percent &&
          // Another currency beside the number makes it another amount; where none stands there, the message must name it.
          (currency === null || figure.currency === currency || (figure.currency === null && isNamed())),
      ),
    )
  },
  date: (value, { dates }) => {
    const sought = dateOfText(value)
    return units(
      sought &&
        dates().find(({ day, literal }) =>
          sought.day === null ? literal === sought.literal : day === sought.day,
        ),
    )
  },
}
