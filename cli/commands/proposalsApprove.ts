// `twin proposals approve ID…`: a person's yes, given on the terminal that controls this process. Relies on approveOnTerminal.ts for
// all of it.
import type { Command } from 'commander'
import type { Run } from '../answer.ts'
import { subcommand } from '../subcommand.ts'

export function proposalsApprove(proposals: Command, run: Run): void {
  subcommand(proposals, 'approve', {
    summary: 'show a proposal, or several that are alike, and approve by typing the start of the digest',
    example: ['twin proposals approve p_xj3kq7w2m5n4b6v7c2z7l4k3ja'],
  })
    .argument('<ids...>', 'the proposals, one or several that are alike, or the id of a batch')
    .action((ids: readonly string[], _options: unknown, command: Command) =>
      run(command, async session => {
        const { approveOnTerminal } = await import('../approveOnTerminal.ts')
        return approveOnTerminal(session, ids)
      }),
    )
}
