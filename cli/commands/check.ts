// `twin check`: parses twin.toml and policy.toml, prints them back as understood, and tells what reads nothing or looks odd.
// Relies on checkFiles.ts for all of it.
import type { Command } from 'commander'
import type { Run } from '../answer.ts'
import { subcommand } from '../subcommand.ts'

export function check(parent: Command, run: Run): void {
  subcommand(parent, 'check', {
    summary: 'parse twin.toml and policy.toml and print them back as understood',
    example: ['twin check', 'twin check --json'],
  }).action((_options: unknown, command: Command) =>
    run(command, async session => {
      const { checkFiles } = await import('../checkFiles.ts')
      return checkFiles(session)
    }),
  )
}
