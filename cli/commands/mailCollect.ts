// `twin mail collect`: what the mail helper hands out of the mail in scope, at most 200 envelopes, and what it left out. Relies
// on daemon/askMail.ts; the texts are the senders' and pass output.ts.
import type { Command } from 'commander'
import { askMail } from '../../daemon/askMail.ts'
import { localTime, ownTimeZone } from '../../daemon/localTime.ts'
import { windowStart } from '../../protocol/config.ts'
import type { Envelope } from '../../protocol/envelope.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { CollectAnswer } from '../../protocol/request.ts'
import { accountTable } from '../accountTable.ts'
import type { Answer, Line, Run, Session } from '../answer.ts'
import { readScope } from '../../files/configuration.ts'
import { since } from '../since.ts'
import { subcommand } from '../subcommand.ts'
import { table } from '../table.ts'

interface Options {
  readonly since?: string
}

export function mailCollect(parent: Command, run: Run): void {
  subcommand(parent, 'collect', {
    summary: 'list the envelopes of new mail in scope, as the mail helper hands them out',
    example: ['twin mail collect --since 24h', 'twin mail collect --since 2026-11-30T05:25 --json'],
  })
    .option('--since <when>', 'a duration (90m, 24h, 7d) or an ISO 8601 date; default: brief.window')
    .action((options: Options, command: Command) => run(command, session => collect(session, options)))
}

async function collect(session: Session, options: Options): Promise<Result<Answer>> {
  const now = session.now()
  const asked = options.since === undefined ? undefined : since(options.since, now)
  if (asked?.ok === false) return asked
  const config = readScope(session.paths)
  if (!config.ok) return config
  const from = asked?.value ?? windowStart(config.value.brief.window, Math.floor(now / 1000))
  const answer = await askMail(session, { op: 'collect', since: from })
  if (!answer.ok) return answer
  return done({ json: answer.value, lines: report(answer.value, from, session.columns) })
}

function report(answer: CollectAnswer, from: number, columns: number): Line[] {
  const { leftOut, envelopes, more, accounts } = answer
  return [
    ...table(['received', 'state', 'from', 'subject', 'account'], envelopes.map(row), columns),
    ...(envelopes.length > 0 ? [['']] : []),
    [
      `${envelopes.length} messages since ${moment(from)}${more > 0 ? `, and ${more} more that one answer cannot hold` : ''}`,
    ],
    [
      `left out: ${leftOut.deleted} deleted, ${leftOut.junk} junk, ${leftOut.drafts} drafts, ${leftOut.own} your own`,
    ],
    ...answer.degraded.map((sentence): Line => ['note: ', sentence]),
    [''],
    ...accountTable(accounts, columns),
  ]
}

function row({ received, sent, read, flagged, urgent, from, subject, account }: Envelope): string[] {
  const state = [read ? '' : 'new', flagged ? 'flag' : '', urgent ? 'urgent' : ''].filter(word => word !== '')
  return [moment(received ?? sent), state.join(' '), from.address || from.name, subject, account]
}

/** "2026-11-30 05:25" here, "-" for a message without a date. */
function moment(seconds: number | null): string {
  if (seconds === null) return '-'
  const { date, time } = localTime(seconds * 1000, ownTimeZone())
  return `${date} ${time}`
}
