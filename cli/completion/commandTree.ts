// The command line as plain data: every command with its options and arguments, as completion and the man page want it. Pure.
// Relies on commander's tree of program.ts, and on the catalogue for the names of operations.
import type { Command, Option } from 'commander'
import { catalogue } from '../catalogue.ts'

/** `long`: "--since". `choices`: what its value may be; empty for any value. `takesFile`: its value is a path. */
export interface TreeOption {
  readonly short: string | null
  readonly long: string
  readonly flags: string
  readonly summary: string
  readonly takesValue: boolean
  readonly takesFile: boolean
  readonly choices: readonly string[]
}
/** `path`: the words behind "twin", '' for twin itself. `words`: what its first argument may be, where that is known. */
export interface TreeCommand {
  readonly path: string
  readonly summary: string
  readonly usage: string
  readonly children: readonly { readonly name: string; readonly summary: string }[]
  readonly options: readonly TreeOption[]
  readonly arguments: readonly { readonly term: string; readonly summary: string }[]
  readonly words: readonly string[]
}

/** Commands whose first argument is the name of an operation. */
const TAKES_OPERATION = new Set(['ops show', 'ops call', 'exposure set'])

/** `root` and every command below it, parents first. */
export function commandTree(root: Command, path = ''): TreeCommand[] {
  const help = root.createHelp()
  const children = root.commands
  const [first] = root.registeredArguments
  const node: TreeCommand = {
    path,
    summary: root.description(),
    usage: help.commandUsage(root),
    children: children.map(child => ({ name: child.name(), summary: child.description() })),
    options: help.visibleOptions(root).map(optionOf),
    arguments: root.registeredArguments.map(argument => ({
      term: argument.name(),
      summary: argument.description,
    })),
    words: TAKES_OPERATION.has(path) ? catalogue.map(({ name }) => name) : [...(first?.argChoices ?? [])],
  }
  return [node, ...children.flatMap(child => commandTree(child, `${path} ${child.name()}`.trim()))]
}

function optionOf(option: Option): TreeOption {
  return {
    short: option.short ?? null,
    long: option.long ?? '',
    flags: option.flags,
    summary: option.description,
    takesValue: option.required || option.optional,
    takesFile: option.flags.includes('<dir>'),
    choices: option.argChoices ?? [],
  }
}
