// Adds the commands of commandTable.ts to the command line: groups, the bare group that lists, and one command an operation.
// Relies on operationCommand.ts for each of them and on callCommand.ts for the calling.
import { CommanderError, type Command } from 'commander'
import type { Run } from './answer.ts'
import { catalogue, type Described } from './catalogue.ts'
import { GROUPS, type Group } from './commandGroups.ts'
import type { Row } from './commandRow.ts'
import { ROWS } from './commandTable.ts'
import { operationCommand } from './operationCommand.ts'
import { exampleLines } from './subcommand.ts'

/** Adds every group and command of the table to `root`, and gives the groups by name. */
export function operationCommands(root: Command, run: Run): ReadonlyMap<string, Command> {
  const groups = new Map(GROUPS.map(group => [group.name, addGroup(root, group, run)]))
  for (const row of ROWS) {
    const [first = '', second] = row.path.split(' ')
    const parent = second === undefined ? root : groups.get(first)
    if (!parent) throw new Error(`Cannot add "twin ${row.path}": its group is not declared`)
    if (second !== undefined || !groups.has(first)) addRow(parent, row, { name: second ?? first, run })
  }
  return groups
}

function addGroup(root: Command, { name, summary, example, lists }: Group, run: Run): Command {
  const row = ROWS.find(({ path }) => path === lists)
  const command = row
    ? addRow(
        root,
        { ...row, examples: [...(row.path === name ? row.examples : [`twin ${name}`]), example] },
        { name, run },
      )
    : root
        .command(name)
        .helpCommand(false)
        .addHelpText('after', exampleLines([example]))
  return command
    .description(summary)
    .enablePositionalOptions()
    .allowExcessArguments(row !== undefined)
}

function addRow(
  parent: Command,
  row: Row,
  { name, run }: { readonly name: string; readonly run: Run },
): Command {
  const operation = operationOf(row.operation)
  const command = operationCommand(parent, operation, {
    name,
    examples: row.examples,
    without: row.without ?? [],
    paths: row.paths ?? {},
  })
  return command.action((...given: readonly unknown[]) => {
    const args = given.slice(0, -2)
    refuseStray(command, args.length)
    return run(command, async session => {
      const { callTyped } = await import('./callCommand.ts')
      return callTyped(session, { row, operation, options: command.opts(), args })
    })
  })
}

/** A word behind a group that lists is meant as one of its commands. */
function refuseStray(command: Command, expected: number): void {
  const stray = command.args[expected]
  if (command.commands.length > 0 && stray !== undefined)
    throw new CommanderError(1, 'commander.unknownCommand', `error: unknown command '${stray}'`)
}

/** Throws Error where the registry has no such operation: the table is then wrong. */
export function operationOf(name: string): Described {
  const found = catalogue.find(operation => operation.name === name)
  if (!found) throw new Error(`Cannot make a command of ${name}: there is no such operation`)
  return found
}
