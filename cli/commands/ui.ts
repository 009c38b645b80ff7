// `twin ui`: opens the local page and prints its one-time link. Relies on twind, which serves the page; this process starts no
// browser.
import type { Command } from 'commander'
import type { Run } from '../answer.ts'
import { subcommand } from '../subcommand.ts'

export function ui(parent: Command, run: Run): void {
  subcommand(parent, 'ui', {
    summary: 'open the local page and print its one-time link',
    example: ['twin ui', 'twin ui --json'],
  }).action((_options: unknown, command: Command) =>
    run(command, async session => {
      const { openUi } = await import('../openUi.ts')
      return openUi(session)
    }),
  )
}
