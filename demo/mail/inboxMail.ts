// Turns short lines into the messages of one inbox: when, who, what, and what is special. Relies on demoAccounts' mailbox keys.
import { hash64 } from '../store/fillMessages.ts'
import type { MessageSpec, PersonSpec } from '../storeSpec.ts'

/** What is special about a message. `id`: its Message-ID as stored; 'none': it has none; null: not indexed yet. */
export interface Special extends Omit<Partial<MessageSpec>, 'messageId'> {
  readonly id?: string | null
}

/** Minutes before now, sender, subject, preview ('' where Mail has none). */
export type Line = readonly [number, PersonSpec, string, string, Special?]

export interface Inbox {
  /** Unix seconds. */
  readonly now: number
  readonly me: PersonSpec
  readonly mailbox: string
  readonly labels?: readonly string[]
}

export const inboxMail = (inbox: Inbox, lines: readonly Line[]): MessageSpec[] =>
  lines.map(line => inboxMessage(inbox, line))

function inboxMessage(inbox: Inbox, [minutes, from, subject, preview, special = {}]: Line): MessageSpec {
  const { id = ownId(from, subject), ...more } = special
  const received = inbox.now - Math.round(minutes * 60)
  return {
    mailbox: inbox.mailbox,
    ...(inbox.labels ? { labels: inbox.labels } : {}),
    from,
    to: [{ to: inbox.me }],
    subject,
    ...(preview ? { preview } : {}),
    received,
    sent: received - 4,
    messageId: id === 'none' ? undefined : id,
    ...more,
  }
}

/** A Message-ID as mailers make them: bracketed, unique, of the sender's domain. */
export function ownId(from: PersonSpec, subject: string): string {
  const unique = BigInt.asUintN(64, hash64(`${from.address} ${subject}`)).toString(36)
  return `<${unique}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`
}
