// Stores for benchmarks have the ratios that people have measured and no statistics. Small numbers here; the size changes nothing
// but the time. Relies on the documented links of readStore.ts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildScaleStore } from '../../demo/scale.ts'
import { storePaths } from '../../demo/storePaths.ts'
import { dump, query } from '../fixtures/readStore.ts'

const NOW = 1_796_000_000
const MESSAGES = 5_000
const root = mkdtempSync(join(tmpdir(), 'twin-scale-'))
const { index } = storePaths(join(root, 'a'))
beforeAll(() => buildScaleStore(join(root, 'a'), MESSAGES, { fresh: 200, now: NOW }))
afterAll(() => rmSync(root, { recursive: true }))

const number = (sql: string): number => Number(query<{ n: bigint }>(index, sql)[0]?.n)

test('a scale store has as many messages as asked for, numbered by age', () => {
  expect(number('SELECT count(*) AS n FROM messages')).toBe(MESSAGES)
  expect(
    number(`SELECT count(*) AS n FROM messages a JOIN messages b ON b.ROWID = a.ROWID + 1
              WHERE b.date_received < a.date_received`),
  ).toBe(0)
})

test('as many messages of the last day lie in the inboxes as asked for', () => {
  const inbox = `SELECT ROWID FROM mailboxes WHERE url LIKE '%/Inbox' OR url LIKE '%/INBOX'`
  const fresh =
    number(`SELECT count(*) AS n FROM messages WHERE date_received >= ${NOW - 86_400} AND (mailbox IN (${inbox})
    OR ROWID IN (SELECT message_id FROM labels WHERE mailbox_id IN (${inbox})))`)
  expect(fresh).toBe(200)
  expect(number(`SELECT count(*) AS n FROM messages WHERE date_received >= ${NOW - 86_400}`)).toBe(200)
  expect(number(`SELECT count(*) AS n FROM messages WHERE date_received >= ${NOW - 2 * 86_400}`)).toBe(200)
})

test.each([
  ['recipients', 1.4, 2],
  ['addresses', 0.12, 0.25],
  ['subjects', 0.4, 0.75],
  ['labels', 0.8, 1.3],
  ['summaries', 0.15, 0.3],
])('the ratio of %s to messages lies between %d and %d', (table, least, most) => {
  const ratio = number(`SELECT count(*) AS n FROM ${table}`) / MESSAGES
  expect(ratio).toBeGreaterThan(least)
  expect(ratio).toBeLessThan(most)
})

test('the same numbers give the same scale store', () => {
  buildScaleStore(join(root, 'b'), MESSAGES, { fresh: 200, now: NOW })
  expect(dump(storePaths(join(root, 'b')).index)).toBe(dump(index))
})
