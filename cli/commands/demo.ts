// `twin demo`: a generated Maildir, or the brief of a generated mailbox, which the same processes make as a real one: the confined mail
// helper, the filter, Ollama or the rules, the note. Relies on demonstrate.ts and demoMaildir.ts for all of it.
import type { Command } from 'commander'
import type { Run } from '../answer.ts'
import { subcommand } from '../subcommand.ts'

interface Options {
  readonly keep?: string
}

export function demo(parent: Command, run: Run): void {
  const command = subcommand(parent, 'demo', {
    summary: 'make a brief of a generated mailbox, in a folder of its own, and print it',
    example: ['twin demo', 'twin demo --keep ~/twin-demo --json'],
  })
  maildir(command, run)
  command
    .option('--keep <dir>', 'the folder to use and keep: an empty one, or an earlier demo')
    .action((options: Options, asked: Command) =>
      run(asked, async session => {
        const { demonstrate } = await import('../demonstrate.ts')
        return demonstrate(session, options)
      }),
    )
}

function maildir(parent: Command, run: Run): void {
  subcommand(parent, 'maildir', {
    summary: 'write a generated Maildir into an empty folder, to try runs on',
    example: ['twin demo maildir ~/sample-mail'],
  })
    .argument('<folder>', 'an empty folder, or a name that is not there yet')
    .action((folder: string, _options: unknown, asked: Command) =>
      run(asked, async session => {
        const { demoMaildir } = await import('../demoMaildir.ts')
        return demoMaildir(session, folder)
      }),
    )
}
