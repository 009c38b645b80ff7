// `twin help [command…]`: the same text as --help. Relies on commander's tree.
import { CommanderError, type Command } from 'commander'
import { exampleLines } from '../subcommand.ts'

export function help(parent: Command): void {
  parent
    .command('help')
    .description('print the help of twin or of one command')
    .argument('[command...]', 'a command, such as: mail collect')
    .addHelpText('after', exampleLines(['twin help mail collect']))
    .action((words: readonly string[]) => {
      let command = parent
      for (const word of words) {
        const next = command.commands.find(candidate => candidate.name() === word)
        if (!next) throw new CommanderError(1, 'commander.unknownCommand', `error: unknown command '${word}'`)
        command = next
      }
      command.outputHelp()
      throw new CommanderError(0, 'commander.helpDisplayed', '(outputHelp)')
    })
}
