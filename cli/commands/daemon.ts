// `twin daemon`: twind in this terminal, until it is told to end. Relies on daemon/twind.ts for everything.
import type { Command } from 'commander'
import { loadEngine } from '../loadEngine.ts'
import { exampleLines } from '../subcommand.ts'

/** `ended` gets the exit code of twind, which prints for itself. */
export function daemon(parent: Command, ended: (code: number) => void): void {
  parent
    .command('daemon')
    .description('run twind here, in the foreground: the schedule, the doors, the page')
    .helpCommand(false)
    .addHelpText('after', exampleLines(['twin daemon']))
    .action(async () => {
      const { twind } = loadEngine()
      ended(await twind([]))
    })
}
