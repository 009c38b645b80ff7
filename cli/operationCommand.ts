// A command made of an operation: its summary, an option or an argument for each key of its input, --json, examples; and the
// input that a person's words mean. Relies on inputFields.ts for the keys and on commander 14.
import { type Command, Option } from 'commander'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { parseJson } from '../protocol/line.ts'
import type { Described } from './catalogue.ts'
import { type Field, inputFields, isTable } from './inputFields.ts'
import { since, until } from './since.ts'
import { subcommand } from './subcommand.ts'

/** What commander hands over of one command line. `args`: of the arguments, in order; a list where the last takes several. */
export interface Typed {
  readonly options: Readonly<Record<string, unknown>>
  readonly args: readonly unknown[]
}

/** `without`: keys of the input that no person gives. */
export interface Naming {
  readonly name: string
  readonly examples: readonly string[]
  readonly without: readonly string[]
}

/** Adds a command for `operation` to `parent`, without an action yet. */
export function operationCommand(
  parent: Command,
  operation: Described,
  { name, examples, without }: Naming,
): Command {
  const command = subcommand(parent, name, { summary: operation.summary, example: examples })
  const fields = inputFields(operation.inputSchema).filter(({ key }) => !without.includes(key))
  for (const field of fields.filter(({ key }) => operation.positional.includes(key)))
    command.argument(argumentFlags(field), field.summary)
  for (const field of fields.filter(({ key }) => !operation.positional.includes(key)))
    command.addOption(optionOf(field))
  return command
}

function argumentFlags({ word, kind, isRequired }: Field): string {
  const text = kind === 'list' ? `${word}...` : word
  return isRequired ? `<${text}>` : `[${text}]`
}

function optionOf(field: Field): Option {
  const { word, kind, choices, isRequired, isTime } = field
  const summary = isTime ? field.summary.replace(/^Unix seconds/, WHEN) : field.summary
  const value = isTime ? 'when' : VALUES[kind]
  const option = new Option(kind === 'boolean' ? `--${word}` : `--${word} <${value}>`, summary)
  if (kind === 'choice') option.choices([...choices])
  return option.makeOptionMandatory(isRequired && kind !== 'boolean')
}

/** What a person types for Unix seconds. */
const WHEN = 'a duration (90m, 24h, 7d) or an ISO 8601 date'
const VALUES: Record<Field['kind'], string> = {
  text: 'text',
  integer: 'number',
  boolean: '',
  choice: 'word',
  list: 'words...',
  table: 'json',
}

/** The input of `operation` that was typed at `now`, in milliseconds. Refused ("usage") with the option that is wrong. */
export function inputFrom(operation: Described, typed: Typed, now: number): Result<Record<string, unknown>> {
  const input: Record<string, unknown> = {}
  for (const field of inputFields(operation.inputSchema)) {
    const at = operation.positional.indexOf(field.key)
    const raw = at < 0 ? typed.options[field.key] : typed.args[at]
    if (raw === undefined) continue
    const value = valueOf(field, raw, now)
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
