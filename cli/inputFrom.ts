// The input that a person's words mean, as an operation takes it: numbers, moments, tables. Pure. Relies on inputFields.ts for the
// keys, and on since.ts for what a person types for a moment.
import { parseJson } from '../protocol/line.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import type { Described } from './catalogue.ts'
import { type Field, inputFields, isTable } from './inputFields.ts'
import { since, until } from './since.ts'

/** What commander hands over of one command line. `args`: of the arguments, in order; a list where the last takes several. */
export interface Typed {
  readonly options: Readonly<Record<string, unknown>>
  readonly args: readonly unknown[]
}

/** The input of `operation` that was typed at `now`, in milliseconds. Refused ("usage") with the option that is wrong. */
export function inputFrom(operation: Described, typed: Typed, now: number): Result<Record<string, unknown>> {
  const input: Record<string, unknown> = {}
  for (const field of inputFields(operation.inputSchema)) {
    const at = operation.positional.indexOf(field.key)
    const raw = at < 0 ? typed.options[field.key] : typed.args[at]
    if (raw === undefined) continue
    const value = valueOf({ ...field, word: at < 0 ? `--${field.word}` : field.word }, raw, now)
    if (!value.ok) return value
    input[field.key] = value.value
  }
  return done(input)
}

function valueOf(field: Field, raw: unknown, now: number): Result<unknown> {
  if (typeof raw !== 'string') return done(raw)
  if (field.isTime) return field.key === 'until' ? until(raw, now) : since(raw, now)
  if (field.kind === 'integer')
    return /^-?\d{1,15}$/.test(raw) ? done(Number(raw)) : wrong(field, 'is no whole number', 'a whole number')
  if (field.kind === 'boolean')
    return raw === 'on' || raw === 'off' ? done(raw === 'on') : wrong(field, 'is neither', '"on" or "off"')
  return field.kind === 'table' ? jsonTable(raw, field.word) : done(raw)
}

/** The table that `text` is as JSON. `word`: the option's name. */
export function jsonTable(text: string, word: string): Result<Readonly<Record<string, unknown>>> {
  const parsed = parseJson(text)
  return parsed.ok && isTable(parsed.value)
    ? done(parsed.value)
    : wrong({ word }, 'is no JSON object', 'a JSON object, for example \'{"name":"mail"}\'')
}

const wrong = ({ word }: Pick<Field, 'word'>, is: string, wanted: string) =>
  refused('usage', {
    is: `the value of ${word} ${is}`,
    wanted,
    fix: 'run the command with --help to see what it takes',
  })
