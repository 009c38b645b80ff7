// collect: the newest envelopes of the inboxes in scope since a moment, with an exact count of what is beyond, of what was left
// out and why. Reads no message row of an account out of scope, and no Sent mailbox of one, except to see whether a Message-ID
// is shared. At most ENVELOPES, newest first by the date that Mail shows. Relies on openStore.ts.
import type { Envelope } from '../../protocol/envelope.ts'
import * as cap from '../../protocol/limits.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { CollectAnswer } from '../../protocol/request.ts'
import { latestDate } from './dates.ts'
import { envelopeOf } from './envelope.ts'
import { has } from './index/columns.ts'
import type { Row } from './index/reader.ts'
import { detailQuery, hasRecipients, writtenQuery } from './index/detailQuery.ts'
import { type Layout, untold } from './index/layout.ts'
import { setsOf } from './index/sets.ts'
import { CAUSES, type Sets, windowQuery } from './index/windowQuery.ts'
import type { Account } from './accountsOf.ts'
import { type Access, type MailStore, openStore, refuse } from './openStore.ts'
import { numberOf } from './text.ts'

/** `since`, `now`: Unix seconds. */
export interface Window {
  readonly since: number
  readonly now: number
}

/** The answer; refused as `openStore` refuses, or with unknown-layout. */
export function collect(access: Access, window: Window): Result<CollectAnswer> {
  // A default configuration reads nothing: not even the names of the accounts.
  if (access.scope.accounts.length === 0) return done(nothing)
  const opened = openStore(access)
  if (!opened.ok) return opened
  const store = opened.value
  try {
    return store.layout.ok ? done(answer(store, store.layout.value, window)) : store.layout
  } catch (error) {
    return refuse(error)
  } finally {
    store.reader.close()
  }
}

const nothing: CollectAnswer = {
  op: 'collect',
  envelopes: [],
  more: 0,
  accounts: [],
  leftOut: { deleted: 0, junk: 0, drafts: 0, own: 0 },
  layout: 'unread',
  degraded: [
    'No account is named in the configuration, so nothing was read; twin mail probe lists the accounts, and the setting accounts names those to read.',
  ],
  how: 'in-place',
  ms: { copy: 0, query: 0 },
}

function answer(store: MailStore, layout: Layout, window: Window): CollectAnswer {
  const began = performance.now()
  const { reader, columns, accounts } = store
  const sets = setsOf(reader, columns, accounts)
  const latest = latestDate(window.now)
  const rows =
    sets.inboxes.length === 0
      ? []
      : reader.all(windowQuery(columns, sets), { since: window.since, latest, most: cap.ENVELOPES })
  const found = {
    counts: rows.filter(row => row['kind'] === 0n),
    newest: rows.filter(row => row['kind'] === 1n),
  }
  const counted = (cause: (typeof CAUSES)[number], ids?: ReadonlySet<unknown>) =>
    sum(
      found.counts.filter(
        row => row['cause'] === BigInt(CAUSES.indexOf(cause)) && (!ids || ids.has(row['box'])),
      ),
    )
  const envelopes = details(store, sets, { newest: found.newest, latest })
  return {
    op: 'collect',
    envelopes,
    more: counted('keep') - envelopes.length,
    accounts: summaries(accounts, account =>
      counted('keep', new Set(account.mailboxes.map(mailbox => mailbox.id))),
    ),
    leftOut: {
      deleted: counted('deleted'),
      junk: counted('junk'),
      drafts: counted('drafts'),
      own: counted('own'),
    },
    layout,
    degraded: [...store.degraded, ...untold(columns), ...gaps(accounts, sets, counted('undated'))],
    how: store.how,
    ms: { copy: store.copyMs, query: Math.round(performance.now() - began) },
  }
}

const sum = (rows: readonly Row[]): number =>
  rows.reduce((total, row) => total + (numberOf(row['n']) ?? 0), 0)

