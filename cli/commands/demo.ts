// `twin demo`: the brief of a generated mailbox, made by the same processes as a real one: the confined mail helper, the filter,
// Ollama or the rules, the note. Relies on demonstrate.ts for all of it.
import type { Command } from 'commander'
import type { Run } from '../answer.ts'
import { subcommand } from '../subcommand.ts'

interface Options {
  readonly keep?: string
}

export function demo(parent: Command, run: Run): void {
  subcommand(parent, 'demo', {
    summary: 'make a brief of a generated mailbox, in a folder of its own, and print it',
    example: ['twin demo', 'twin demo --keep ~/twin-demo --json'],
  })
    .option('--keep <dir>', 'the folder to use and keep: an empty one, or an earlier demo')
    .action((options: Options, command: Command) =>
      run(command, async session => {
        const { demonstrate } = await import('../demonstrate.ts')
        return demonstrate(session, options)
      }),
    )
}
