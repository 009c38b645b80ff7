// What the accounts of twin.toml have for a brief: each is synced, and its inbox asked for what came in the window. An account that fails
// is a sentence in the note, never missing mail. Relies on world.store; only an aligned DKIM pass verifies an address.
import { join } from 'node:path'
import { readCapped } from '../../files/readCapped.ts'
import type { Account } from '../../protocol/configTables.ts'
import { type Envelope, isUnverified } from '../../protocol/envelope.ts'
import * as cap from '../../protocol/limits.ts'
import type { ParsedMessage } from '../../protocol/message.ts'
import type { Refusal } from '../../protocol/refusal.ts'
import { counted } from '../../protocol/text/counted.ts'
import { cut } from '../../protocol/text/cut.ts'
import type { StoredPart } from '../brief/mergeMail.ts'
import { ownTimeZone } from '../localTime.ts'
import { visibleText } from '../store/visibleText.ts'
import type { StoredMail } from '../store/store.ts'
import type { World } from '../world.ts'
import type { Io } from '../io.ts'

type Asked = Pick<World, 'store' | 'configuration' | 'now'>
type Part = StoredPart & { readonly unverified: number }

/** `since`: Unix seconds. */
export async function mailForBrief(world: Asked, since: number, signal: AbortSignal): Promise<StoredPart> {
  const { accounts, dkim } = world.configuration().config
  const parts: Part[] = []
  for (const [name, account] of Object.entries(accounts))
    parts.push(await ofAccount(world, { name, account, since }, { signal, progress: () => undefined }))
  const unverified = parts.reduce((sum, part) => sum + part.unverified, 0)
  const why = dkim.lookup
    ? 'no good signature of its domain'
    : 'its signature is not looked at (dkim lookup is off)'
  const note = `${counted(unverified, 'message')} with an address that you write to stand under “Everyone else”: ${why}`
  return {
    envelopes: parts.flatMap(part => part.envelopes),
    more: parts.reduce((sum, part) => sum + part.more, 0),
    accounts: parts.flatMap(part => part.accounts),
    leftOut: {
      deleted: parts.reduce((sum, part) => sum + part.leftOut.deleted, 0),
      junk: 0,
      drafts: parts.reduce((sum, part) => sum + part.leftOut.drafts, 0),
      own: parts.reduce((sum, part) => sum + part.leftOut.own, 0),
    },
    degraded: [...parts.flatMap(part => part.degraded), ...(unverified > 0 ? [note] : [])],
  }
}

interface Wanted {
  readonly name: string
  readonly account: Account
  readonly since: number
}

async function ofAccount({ store, now }: Asked, wanted: Wanted, io: Io): Promise<Part> {
  const { name, since, account } = wanted
  const synced = await store.sync(name, io)
  const seconds = Math.floor(now() / 1_000)
  const found = store.find({
    account: name,
    query: `collection:${JSON.stringify(account.inbox)} and date:${Math.ceil((seconds - since) / 3_600) + 1}h..`,
    limit: cap.VIEW_ROOTS,
    expand: 'none',
    now: seconds,
    timeZone: ownTimeZone(),
  })
  const mails = found.ok ? found.value.messages.map(({ mail }) => mail) : []
  const chosen = chosenOf(store, mails, wanted)
  const degraded = [
    ...(synced.ok
      ? synced.value.problems.map(problem => `${name}: ${problem}`)
      : [notSynced(name, synced.refusal)]),
    ...(found.ok ? [] : [`${name}: ${found.refusal.is}`]),
    ...(chosen.unread > 0 ? [`${name}: ${counted(chosen.unread, 'message')} could not be parsed`] : []),
  ]
  return {
    ...chosen,
    accounts: [{ label: name, inScope: true, messages: chosen.envelopes.length + chosen.more }],
    degraded: degraded.map(sentence => cut(sentence, cap.SENTENCE_CHARS)),
    unverified: chosen.envelopes.filter(isUnverified).length,
  }
}

interface Chosen extends Pick<StoredPart, 'envelopes' | 'more' | 'leftOut'> {
  readonly unread: number
}

/** The newest of the window; each message is an envelope or in exactly one count. */
function chosenOf(store: World['store'], mails: readonly StoredMail[], wanted: Wanted): Chosen {
  const own = ownOf(wanted.account)
  const leftOut = { deleted: 0, junk: 0, drafts: 0, own: 0 }
  const envelopes: Envelope[] = []
  let unread = 0
  let more = 0
  for (const mail of mails) {
    if ((mail.received ?? 0) < wanted.since) continue
    const parsed = store.parsedOf(mail)
    if (!parsed.ok || mail.parsed === null) unread++
    else if (hasFlag(mail, 'trashed')) leftOut.deleted++
    else if (hasFlag(mail, 'draft')) leftOut.drafts++
    else if (own.has(parsed.value.from[0]?.address.toLowerCase() ?? '')) leftOut.own++
    else if (envelopes.length < cap.ENVELOPES) envelopes.push(envelopeOf(mail, parsed.value, wanted))
    else more++
  }
  return { envelopes, more, leftOut, unread }
}

const ownOf = ({ addresses }: Account): ReadonlySet<string> =>
  new Set(addresses.map(address => address.toLowerCase()))

const notSynced = (name: string, { is }: Refusal): string =>
  `${name} could not be synced, so what came since the last time is missing: ${is}`

const hasFlag = ({ places }: StoredMail, flag: string): boolean =>
  places.some(({ flags }) => flags.includes(flag))

function envelopeOf(mail: StoredMail, parsed: ParsedMessage, { name, account }: Wanted): Envelope {
  const own = ownOf(account)
  const body =
    mail.parsed === null ? undefined : readCapped(join(mail.parsed, 'body.txt'), cap.BODY_BYTES, false)
  const preview = body?.ok ? visibleText(body.text).replace(/\s+/g, ' ').trim() : ''
  return {
    from: parsed.from[0] ?? { name: '', address: '' },
    subject: parsed.subject,
    preview: cut(preview, cap.PREVIEW_CHARS),
    sent: parsed.date,
    received: mail.received,
    read: hasFlag(mail, 'seen'),
    flagged: hasFlag(mail, 'flagged'),
    category: null,
    urgent: false,
    highImpact: false,
    writtenTo: mail.writtenTo,
    direct: parsed.to.some(({ address }) => own.has(address.toLowerCase())),
    verified: mail.dkim.state === 'pass',
    account: name,
    mailbox: cut(account.inbox, cap.LABEL_CHARS),
    messageId: parsed.messageId,
    noLink: parsed.messageId === null ? 'absent' : null,
  }
}
