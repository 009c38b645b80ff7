// Mail of twin's own store beside what the mail helper collected, as one: the newest first, and the rest counted. Pure.
import type { Envelope } from '../../protocol/envelope.ts'
import { ACCOUNTS, DEGRADED, ENVELOPES } from '../../protocol/limits.ts'
import type { CollectAnswer } from '../../protocol/request.ts'

/** What the accounts of the store have for a brief. `degraded`: sentences on what could not be had. */
export type StoredPart = Pick<CollectAnswer, 'envelopes' | 'more' | 'accounts' | 'leftOut' | 'degraded'>

/** What the mail helper would say where no account of its own is in scope. */
export const UNASKED: CollectAnswer = {
  op: 'collect',
  envelopes: [],
  more: 0,
  accounts: [],
  leftOut: { deleted: 0, junk: 0, drafts: 0, own: 0 },
  layout: 'unread',
  degraded: [],
  how: 'in-place',
  ms: { copy: 0, query: 0 },
}

/** At most `ENVELOPES` of both, by when they came. Sentences and accounts over their caps are counted in a sentence. */
export function mergeMail(mail: CollectAnswer, stored: StoredPart): CollectAnswer {
  const all = [...mail.envelopes, ...stored.envelopes].toSorted((a, b) => cameAt(b) - cameAt(a))
  const accounts = [...stored.accounts, ...mail.accounts]
  const sentences = [...stored.degraded, ...mail.degraded]
  if (accounts.length > ACCOUNTS) sentences.push(`${accounts.length - ACCOUNTS} accounts are not named here`)
  const kept = sentences.length > DEGRADED ? sentences.slice(0, DEGRADED - 1) : sentences
  const left = sentences.length - kept.length
  const { leftOut } = mail
  return {
    ...mail,
    envelopes: all.slice(0, ENVELOPES),
    more: mail.more + stored.more + Math.max(0, all.length - ENVELOPES),
    accounts: accounts.slice(0, ACCOUNTS),
    leftOut: {
      deleted: leftOut.deleted + stored.leftOut.deleted,
      junk: leftOut.junk + stored.leftOut.junk,
      drafts: leftOut.drafts + stored.leftOut.drafts,
      own: leftOut.own + stored.leftOut.own,
    },
    degraded: left > 0 ? [...kept, `${left} more sentences on what could not be told are left out`] : kept,
  }
}

const cameAt = ({ received, sent }: Envelope): number => received ?? sent ?? 0
