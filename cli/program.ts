// The command line as commander's tree: every command, its options, its example. Errors of the command line are thrown and
// texts are collected, never printed here. Relies on commander 14 (15 needs Node 22).
import { Command } from 'commander'
import { version } from '../files/version.ts'
import type { Run } from './answer.ts'
import { check } from './commands/check.ts'
import { completion } from './commands/completion.ts'
import { daemon } from './commands/daemon.ts'
import { demo } from './commands/demo.ts'
import { help } from './commands/help.ts'
import { init } from './commands/init.ts'
import { man } from './commands/man.ts'
import { mcp } from './commands/mcp.ts'
import { menu } from './commands/menu.ts'
import { openapi } from './commands/openapi.ts'
import { opsCall } from './commands/opsCall.ts'
import { proposalsApprove } from './commands/proposalsApprove.ts'
import { ui } from './commands/ui.ts'
import { HEADINGS } from './commandGroups.ts'
import { EXITS } from './exits.ts'
import { operationCommands } from './operationCommands.ts'

/**
 * `said` gets what commander prints: help and version; `ended` the exit code of a command that prints for itself. Throws
 * CommanderError when a command line is wrong.
 */
export function program(
  run: Run,
  said: (text: string) => void,
  ended: (code: number) => void = () => undefined,
): Command {
  const root = new Command('twin')
    .description('A morning brief of your mail, made on this machine, without giving anyone the mailbox.')
    .version(`twin ${version()}`, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand(false)
    // Else commander hands a group the options that stand behind its command, and the two may have one of the same name.
    .enablePositionalOptions()
    .usage('<command> [options]')
    .configureHelp({ subcommandTerm, visibleCommands: ({ commands }) => inOrder(commands) })
    .configureOutput({ writeOut: said, writeErr: () => {} })
    .exitOverride()
    .addHelpText(
      'after',
      `\nExit codes:\n${exitLines()}\n\nExamples:\n  twin demo\n  twin init && twin check && twin brief --dry-run\n  twin status`,
    )
  for (const add of [init, check]) add(root, run)
  const groups = operationCommands(root, run)
  opsCall(groupOf(groups, 'ops'), run)
  proposalsApprove(groupOf(groups, 'proposals'), run)
  daemon(root, ended)
  mcp(root)
  for (const add of [ui, menu, demo, openapi, completion, man, help]) add(root, run)
  for (const command of root.commands) command.helpGroup(headingOf(command.name()))
  return root
}

/** Its name and its arguments: that it has options is no news. */
const subcommandTerm = (command: Command): string =>
  `${command.name()} ${command.usage()}`.replaceAll(/ \[(?:options|command)\]/g, '')

const NAMES = HEADINGS.flatMap(([, names]) => names)
const inOrder = (commands: readonly Command[]): Command[] =>
  commands.toSorted((one, other) => NAMES.indexOf(one.name()) - NAMES.indexOf(other.name()))

/** Throws Error where the help would not list a command. */
function headingOf(name: string): string {
  const [heading] = HEADINGS.find(([, names]) => names.includes(name)) ?? []
  if (heading === undefined) throw new Error(`Cannot list "twin ${name}": it stands under no heading`)
  return heading
}

function groupOf(groups: ReadonlyMap<string, Command>, name: string): Command {
  const group = groups.get(name)
  if (!group) throw new Error(`Cannot add a command below "twin ${name}": there is no such group`)
  return group
}

const exitLines = (): string => EXITS.map(([code, meaning]) => `  ${code} ${meaning}`).join('\n')
