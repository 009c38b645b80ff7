// A command as every command is: a summary, --json, and an example in its --help. Relies on commander 14.
import type { Command } from 'commander'

/** Adds the command `name` to `parent`. `example`: command lines, shown under its --help. */
export function subcommand(
  parent: Command,
  name: string,
  text: { readonly summary: string; readonly example: readonly string[] },
): Command {
  return parent
    .command(name)
    .description(text.summary)
    .helpCommand(false)
    .option('--json', 'print one JSON object')
    .addHelpText('after', exampleLines(text.example))
}

/** The examples below a --help. */
export const exampleLines = (examples: readonly string[]): string =>
  ['', examples.length === 1 ? 'Example:' : 'Examples:', ...examples.map(line => `  ${line}`)].join('\n')
