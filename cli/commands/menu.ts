// `twin menu`: the menu for SwiftBar, xbar and Argos, and the two decisions that a click in it makes. Speaks on the menu bar's
// socket alone. Whatever is wrong, `twin menu` prints a menu and exits 0: a menu bar shows nothing of an error.
import { Command } from 'commander'
import type { Run } from '../answer.ts'
import { subcommand } from '../subcommand.ts'

const SUMMARIES = {
  approve: 'approve what the menu shows, low risk only; what a click runs',
  refuse: 'refuse what the menu shows; what a click runs',
}

export function menu(parent: Command, run: Run): void {
  const group = subcommand(parent, 'menu', {
    summary: 'print the menu for SwiftBar, xbar and Argos',
    example: ['twin menu', 'twin menu --json'],
  }).action((_options: unknown, command: Command) =>
    run(command, async session => {
      const { showMenu } = await import('../menu/menuAnswers.ts')
      return showMenu(session)
    }),
  )
  for (const act of ['approve', 'refuse'] as const)
    subcommand(group, act, {
      summary: SUMMARIES[act],
      example: [`twin menu ${act} p_abcdefghijklmnopqrstuvwxyz ${'0123456789abcdef'.repeat(4)}`],
    })
      .argument('<id>', 'the first proposal of the decision')
      .argument('<digest>', 'the digest of the decision as it was shown')
      .action((id: string, digest: string, ...rest: readonly unknown[]) =>
        run(commandIn(rest), async session => {
          const { decideInMenu } = await import('../menu/menuAnswers.ts')
          return decideInMenu(session, act, { id, digest })
        }),
      )
}

/** commander hands over the command last. */
function commandIn(rest: readonly unknown[]): Command {
  const command = rest.at(-1)
  if (command instanceof Command) return command
  throw new Error('Cannot decide: commander handed over no command')
}
