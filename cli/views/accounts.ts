// Mailboxes and what is found in them as lines. Every text of a message is its sender's: it goes through table.ts or output.ts, which
// leave nothing in it that a terminal obeys. Relies on protocol/accountsShown.ts for the shapes.
import * as z from 'zod/mini'
import {
  AccountAdded,
  type AccountShown,
  AccountsListed,
  AccountsSearched,
  AccountsSynced,
} from '../../protocol/accountsShown.ts'
import type { Descriptor } from '../../protocol/adapter.ts'
import { counted } from '../../protocol/text/counted.ts'
import { senderAddress } from '../../protocol/text/senderAddress.ts'
import { styled, type Line } from '../answer.ts'
import { table } from '../table.ts'
import { hanging } from '../wrapped.ts'
import { near } from './moment.ts'
import type { View } from './view.ts'

type Account = z.infer<typeof AccountShown>
type Found = z.infer<typeof AccountsSearched>['messages'][number]

export const accountAdded: View = (output, { columns }) => {
  const { name, file, text, about, capabilities } = z.parse(AccountAdded, output)
  return {
    lines: [
      ...hanging(`${about}: it is added to ${file}:`, columns, FLAT).map((line): Line => [line]),
      ...text
        .trim()
        .split('\n')
        .map((line): Line => [styled('dim', `  ${line}`)]),
      [`It can ${canOf(capabilities)}.`],
      [`"twin sync ${name}" brings its mail into the local store.`],
    ],
  }
}

export const accountsListed: View = (output, { columns, now }) => {
  const { accounts } = z.parse(AccountsListed, output)
  if (accounts.length === 0)
    return { lines: [['No mailbox yet: "twin accounts add maildir ~/Mail --name home" adds one.']] }
  const rows = accounts.map(account => [
    account.name,
    account.adapter ?? '',
    account.path ?? 'no longer in twin.toml',
    String(account.messages),
    syncedOf(account, now()),
  ])
  return {
    lines: [
      ...table(['account', 'adapter', { wrapped: 'path' }, 'messages', 'last sync'], rows, columns),
      ...accounts.flatMap(account =>
        sentencesOf(account).flatMap(sentence =>
          hanging(`${account.name}: ${sentence}`, columns, FLAT).map((line): Line => [line]),
        ),
      ),
    ],
  }
}

export const accountsSynced: View = (output, { columns }) => {
  const { synced, failed } = z.parse(AccountsSynced, output)
  const rows = synced.map(one => [
    one.account,
    ...[one.added, one.changed, one.gone, one.unparsed, one.messages].map(String),
  ])
  const [first] = failed
  return {
    lines: [
      ...table(['account', 'new', 'changed', 'gone', 'not parsed', 'messages'], rows, columns),
      ...synced.flatMap(({ account, problems }) =>
        problems.flatMap(problem =>
          hanging(`${account}: ${problem}`, columns, FLAT).map((line): Line => [line]),
        ),
      ),
      ...failed.flatMap(({ account, refusal }) =>
        hanging(`${account}: not synced: ${refusal.is}; ${refusal.fix}`, columns, FLAT).map((line): Line => [
          styled('bad', line),
        ]),
      ),
    ],
    ...(first ? { problem: first.refusal } : {}),
  }
}

export const accountsSearched: View = (output, { columns, now }) => {
  const { messages, matched, more, synced, notes } = z.parse(AccountsSearched, output)
  const rows = messages.map(message => [
    message.date === null ? 'no date' : near(message.date, now()),
    senderAddress(message.from),
    message.problem === null ? message.subject : `(not parsed: ${message.problem})`,
    signedOf(message),
    message.collections.join(', '),
  ])
  const asOf = synced === null ? '' : `, as of the sync ${near(synced, now())}`
  return {
    lines: [
      ...table([{ whole: 'date' }, 'from, as it says', 'subject', 'dkim', 'in'], rows, columns),
      ...(rows.length > 0 ? [['']] : []),
      [`${counted(matched, 'message')}${more > 0 ? `, of which ${more} are not shown` : ''}${asOf}`],
      ...notes.flatMap(note => hanging(note, columns, FLAT).map((line): Line => [line])),
    ],
  }
}

const FLAT = { first: '', further: '  ' }

function syncedOf({ synced, whole }: Account, now: number): string {
  const last = synced === null ? 'never' : near(synced, now)
  return whole ? last : `${last}, then one that was cut off`
}

function sentencesOf(account: Account): string[] {
  const { name, path, capabilities, unparsed, absent, sharedIds, problems } = account
  return [
    ...(path === null ? [`its mail is still in the store: remove state/store/${name} to be rid of it`] : []),
    ...(capabilities === null ? [] : [`it can ${canOf(capabilities)}`]),
    ...(unparsed === 0 ? [] : [`${counted(unparsed, 'message')} could not be parsed`]),
    ...(absent === 0
      ? []
      : [`${counted(absent, 'message')} could not be taken in: too large, or not to be read`]),
    ...(sharedIds === 0 ? [] : [`${counted(sharedIds, 'Message-ID')} on several messages that differ`]),
    ...problems,
  ]
}

/** What follows "can". */
const canOf = ({ verbs, keywords }: Descriptor): string =>
  ['be read', ...(verbs.length === 0 ? [] : [`changed by ${verbs.join(', ')}`])].join(' and ') +
  (keywords ? ', and holds tags' : '')

/** A From means nothing by itself: what signed the message stands beside it. */
const signedOf = ({ dkim, known }: Found): string =>
  dkim.state === 'pass' && dkim.domain !== null ? `${dkim.domain}${known ? ', known' : ''}` : dkim.state
