// The demo's mailbox is believable, holds each case the brief must get right, and names nobody real. Relies on the builder's
// round trips being tested elsewhere.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildStore } from '../../demo/buildStore.ts'
import { demoMailbox, demoScope } from '../../demo/mailbox.ts'
import { storePaths } from '../../demo/storePaths.ts'
import type { MessageSpec } from '../../demo/storeSpec.ts'
import { dump, query, storedMessages } from '../fixtures/readStore.ts'

const NOW = 1_796_000_000
const root = mkdtempSync(join(tmpdir(), 'twin-demo-'))
const folder = join(root, 'a')
const spec = demoMailbox(NOW)
const all = [...spec.messages, ...(spec.walOnly ?? [])]
beforeAll(() => buildStore(folder, spec))
afterAll(() => rmSync(root, { recursive: true }))

const inScope = (message: MessageSpec): boolean =>
  message.mailbox === 'work/inbox' || (message.labels ?? []).includes('private/inbox')
const fresh = all.filter(message => inScope(message) && Number(message.received) > NOW - 86_400)

test('about sixty messages came into the inboxes in scope within the last day', () => {
  expect(fresh.length).toBeGreaterThanOrEqual(55)
  expect(fresh.length).toBeLessThanOrEqual(85)
  expect(all.length).toBe(storedMessages(folder).length)
})

test('an account in scope is called by each name of the scope, and two accounts are not in scope', () => {
  const named = spec.accounts.filter(account => demoScope.some(name => account.description === name))
  expect(named.map(account => account.key)).toEqual(['work', 'private-parent'])
  const outside = all.filter(message => /^(family|unnamed)\//.test(message.mailbox))
  expect(new Set(outside.map(message => message.mailbox)).size).toBe(2)
})

test.each<[string, (message: MessageSpec) => boolean]>([
  ['urgent', message => message.urgent === true],
  ['flagged and read', message => message.flagged === true && message.read === true],
  ['read and not flagged', message => message.read === true && !message.flagged],
  ['of updates', message => message.category === 2],
  ['of promotions', message => message.category === 3],
  ['moved by its sender into another category', message => message.senderCategory !== undefined],
  ['without a Message-ID', message => message.messageId === undefined],
  ['not indexed yet', message => message.messageId === null],
  ['deleted', message => message.deleted === true],
  ['junk', message => message.junk === true],
  ['a draft', message => message.draft === true],
  ['from the user', message => message.from?.address === 'robin.vale@harbor.example'],
  ['a wiki link', message => message.subject.includes('[[')],
  ['a comment of Obsidian', message => message.subject.includes('%%')],
  ['a Dataview field', message => message.subject.includes('::')],
  ['a bidi control', message => /[\u202a-\u202e\u2066-\u2069]/.test(message.subject)],
  ['a control sequence', message => message.subject.includes('\u001b')],
  ['a forged marker', message => message.subject.includes('twin:mail:end')],
  ['an order to a model', message => /ignore all previous instructions/.test(message.preview ?? '')],
])('some fresh mail in scope is %s', (_, is) => {
  expect(fresh.some(is)).toBe(true)
})

test('two different messages share one Message-ID, and one message lies in two accounts', () => {
  const ids = new Map<string, MessageSpec[]>()
  for (const message of fresh)
    if (message.messageId) ids.set(message.messageId, [...(ids.get(message.messageId) ?? []), message])
  const twice = [...ids.values()].filter(messages => messages.length > 1)
  const alike = twice.map(([a, b]) => a?.subject === b?.subject && a?.from === b?.from)
  expect(alike.toSorted()).toEqual([false, true])
})

test('people the user writes to are told from strangers who look like them', () => {
  const sent = query<{ address: string; n: bigint }>(
    storePaths(folder).index,
    `SELECT a.address, count(DISTINCT m.global_message_id) AS n FROM messages m
       JOIN recipients r ON r.message = m.ROWID JOIN addresses a ON a.ROWID = r.address
       LEFT JOIN labels l ON l.message_id = m.ROWID
       JOIN mailboxes b ON b.ROWID = coalesce(l.mailbox_id, m.mailbox)
       WHERE b.url LIKE '%/Sent%' GROUP BY lower(a.address)`,
  )
  const counts = new Map(sent.map(({ address, n }) => [address, Number(n)]))
  expect(counts.get('ann@client.example')).toBe(14)
  expect(counts.get('ann@c1ient.example')).toBe(undefined)
  const correspondents = fresh.filter(message => counts.has(message.from?.address ?? ''))
  expect(correspondents.length).toBeGreaterThanOrEqual(10)
  expect(correspondents.some(message => message.category === 3)).toBe(true)
  expect(correspondents.some(message => message.read === true)).toBe(true)
})

test('the newest letter lies only in the log', () => {
  expect(spec.walOnly?.length).toBe(1)
  expect(Math.max(...all.map(message => Number(message.received)))).toBe(spec.walOnly?.[0]?.received)
})

test('every address of the demo is of a reserved domain', () => {
  const addresses = query<{ address: string }>(storePaths(folder).index, 'SELECT address FROM addresses')
  const foreign = addresses
    .map(({ address }) => address)
    .filter(address => !/@([a-z0-9-]+\.)*(example|test|invalid|example\.(org|net|com))$/.test(address))
  expect(foreign).toEqual([])
})

test('the same time gives the same store and milliseconds are refused', () => {
  const again = join(root, 'b')
  buildStore(again, demoMailbox(NOW))
  expect(dump(storePaths(again).index)).toBe(dump(storePaths(folder).index))
  expect(() => demoMailbox(NOW * 1_000)).toThrow(/Unix seconds/)
  expect(() => demoMailbox(0.5)).toThrow(/Unix seconds/)
})
