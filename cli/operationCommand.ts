// A command made of an operation: its summary, an option or an argument for each key of its input, --json, examples. Relies on
// inputFields.ts for the keys and on commander 14.
import { type Command, Option } from 'commander'
import type { Described } from './catalogue.ts'
import { type Field, inputFields } from './inputFields.ts'
import { subcommand } from './subcommand.ts'

/** `without`: keys of the input that no person gives. `paths`: those that are paths. */
export interface Naming {
  readonly name: string
  readonly examples: readonly string[]
  readonly without: readonly string[]
  readonly paths?: Readonly<Record<string, unknown>>
}

/** Adds a command for `operation` to `parent`, without an action yet. */
export function operationCommand(
  parent: Command,
  operation: Described,
  { name, examples, without, paths = {} }: Naming,
): Command {
  const command = subcommand(parent, name, { summary: operation.summary, example: examples })
  const fields = inputFields(operation.inputSchema).filter(({ key }) => !without.includes(key))
  for (const field of fields.filter(({ key }) => operation.positional.includes(key)))
    command.argument(argumentFlags(field), field.summary)
  for (const field of fields.filter(({ key }) => !operation.positional.includes(key)))
    for (const option of optionsOf(field, field.key in paths ? 'file' : VALUES[field.kind]))
      command.addOption(option)
  return command
}

function argumentFlags({ word, kind, isRequired }: Field): string {
  const text = kind === 'list' ? `${word}...` : word
  return isRequired ? `<${text}>` : `[${text}]`
}

/** Two of a boolean that says what its "false" means: the second has "no-" before its name. */
function optionsOf(field: Field, called: string): Option[] {
  const [yes = '', no] = field.summary.split(FALSE)
  if (field.kind !== 'boolean' || no === undefined) return [optionOf(field, called)]
  return [optionOf({ ...field, summary: yes }, called), new Option(`--no-${field.word}`, no)]
}
const FALSE = '; false: '

/** `called`: its value in the help. */
function optionOf(field: Field, called: string): Option {
  const { word, kind, choices, isRequired, isTime } = field
  const summary = isTime ? field.summary.replace(/^Unix seconds/, WHEN) : field.summary
  const value = isTime ? 'when' : called
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
