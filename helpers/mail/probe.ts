// probe: tables, columns, the layout generation, accounts by name, and how many messages each mailbox holds. Never content. Also
// for a layout that collect refuses, so that its columns can be reported. Relies on openStore.ts.
import * as cap from '../../protocol/limits.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { ProbeAnswer } from '../../protocol/request.ts'
import { type Columns, has } from './index/columns.ts'
import type { Reader } from './index/reader.ts'
import { untold } from './index/layout.ts'
import type { Account } from './accountsOf.ts'
import { type Access, type MailStore, openStore, refuse } from './openStore.ts'
import { numberOf } from './text.ts'

export function probe(access: Access): Result<ProbeAnswer> {
  const opened = openStore(access)
  if (!opened.ok) return opened
  try {
    return done(answer(opened.value))
  } catch (error) {
    return refuse(error)
  } finally {
    opened.value.reader.close()
  }
}

function answer(store: MailStore): ProbeAnswer {
  const { reader, columns, accounts, layout } = store
  const count = counting(reader, columns)
  const mailboxes = accounts.flatMap(account =>
    account.mailboxes.map(mailbox => ({
      account: account.label,
      name: mailbox.name,
      messages: count(mailbox.id),
      role: mailbox.role === 'other' ? null : mailbox.role,
    })),
  )
  const refusal = layout.ok ? untold(columns) : [`collect is refused: ${layout.refusal.is}.`]
  return {
    op: 'probe',
    layout: layout.ok ? layout.value : 'unknown',
    tables: [...columns].slice(0, cap.PROBE_TABLES).map(([name, names]) => ({
      name,
      columns: [...names.values()].slice(0, cap.PROBE_COLUMNS),
    })),
    accounts: named(accounts, count),
    mailboxes: mailboxes.slice(0, cap.PROBE_MAILBOXES),
    moreMailboxes: Math.max(0, mailboxes.length - cap.PROBE_MAILBOXES),
    degraded: [...store.degraded, ...refusal, ...cutOff(store)],
  }
}

/** What the lists of the answer leave out. */
function cutOff({ columns, accounts }: MailStore): string[] {
  const wide = [...columns.values()].filter(names => names.size > cap.PROBE_COLUMNS).length
  return [
    columns.size > cap.PROBE_TABLES
      ? `This index has more than ${cap.PROBE_TABLES} tables: the others are not listed.`
      : '',
    wide > 0 ? `Of wide tables (${wide}) only ${cap.PROBE_COLUMNS} columns are listed.` : '',
    accounts.length > cap.ACCOUNTS
      ? `This store has ${accounts.length} accounts, and only ${cap.ACCOUNTS} are listed.`
      : '',
  ].filter(Boolean)
}

/** Messages are counted where they lie: Gmail's labels would count them twice. */
function named(accounts: readonly Account[], count: (mailbox: bigint) => number) {
  return accounts.slice(0, cap.ACCOUNTS).map(account => {
    const physical = account.mailboxes.filter(mailbox => mailbox.source === undefined)
    const messages = physical.reduce((total, mailbox) => total + count(mailbox.id), 0)
    return { label: account.label, inScope: account.inScope, messages }
  })
}

/** Rows of a mailbox and labels that name it; a mailbox has one kind or the other. */
function counting(reader: Reader, columns: Columns): (mailbox: bigint) => number {
  const counts = new Map<unknown, number>()
  const add = (sql: string) => {
    for (const row of reader.all(sql))
      counts.set(row['box'], (counts.get(row['box']) ?? 0) + (numberOf(row['n']) ?? 0))
  }
  if (has(columns, 'messages', 'mailbox'))
    add('SELECT mailbox AS box, count(*) AS n FROM messages GROUP BY mailbox')
  if (has(columns, 'labels', 'mailbox_id'))
    add('SELECT mailbox_id AS box, count(*) AS n FROM labels GROUP BY mailbox_id')
  return mailbox => counts.get(mailbox) ?? 0
}
