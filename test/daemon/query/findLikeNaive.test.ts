// The index answers a query as a plain reading of every message would: random queries over a small store of varied mail.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Dkim } from '../../../protocol/message.ts'
import { parseText } from '../store/fakeParse.ts'
import { message, NOW, storeWorld } from '../store/storeWorld.ts'
import { holds, type Simple } from './naive.ts'
import { printQuery } from './printQuery.ts'
import { someQuery } from './someQueries.ts'

const DKIM: readonly Dkim[] = [
  { state: 'pass', domain: 'example.org', why: null },
  { state: 'pass', domain: 'mail.example.org', why: null },
  { state: 'fail', domain: 'example.org', why: 'the body has another hash' },
  { state: 'none', domain: null, why: null },
  { state: 'error', domain: null, why: 'no answer' },
  { state: 'not-checked', domain: null, why: null },
  { state: 'pass', domain: 'sample.org', why: null },
]
const ADDRESSES = [
  'Ann <ann@example.org>',
  'Bob <bob@mail.example.org>',
  'me@example.net',
  'Alpha Beta <gamma@b.test>',
]
const BODIES = ['alpha beta gamma', 'beta alpha', '12 alphabet', 'nothing', 'gamma, "beta"; alpha']

/** Message number `at`; every attribute turns at a pace of its own, so that most combinations occur. */
function letter(at: number): string {
  const from = ADDRESSES[at % 4] ?? ''
  return message(
    {
      From: at % 11 === 10 ? `${from}, Eve <eve@example.org>` : from,
      To: ADDRESSES[(at + 1 + (at % 3)) % 4] ?? '',
      Subject: `${['alpha', 'beta', 'gamma'][at % 3]} number ${at}`,
      ...(at % 5 === 0 ? { Cc: ADDRESSES[(at + 2) % 4] ?? '' } : {}),
      ...(at % 4 === 1 ? { 'List-Id': `<${at % 8 === 1 ? 'Dev.Example.org' : 'users.test'}>` } : {}),
      ...(at % 6 === 2 ? { 'X-File': 'a.txt' } : {}),
    },
    BODIES[at % BODIES.length],
  )
}

test('find agrees with a plain reading of every message, for queries by chance', async () => {
  const mails: Simple[] = []
  const world = storeWorld({
    dkim: async entered =>
      entered.map(({ parsed }) => DKIM[Number(/\d+$/.exec(parsed.subject)?.[0]) % 7] ?? (DKIM[3] as Dkim)),
  })
  for (let at = 0; at < 60; at++) {
    const raw = letter(at)
    const { parsed, body } = parseText(raw)
    const places = [
      {
        collection: at % 7 === 3 ? 'Sent' : 'INBOX',
        flags: at % 2 ? ['seen' as const] : [],
        keywords: at % 3 ? ['triaged'] : [],
      },
      ...(at % 9 === 4
        ? [{ collection: 'a b"c\\', flags: ['flagged' as const], keywords: ['x', 'triage'] }]
        : []),
    ]
    const at_ = NOW - at * 40_000
    places.forEach((place, index) => world.mailbox.put(`m${at}.${index}`, raw, { ...place, received: at_ }))
    mails.push({
      parsed,
      body,
      bytes: Buffer.byteLength(raw),
      at: at_,
      places,
      dkim: DKIM[at % 7] ?? { state: 'none', domain: null, why: null },
      known: false,
    })
  }
  await world.sync()
  const sent = mails.filter(({ places }) => places.some(({ collection }) => collection === 'Sent'))
  const written = new Set(
    sent.flatMap(({ parsed }) => [...parsed.to, ...parsed.cc]).map(({ address }) => address),
  )
  const all = mails.map(mail => ({
    ...mail,
    known:
      mail.dkim.state === 'pass' &&
      mail.parsed.from.length === 1 &&
      written.has(mail.parsed.from[0]?.address ?? ''),
  }))
  expect(all.filter(({ known }) => known).length).toBeGreaterThan(5)

  const counts = new Set<number>()
  fc.assert(
    fc.property(someQuery, query => {
      const text = printQuery(query)
      const clock = { now: NOW, timeZone: 'Europe/Berlin' }
      const wanted = all.filter(mail => holds(query, mail, clock)).map(({ parsed }) => parsed.subject)
      const found = world.subjects(text, { timeZone: 'Europe/Berlin' })
      counts.add(wanted.length)
      expect([text, found]).toEqual([text, wanted])
    }),
    { numRuns: 400 },
  )
  // The queries were no trifles: they found none, all, and much in between.
  expect(counts.size).toBeGreaterThan(15)
})
