// A built store holds what its spec says, by the links that the schema notes document, in every layout and as Mail leaves its
// files. Relies on test/fixtures/readStore.ts, which shares no code with the builder's filling.
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildStore } from '../../demo/buildStore.ts'
import { openStore } from '../../demo/openStore.ts'
import { storePaths } from '../../demo/storePaths.ts'
import type { StoreSpec } from '../../demo/storeSpec.ts'
import { awkwardStore, rowOf } from '../fixtures/awkward.ts'
import { letters, who } from '../fixtures/awkwardPeople.ts'
import { dump, query, storedMessages } from '../fixtures/readStore.ts'
import { smallAccount, smallStore } from '../fixtures/smallStore.ts'

const NOW = 1_796_000_000
const root = mkdtempSync(join(tmpdir(), 'twin-build-'))
afterAll(() => rmSync(root, { recursive: true }))
let made = 0
function build(spec: StoreSpec): string {
  const folder = join(root, String(++made))
  buildStore(folder, spec)
  return folder
}
const countOf = (path: string, table: string) =>
  Number(query<{ n: bigint }>(path, `SELECT count(*) AS n FROM ${table}`)[0]?.n)

describe('the awkward store', () => {
  const spec = awkwardStore(NOW)
  const all = [...spec.messages, ...(spec.walOnly ?? [])]
  let folder = ''
  let index = ''
  beforeAll(() => {
    folder = build(spec)
    index = storePaths(folder).index
  })

  test('messages come back by the documented links as the spec has them', () => {
    const stored = storedMessages(folder)
    expect(stored.length).toBe(all.length)
    const broken = new Set(['sender row missing', 'subject row missing', 'summary row missing'])
    for (const [i, message] of all.entries()) {
      if (broken.has(message.label ?? '') || message.columns?.['global_message_id']) continue
      expect(stored[i], message.label).toMatchObject({
        row: BigInt(i + 1),
        name: message.from?.name ?? null,
        address: message.from?.address ?? null,
        subject: `${message.prefix ?? ''}${message.subject}`,
        preview: message.preview ?? null,
      })
    }
  })

  test('rows that a spec says are missing lead nowhere', () => {
    const stored = storedMessages(folder)
    expect(stored[rowOf(spec, 'sender row missing') - 1]?.address).toBe(null)
    expect(stored[rowOf(spec, 'subject row missing') - 1]?.subject).toBe(null)
    expect(stored[rowOf(spec, 'summary row missing') - 1]?.preview).toBe(null)
    expect(stored[rowOf(spec, 'mailbox row missing') - 1]?.url).toBe(null)
    expect(stored[rowOf(spec, 'global row missing') - 1]?.header).toBe(null)
  })

  test('recipients come back in their order and kind', () => {
    const to = query<{ address: string | null; type: bigint | null }>(
      index,
      `SELECT a.address, r.type FROM recipients r LEFT JOIN addresses a ON a.ROWID = r.address
         WHERE r.message = ? ORDER BY r.type, r.position`,
      rowOf(spec, 'letter by role bit'),
    )
    expect(to).toEqual([
      { address: who.kari.address, type: 0n },
      { address: who.ann.address, type: 1n },
    ])
    const many = query<{ n: bigint }>(
      index,
      'SELECT count(*) AS n FROM recipients WHERE message = ?',
      rowOf(spec, 'letter to five hundred'),
    )
    expect(many).toEqual([{ n: 500n }])
  })

  test('the wrong join through senders names another person for every sender of the list', () => {
    const wrong = query<{ right: string; wrong: string }>(
      index,
      `SELECT DISTINCT a.ROWID AS id, a.comment || a.address AS "right", w.comment || w.address AS wrong
         FROM messages m JOIN addresses a ON a.ROWID = m.sender
         JOIN sender_addresses sa ON sa.sender = m.sender JOIN addresses w ON w.ROWID = sa.address`,
    )
    expect(wrong.length).toBeGreaterThan(15)
    for (const names of wrong) expect(names.wrong).not.toBe(names.right)
  })

  test('letters to a person count as the schema notes say, and the list of counts agrees', () => {
    const sentIn = `SELECT ROWID FROM mailboxes WHERE url LIKE '%/Gesendete%20Elemente' OR url LIKE '%/Gesendet'
      OR url LIKE '%/Projekte' OR url LIKE '%/Sent%20%' OR url LIKE '%Sent%20Mail'`
    const sql = `SELECT count(DISTINCT m.global_message_id) AS n FROM recipients r
      JOIN addresses a ON a.ROWID = r.address JOIN messages m ON m.ROWID = r.message
      WHERE a.address = ? AND m.flags & 64 = 0 AND (m.mailbox IN (${sentIn}) OR m.ROWID IN
        (SELECT message_id FROM labels WHERE mailbox_id IN (${sentIn})))`
    for (const [person, count] of Object.entries(letters)) {
      const { address } = who[person as keyof typeof letters]
      expect([person, query<{ n: bigint }>(index, sql, address)[0]?.n]).toEqual([person, BigInt(count)])
    }
  })

  test('mail of a Gmail inbox lies there by label and never by mailbox', () => {
    const stored = storedMessages(folder)
    const one = stored[rowOf(spec, 'gmail with three labels') - 1]
    expect(one?.url).toContain('%5BGmail%5D/All%20Mail')
    expect(one?.labels?.split(' ').length).toBe(3)
    expect(stored.filter(message => message.url?.endsWith('000002/INBOX'))).toEqual([])
    const sources = query<{ url: string }>(
      index,
      `SELECT s.url FROM mailboxes b JOIN mailboxes s ON s.ROWID = b.source WHERE b.url LIKE '%000002/INBOX'`,
    )
    expect(sources.map(({ url }) => url.split('/').at(-1))).toEqual(['All%20Mail'])
  })

  test('copies of one message share a global row, and mail without an id shares none', () => {
    const shared = query<{ header: string; n: bigint; rows: bigint }>(
      index,
      `SELECT g.message_id_header AS header, count(*) AS n, count(DISTINCT m.global_message_id) AS rows
         FROM messages m JOIN message_global_data g ON g.ROWID = m.global_message_id
         GROUP BY 1 HAVING n > 1 AND header IS NOT NULL ORDER BY 1`,
    )
    expect(shared.map(({ header, n, rows }) => [header, n, rows])).toEqual([
      ['<copies@example.net>', 2n, 1n],
      ['<shared@example.net>', 2n, 1n],
      ['<two-copies@office.example>', 2n, 1n],
    ])
    const none = query<{ n: bigint; rows: bigint }>(
      index,
      'SELECT count(*) AS n, count(DISTINCT global_message_id) AS rows FROM messages WHERE message_id = 0',
    )
    expect(none[0]?.n).toBe(none[0]?.rows)
  })

  test('integers beyond 2^53 and dates of other types are stored as given', () => {
    const at = (label: string, column: string) =>
      query<{ v: unknown; t: string }>(
        index,
        `SELECT ${column} AS v, typeof(${column}) AS t FROM messages WHERE ROWID = ?`,
        rowOf(spec, label),
      )[0]
    expect(at('id beyond 2^53', 'message_id')).toEqual({ v: 9_007_199_254_740_993n, t: 'integer' })
    expect(at('id negative', 'message_id')).toEqual({ v: -7_000_000_000_000_000_001n, t: 'integer' })
    expect(at('date with a fraction', 'date_received')).toEqual({ v: NOW - 1_800.5, t: 'real' })
    expect(at('date as text', 'date_received')).toEqual({ v: 'yesterday', t: 'text' })
    expect(at('date absent', 'date_received')).toEqual({ v: null, t: 'null' })
    expect(at('flags yellow', '(flags >> 39) & 7')).toEqual({ v: 2n, t: 'integer' })
    expect(at('flags of unread mail', 'flags')).toEqual({ v: 8_590_195_840n, t: 'integer' })
  })

  test('labels of cases are unique but for the copies', () => {
    const seen = all.map(message => message.label).filter((label, i, list) => list.indexOf(label) !== i)
    expect(seen).toEqual(['letter in two mailboxes', 'id shared by copies'])
  })
})

