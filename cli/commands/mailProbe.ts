// `twin mail probe`: how the store is laid out: generation, accounts, mailboxes, tables and columns. Never content. Relies on
// daemon/askMail.ts.
import type { Command } from 'commander'
import { askMail } from '../../daemon/askMail.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { ProbeAnswer } from '../../protocol/request.ts'
import { styled, type Answer, type Line, type Run, type Session } from '../answer.ts'
import { accountTable } from '../accountTable.ts'
import { subcommand } from '../subcommand.ts'
import { table } from '../table.ts'

export function mailProbe(parent: Command, run: Run): void {
  subcommand(parent, 'probe', {
    summary: "tell how Mail's store is laid out: accounts, mailboxes, tables, columns; never content",
    example: ['twin mail probe', 'twin mail probe --json'],
  }).action((_options: unknown, command: Command) => run(command, probe))
}

async function probe(session: Session): Promise<Result<Answer>> {
  const asked = await askMail(session, { op: 'probe' })
  if (!asked.ok) return asked
  return done({ json: asked.value, lines: report(asked.value, session.columns) })
}

function report(answer: ProbeAnswer, columns: number): Line[] {
  return [
    ['layout ', styled('good', answer.layout)],
    ...answer.degraded.map((sentence): Line => ['note: ', sentence]),
    [''],
    ...accountTable(answer.accounts, columns),
    [''],
    ...table(
      ['mailbox', 'account', 'role', 'messages'],
      answer.mailboxes.map(box => [
        box.name,
        box.account || '(unnamed)',
        box.role ?? '',
        String(box.messages),
      ]),
      columns,
    ),
    ...(answer.moreMailboxes > 0 ? [[`and ${answer.moreMailboxes} more mailboxes`]] : []),
    [''],
    ...table(
      ['table', 'columns'],
      answer.tables.map(({ name, columns: names }) => [name, names.join(' ')]),
      columns,
    ),
  ]
}