/** At most ACCOUNTS, those in scope first; messages are counted for these alone, since no other account's are read. */
function summaries(accounts: readonly Account[], messages: (account: Account) => number) {
  return accounts
    .toSorted((a, b) => Number(b.inScope) - Number(a.inScope))
    .slice(0, cap.ACCOUNTS)
    .map(account => ({
      label: account.label,
      inScope: account.inScope,
      messages: account.inScope ? messages(account) : 0,
    }))
}

interface Newest {
  /** id, box and date, newest first. */
  readonly newest: readonly Row[]
  readonly latest: number
}

function details(store: MailStore, sets: Sets, { newest, latest }: Newest): Envelope[] {
  const { reader, columns } = store
  if (newest.length === 0) return []
  const ids = newest.flatMap(row => (typeof row['id'] === 'bigint' ? row['id'] : []))
  const rows = reader.all(detailQuery(columns, ids, sets.own))
  const byId = new Map(rows.map(row => [row['id'], row]))
  const letters = lettersTo(store, sets, rows)
  const places = placesOf(store.accounts)
  const hasHeaders = has(columns, 'message_global_data', 'rowid', 'message_id_header')
  return newest.flatMap(({ id, box, date }) => {
    const row = byId.get(id)
    const place = places.get(box)
    if (!row || !place) return []
    const placing = { ...place, received: numberOf(date) ?? null, latest, hasHeaders }
    return envelopeOf(row, { ...placing, writtenTo: letters.get(row['sender']) ?? 0 })
  })
}

/** Letters written to each sender of `rows`; a sender that is missing has got none. */
function lettersTo({ reader, columns }: MailStore, sets: Sets, rows: readonly Row[]): Map<unknown, number> {
  const senders = new Set(rows.flatMap(row => (typeof row['sender'] === 'bigint' ? row['sender'] : [])))
  if (!hasRecipients(columns) || sets.sent.length === 0) return new Map()
  const counts = reader.all(writtenQuery(columns, sets, [...senders]))
  return new Map(counts.map(row => [row['sender'], numberOf(row['letters']) ?? 0]))
}

/** Account and mailbox to show for mail that physically lies in a mailbox: its inbox, whether by place or by label. */
function placesOf(accounts: readonly Account[]): Map<unknown, { account: string; mailbox: string }> {
  const places = new Map<unknown, { account: string; mailbox: string }>()
  for (const account of accounts.filter(one => one.inScope))
    for (const mailbox of account.mailboxes) {
      const shown = mailbox.role === 'inbox' ? mailbox : account.mailboxes.find(one => one.role === 'inbox')
      places.set(mailbox.id, { account: account.label, mailbox: shown?.name ?? mailbox.name })
    }
  return places
}

function gaps(
  accounts: readonly Account[],
  sets: Sets & { readonly ownCut: number },
  undated: number,
): string[] {
  const scoped = accounts.filter(account => account.inScope)
  const without = scoped.filter(
    account => !account.mailboxes.some(mailbox => mailbox.role === 'inbox'),
  ).length
  return [
    without > 0
      ? `${number(without, 'account')} in scope without an inbox that can be recognised, so nothing was read there.`
      : '',
    scoped.length > 0 && sets.sent.length === 0
      ? 'No Sent mailbox can be recognised, so who you write to cannot be told.'
      : '',
    undated > 0
      ? `${number(undated, 'message')} without a date up to tomorrow, so that no window holds it.`
      : '',
    sets.ownCut > 0
      ? `${number(sets.ownCut, 'address')} of yours under more than ${cap.OWN_ROWS} names: mail under the others is taken for somebody else’s.`
      : '',
    accounts.length > cap.ACCOUNTS
      ? `This store has ${accounts.length} accounts, and only ${cap.ACCOUNTS} are listed.`
      : '',
  ].filter(Boolean)
}

const number = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : noun.endsWith('s') ? 'es' : 's'}`