describe('files of a built store', () => {
  test('a message of the log alone is in a copy of three files and not in a copy of one', () => {
    const spec = awkwardStore(NOW)
    const folder = build(spec)
    const { index } = storePaths(folder)
    const alone = join(root, 'main-only.sqlite')
    copyFileSync(index, alone)
    expect(statSync(`${index}-wal`).size).toBeGreaterThan(0)
    expect(countOf(alone, 'messages')).toBe(spec.messages.length)
    expect(countOf(index, 'messages')).toBe(spec.messages.length + 1)
  })

  test('a closed store leaves no sidecars and a live copy leaves both', () => {
    const names = (more: Partial<StoreSpec>) =>
      readdirSync(storePaths(build(smallStore(NOW, more))).mailData).sort()
    expect(names({})).toEqual(['Envelope Index'])
    expect(names({ sidecars: 'live-copy' })).toEqual([
      'Envelope Index',
      'Envelope Index-shm',
      'Envelope Index-wal',
    ])
  })

  test('an index is in WAL mode with pages of 4096 bytes and no statistics', () => {
    const { index } = storePaths(build(smallStore(NOW)))
    expect(query(index, 'PRAGMA journal_mode')).toEqual([{ journal_mode: 'wal' }])
    expect(query(index, 'PRAGMA page_size')).toEqual([{ page_size: 4096n }])
    expect(query(index, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
  })

  test('a running writer shows its new mail to another connection at once', () => {
    const folder = join(root, 'running')
    const { index } = storePaths(folder)
    const store = openStore(folder, smallStore(NOW))
    const before = countOf(index, 'messages')
    store.add([
      { mailbox: 'inbox', from: null, subject: 'late', received: NOW, messageId: '<late@example.net>' },
    ])
    expect(countOf(index, 'messages')).toBe(before + 1)
    expect(existsSync(`${index}-wal`)).toBe(true)
    store.close()
    expect(existsSync(`${index}-wal`)).toBe(false)
    expect(countOf(index, 'messages')).toBe(before + 1)
  })

  test('equal specs give equal rows and another time gives others', () => {
    const rows = (now: number) => {
      const paths = storePaths(build(awkwardStore(now)))
      return dump(paths.index) + dump(paths.accountsDb)
    }
    expect(rows(NOW)).toBe(rows(NOW))
    expect(rows(NOW)).not.toBe(rows(NOW + 1))
  })

  test.each(['10d-upgraded', '10c', '10b', '10e', 'mutilated', 'v2'] as const)(
    'the awkward store in layout %s keeps every message it can',
    layout => {
      const spec = awkwardStore(NOW, layout)
      const { index } = storePaths(build(spec))
      expect(countOf(index, 'messages')).toBe(spec.messages.length + 1)
      expect(query(index, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    },
  )
})

describe('specs that contradict themselves', () => {
  const letter = { from: null, subject: '', received: NOW }
  test.each([
    ['an unknown mailbox', { messages: [{ ...letter, mailbox: 'nowhere' }] }, /no mailbox nowhere/],
    ['an unknown label', { messages: [{ ...letter, mailbox: 'inbox', labels: ['x'] }] }, /no mailbox x/],
    ['a mailbox key twice', { accounts: [smallAccount, smallAccount] }, /inbox occurs twice/],
    ['an unknown parent', { accounts: [{ ...smallAccount, parent: 'x' }] }, /no parent row/],
    ['a column of no layout', { rows: [{ table: 'messages', row: { body: 'x' } }] }, /messages\.body/],
  ] as const)('a spec with %s is refused', (_, more, message) => {
    expect(() => build(smallStore(NOW, more))).toThrow(message)
  })
})
