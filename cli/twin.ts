// The process `twin`: reads the command line, runs the command, resolves to the exit code. Everything that can go wrong ends
// as sentences on stderr. Relies on program.ts for the commands and on run.ts for
// running one, which is loaded only then: what answers --help and --version should start at once.
import { CommanderError, type Command } from 'commander'
import type { Run } from './answer.ts'
import { quiet, rendered, output } from './output.ts'
import { program } from './program.ts'
import { usageRefusal } from './usage.ts'

/** `words`: the command line behind the program's name. Resolves to the exit code and never rejects. */
export async function twin(words: readonly string[]): Promise<number> {
  quiet(process.stdout)
  quiet(process.stderr)
  const json = words.includes('--json')
  process.on('uncaughtException', error => void endWith(error, json))
  let exit = 0
  let said = ''
  const runOne: Run = async (command, action) => {
    const { run } = await import('./run.ts')
    exit = await run(pathOf(command), action, command.optsWithGlobals<{ json?: boolean }>().json === true)
  }
  const root = program(
    runOne,
    text => (said += text),
    code => (exit = code),
  )
  try {
    await root.parseAsync([...words], { from: 'user' })
    return exit
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return print(said)
    const { complain, unforeseen } = await import('./run.ts')
    if (!(error instanceof CommanderError)) return unforeseen(error, 'twin', json)
    const command = meant(root, words)
    return error.code === 'commander.help'
      ? helpless(command, json)
      : complain(usageRefusal(error, pathOf(command)), json)
  }
}

/** An error that no command was waiting for: there is nothing to go on with. */
async function endWith(error: unknown, json: boolean): Promise<void> {
  const { unforeseen } = await import('./run.ts')
  process.exit(await unforeseen(error, 'twin', json))
}

async function print(text: string): Promise<number> {
  await output(process.stdout, rendered(linesOf(text), false))
  return 0
}

/** A group was named without a command: its help on stderr, then the complaint. */
async function helpless(command: Command, json: boolean): Promise<number> {
  const path = pathOf(command)
  await output(process.stderr, rendered([...linesOf(command.helpInformation()), ['']], false))
  const { complain } = await import('./run.ts')
  return complain(usageRefusal({ code: 'commander.help', message: '' }, path), json)
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map(line => [line])

/** "twin mail probe". */
export function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

/** The command that `words` lead to, as far as they name one. */
function meant(root: Command, words: readonly string[]): Command {
  let command = root
  for (const word of words) {
    const next = command.commands.find(candidate => candidate.name() === word)
    if (!next) break
    command = next
  }
  return command
}
