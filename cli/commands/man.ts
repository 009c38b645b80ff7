// `twin man`: the man page as roff, for `twin man | man -l -`. Relies on the command tree itself.
import type { Command } from 'commander'
import { version } from '../../files/version.ts'
import { done } from '../../protocol/refusal.ts'
import type { Run } from '../answer.ts'
import { commandTree } from '../completion/commandTree.ts'
import { EXITS } from '../exits.ts'
import { manPage } from '../manPage.ts'
import { subcommand } from '../subcommand.ts'

export function man(parent: Command, run: Run): void {
  subcommand(parent, 'man', {
    summary: 'print the man page of twin as roff',
    example: ['twin man | man -l -'],
  }).action((_options: unknown, command: Command) =>
    run(command, async () => {
      const page = manPage(commandTree(parent), { version: version(), exits: EXITS })
      return done({
        json: { page },
        lines: page
          .trimEnd()
          .split('\n')
          .map(line => [line]),
      })
    }),
  )
}
