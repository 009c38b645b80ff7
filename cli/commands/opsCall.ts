// `twin ops call NAME --input JSON`: any operation by its name, with its input as JSON. A change is shown and not made unless
// --confirm says so; an approval is asked about on the terminal all the same. Relies on the gate for all that may be refused.
import type { Command } from 'commander'
import { done } from '../../protocol/refusal.ts'
import type { Run } from '../answer.ts'
import { subcommand } from '../subcommand.ts'

const APPROVE = 'proposals.approve'

interface Options {
  readonly input?: string
  readonly confirm?: boolean
}

export function opsCall(ops: Command, run: Run): void {
  subcommand(ops, 'call', {
    summary: 'call an operation by its name, its input as JSON',
    example: [
      'twin ops call mail.list --input \'{"unread":true}\'',
      'twin ops call schedule.pause --confirm',
    ],
  })
    .argument('<name>', 'an operation that "twin ops list" names')
    .option('--input <json>', 'a JSON object; {} where it is left out')
    .option('--confirm', 'make the change that the operation makes; without it the change is only shown')
    .action((name: string, options: Options, command: Command) =>
      run(command, async session => {
        const { callCommand } = await import('../callCommand.ts')
        const { ROWS } = await import('../commandTable.ts')
        const { jsonTable } = await import('../inputFrom.ts')
        const input = options.input === undefined ? done({}) : jsonTable(options.input, '--input')
        if (!input.ok) return input
        const confirm = options.confirm === true
        if (confirm && name === APPROVE) {
          const { approveNamed } = await import('../approveOnTerminal.ts')
          const asked = await approveNamed(session, input.value)
          if (asked) return asked
        }
        const view = await ROWS.find(({ operation }) => operation === name)?.view?.()
        return callCommand(session, { name, input: input.value, confirm, view })
      }),
    )
}
