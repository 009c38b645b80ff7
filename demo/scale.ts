// A store as large as the largest that anybody has reported, for benchmarks: the same numbers give the same store. Ratios of
// recipients, addresses, subjects, labels and previews to messages are those of apple-mail-store.md 9 and 11.5.
import { ownId } from './mail/inboxMail.ts'
import { buildStore } from './buildStore.ts'
import type { AccountSpec, MessageSpec, PersonSpec } from './storeSpec.ts'

export interface Scale {
  /** Messages that came into the inboxes within the last day; all others are older than two days. */
  readonly fresh: number
  /** Unix seconds. */
  readonly now: number
}

/** Builds the store below `folder`. What is fresh is split between Work (Exchange) and Private (Gmail, by label). */
export function buildScaleStore(
  folder: string,
  messages: number,
  { fresh = 200, now = 1_800_000_000 }: Partial<Scale> = {},
): void {
  buildStore(folder, { accounts, messages: [], stream: stream(messages, { fresh, now }) })
}

export const scaleScope = ['Work', 'Private'] as const

const me: PersonSpec = { name: 'Robin Vale', address: 'robin@harbor.example' }
const uuid = (digit: string): string => `5CA1E000-0000-4000-8000-${digit.repeat(12)}`
const base = { username: null, mailboxes: [] }

const accounts: readonly AccountSpec[] = [
  {
    ...base,
    key: 'work',
    uuid: uuid('1'),
    type: 'Exchange',
    scheme: 'ews',
    description: 'Work',
    username: me.address,
    mailboxes: [
      { key: 'work/inbox', path: 'Inbox' },
      { key: 'work/sent', path: 'Sent Items' },
      ...Array.from({ length: 20 }, (_, i) => ({ key: `work/${i}`, path: `Projects/Project ${i}` })),
    ],
  },
  { ...base, key: 'google', uuid: uuid('2'), type: 'Google', scheme: 'imap', description: 'Private' },
  {
    ...base,
    key: 'private',
    uuid: uuid('3'),
    type: 'IMAP',
    scheme: 'imap',
    description: null,
    parent: 'google',
    mailboxes: [
      { key: 'private/all', path: '[Gmail]/All Mail', role: 'archive' },
      { key: 'private/inbox', path: 'INBOX', source: 'private/all' },
      { key: 'private/sent', path: '[Gmail]/Sent Mail', role: 'sent', source: 'private/all' },
      { key: 'private/important', path: '[Gmail]/Important', role: 'important', source: 'private/all' },
    ],
  },
]

/** A number in [0, 1) for each call; the same sequence for the same seed (xorshift32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}

const DAY = 86_400
const YEARS = 8

/** Oldest first, as Mail numbers them. */
function* stream(count: number, { fresh, now }: Scale): Generator<MessageSpec> {
  const random = randomFrom(0x2026_11)
  const draw: Draw = { random, people: Math.ceil(count * 0.18), subjects: Math.ceil(count * 0.9) }
  const span = YEARS * 365 * DAY
  for (let i = 0; i < count - fresh; i++) {
    const received = now - 2 * DAY - Math.floor(span * (1 - i / count))
    yield random() < 0.12 ? sent(draw, i, received) : older(draw, i, received)
  }
  for (let i = 0; i < fresh; i++)
    yield { ...incoming(draw, count + i, now - Math.floor((DAY - 60) * (1 - i / fresh))), ...inboxOf(i) }
}

interface Draw {
  readonly random: () => number
  readonly people: number
  readonly subjects: number
}

const inboxOf = (i: number): { mailbox: string; labels?: string[] } =>
  i % 2 ? { mailbox: 'work/inbox' } : { mailbox: 'private/all', labels: ['private/inbox'] }

/** Few write much: the square of a uniform number makes low-numbered people and subjects frequent. */
const pick = (random: () => number, among: number): number => Math.floor(random() ** 2 * among)

const personNumber = (n: number): PersonSpec => ({
  name: `Person Number ${n}`,
  address: `person.${n}@company-${n % 997}.example`,
})

function incoming({ random, people, subjects }: Draw, i: number, received: number): MessageSpec {
  const from = personNumber(pick(random, people))
  const more = random() < 0.5 ? [{ to: personNumber(pick(random, people)), type: 1 }] : []
  const category = random() < 0.36 ? undefined : Math.floor(random() ** 3 * 4)
  return {
    mailbox: 'work/inbox',
    from,
    to: [{ to: me }, ...more],
    subject: `Subject about matter ${pick(random, subjects)} of the day`,
    received,
    messageId: `<${i.toString(36)}.${Math.floor(random() * 2 ** 31).toString(36)}@company.example>`,
    ...(random() < 0.235 ? { preview: preview(i) } : {}),
    ...(category === undefined ? {} : { category }),
  }
}

function older(draw: Draw, i: number, received: number): MessageSpec {
  const message = { ...incoming(draw, i, received), read: draw.random() < 0.93 }
  const place = draw.random()
  if (place < 0.2) return { ...message, mailbox: 'work/inbox' }
  if (place < 0.4) return { ...message, mailbox: `work/${i % 20}` }
  const labels = ['private/inbox', 'private/important'].slice(0, place < 0.85 ? 2 : 1)
  return { ...message, mailbox: 'private/all', labels }
}

function sent({ random, people, subjects }: Draw, i: number, received: number): MessageSpec {
  const to = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    to: personNumber(pick(random, people)),
  }))
  const subject = `Subject about matter ${pick(random, subjects)} of the day`
  const where = i % 2 ? { mailbox: 'work/sent' } : { mailbox: 'private/all', labels: ['private/sent'] }
  return { ...where, from: me, to, subject, received, read: true, messageId: ownId(me, `${i}`) }
}

/** About a thousand characters, none like another. */
const preview = (i: number): string => `Preview ${i}: ${'what the message goes on to say '.repeat(31)}`
