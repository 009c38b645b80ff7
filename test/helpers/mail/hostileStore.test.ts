// Every way in which an index or an accounts database may be bad: a refusal or an answer in the agreed shape, never an error, and
// never for long. The fixtures are shown to bite a plain reader in test/fixtures/hostile.test.ts.
import { cpSync, existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../../../demo/store/database.ts'
import { storePaths } from '../../../demo/storePaths.ts'
import { collect } from '../../../helpers/mail/collect.ts'
import { probe } from '../../../helpers/mail/probe.ts'
import type { RefusalCode, Result } from '../../../protocol/refusal.ts'
import { CollectAnswer, ProbeAnswer } from '../../../protocol/request.ts'
import { awkwardStore } from '../../fixtures/awkward.ts'
import * as hostile from '../../fixtures/hostile.ts'
import { crowdedStore, smallStore } from '../../fixtures/smallStore.ts'
import { accessTo, built, DAY, NOW, removeTemporary, temporary } from './access.ts'

afterAll(removeTemporary)
const original = built(smallStore(NOW))
function small(): string {
  const folder = temporary()
  cpSync(original, folder, { recursive: true })
  return folder
}

/** Both answers, checked for their shape; the code of the refusal, or the number of envelopes. */
function outcome(folder: string): RefusalCode | number {
  const access = accessTo(folder)
  const probed = probe(access)
  if (probed.ok) expect(ProbeAnswer.safeParse(probed.value).error?.issues).toBeUndefined()
  expect(readdirSync(access.places.mail)).toEqual([])
  const answer: Result<CollectAnswer> = collect(access, { since: NOW - DAY, now: NOW })
  expect(readdirSync(access.places.mail)).toEqual([])
  if (!answer.ok) return answer.refusal.code
  expect(CollectAnswer.safeParse(answer.value).error?.issues).toBeUndefined()
  return answer.value.envelopes.length
}
const told = (folder: string): string => {
  const answer = collect(accessTo(folder), { since: NOW - DAY, now: NOW })
  return answer.ok ? answer.value.degraded.join(' ') : answer.refusal.is
}

function change(folder: string, sql: string): void {
  const db = openDatabase(storePaths(folder).index)
  db.exec(sql)
  db.close()
}

describe('a hostile index', () => {
  it('is answered from while it is whole', () => {
    expect(outcome(small())).toBe(3)
  })
  it.each([
    ['truncated', hostile.truncateIndex, 'store-broken'],
    ['overwritten with noise', hostile.corruptPages, 'store-broken'],
    ['no SQLite file', hostile.notSqlite, 'store-broken'],
    ['empty', hostile.emptyIndex, 'unknown-layout'],
    ['a link to a file outside', hostile.linkIndex, 'no-store'],
    ['without its messages', (folder: string) => hostile.dropTable(folder, 'messages'), 'unknown-layout'],
    [
      'with a view that never ends',
      (folder: string) => hostile.endlessView(folder, 'messages'),
      'unknown-layout',
    ],
    ['with an endless view of labels', (folder: string) => hostile.endlessView(folder, 'labels'), 3],
    ['full of NULL', hostile.nullEverywhere, 0],
    ['with texts of ten megabytes', hostile.hugeTexts, 3],
    [
      'with hundreds of further tables and columns',
      (folder: string) => hostile.crowdSchema(folder, 400, 300),
      3,
    ],
  ] as const)('is refused or answered when it is %s', (_, damage, expected) => {
    const folder = small()
    damage(folder)
    expect(outcome(folder)).toBe(expected)
  })
  it.each(Object.keys(hostile.INVALID_UTF8))('is answered with well-formed text when it holds a %s', kind => {
    const folder = small()
    hostile.invalidTexts(folder, kind as keyof typeof hostile.INVALID_UTF8)
    expect(outcome(folder)).toBe(3)
  })
  it('is answered whatever type stands in any column', () => {
    const values = [`x'00ff'`, `'text'`, '9e999', '-1', '9223372036854775807']
    for (const [i, [table, column]] of COLUMNS.entries())
      for (const sql of ['NULL', values[i % values.length] ?? '0']) {
        const folder = small()
        hostile.setEverywhere(folder, { table, column, sql })
        expect(outcome(folder), `${table}.${column} = ${sql}`).toEqual(expect.any(Number))
        rmSync(folder, { recursive: true })
      }
  }, 120_000)
  it('loses one column at a time and says so, or refuses', () => {
    for (const [table, column] of COLUMNS) {
      const folder = small()
      change(folder, `ALTER TABLE ${table} RENAME COLUMN ${column} TO gone`)
      const result = outcome(folder)
      expect([3, 'unknown-layout'], `${table}.${column}`).toContain(result)
      rmSync(folder, { recursive: true })
    }
  }, 120_000)
  it('loses one table at a time and says so, or refuses', () => {
    for (const table of [
      'recipients',
      'summaries',
      'message_global_data',
      'labels',
      'business_addresses',
      'generated_summaries',
    ]) {
      const folder = small()
      hostile.dropTable(folder, table)
      expect(outcome(folder), table).toBe(3)
    }
    const folder = small()
    hostile.dropTable(folder, 'recipients')
    expect(told(folder)).toMatch(/recipients/)
  })
  it('is read around a writer that locks it in the old journal mode', () => {
    const folder = small()
    const unlock = hostile.lockExclusively(folder)
    expect(outcome(folder)).toBe(3)
    unlock()
  })
  it('is busy when it is locked and its sidecars make it look in use', () => {
    const folder = small()
    const unlock = hostile.lockExclusively(folder)
    const { index } = storePaths(folder)
    for (const sidecar of [`${index}-wal`, `${index}-shm`]) writeFileSync(sidecar, '')
    expect(outcome(folder)).toBe('store-busy')
    unlock()
  }, 20_000)
  it('is busy when a rollback journal lies beside it', () => {
    const folder = small()
    writeFileSync(`${storePaths(folder).index}-journal`, 'x'.repeat(600))
    expect(outcome(folder)).toBe('store-busy')
  })
  it('is refused politely when it is of OS X 10.8 or older', () => {
    const folder = built(smallStore(NOW, { layout: 'v2' }))
    expect(outcome(folder)).toBe('unknown-layout')
    expect(told(folder)).toMatch(/10\.10 or older/)
    const probed = probe(accessTo(folder))
    expect(probed.ok && probed.value.layout).toBe('unknown')
    expect(probed.ok && probed.value.tables.map(table => table.name)).toContain('messages')
  })
  it('is refused when its columns are of no known generation', () => {
    const folder = built(smallStore(NOW, { layout: '10b' }))
    expect(outcome(folder)).toBe(3)
    hostile.dropColumn(folder, 'messages', 'flag_color')
    expect(outcome(folder)).toBe('unknown-layout')
  })
  it('is listed up to the cap of accounts and mailboxes, and says what is beyond', () => {
    const folder = built(crowdedStore(NOW, 300, 8))
    expect(outcome(folder)).toBe(200)
    expect(told(folder)).toMatch(/300 accounts/)
    const probed = probe(accessTo(folder))
    expect(probed.ok && [probed.value.mailboxes.length, probed.value.moreMailboxes]).toEqual([2_000, 400])
  })
  it('is answered when a mailbox hides its account in a path upwards', () => {
    const folder = small()
    change(folder, `UPDATE mailboxes SET url = 'imap://../INBOX' WHERE ROWID = 1`)
    expect(outcome(folder)).toBe(0)
  })
})

/** Every column that collect reads. */
const COLUMNS: readonly (readonly [string, string])[] = Object.entries({
  messages: [
    'message_id',
    'global_message_id',
    'sender',
    'subject_prefix',
    'subject',
    'summary',
    'date_sent',
    'date_received',
    'display_date',
    'mailbox',
    'flags',
    'read',
    'flagged',
    'deleted',
    'is_urgent',
  ],
  mailboxes: ['url', 'source'],
  addresses: ['address', 'comment'],
  subjects: ['subject'],
  summaries: ['summary'],
  recipients: ['message', 'address', 'type'],
  message_global_data: [
    'generated_summary',
    'urgent',
    'model_category',
    'category_is_temporary',
    'model_high_impact',
    'message_id_header',
  ],
}).flatMap(([table, columns]) => columns.map(column => [table, column] as const))

describe('a hostile accounts database', () => {
  const accounts = (folder: string) => storePaths(folder).accountsDb
  it.each([
    ['absent', (path: string) => rmSync(path)],
    ['no SQLite file', hostile.notDatabase],
    ['truncated', hostile.truncateDatabase],
    ['empty', (path: string) => writeFileSync(path, '')],
    ['without its tables', (path: string) => dropAll(path)],
    ['a view', (path: string) => viewOf(path)],
  ] as const)('leaves every account unnamed and so out of scope when it is %s', (_, damage) => {
    const folder = small()
    damage(accounts(folder))
    expect(outcome(folder)).toBe(0)
    expect(told(folder)).toMatch(/No account can be named/)
  })
  it('is waited for when it is in the midst of a write: a brief of nothing would take the place of a good one', () => {
    const folder = small()
    expect(outcome(folder)).toBe(3)
    writeFileSync(`${accounts(folder)}-journal`, 'a write that has not ended')
    expect(outcome(folder)).toBe('store-busy')
  })
  it('names accounts without their properties', () => {
    const folder = small()
    const db = openDatabase(accounts(folder))
    db.exec('DROP TABLE ZACCOUNTPROPERTY')
    db.close()
    expect(outcome(folder)).toBe(3)
  })
  it('names nothing by values that are no text', () => {
    const folder = small()
    const db = openDatabase(accounts(folder))
    db.exec(
      `UPDATE ZACCOUNT SET ZACCOUNTDESCRIPTION = x'576f726b', ZUSERNAME = x'00', ZPARENTACCOUNT = 'Z_PK'`,
    )
    db.close()
    expect(outcome(folder)).toBe(0)
  })
})

function dropAll(path: string): void {
  const db = openDatabase(path)
  for (const table of hostile.tablesOf(db)) db.exec(`DROP TABLE ${table}`)
  db.close()
}
function viewOf(path: string): void {
  const db = openDatabase(path)
  db.exec('ALTER TABLE ZACCOUNT RENAME TO Z; CREATE VIEW ZACCOUNT AS SELECT * FROM Z')
  db.close()
}

it('leaves no copy and no sidecar behind in any case', () => {
  const folder = built(awkwardStore(NOW))
  const access = accessTo(folder)
  expect(collect(access, { since: 0, now: NOW }).ok).toBe(true)
  expect(readdirSync(access.places.mail)).toEqual([])
  const closed = small()
  expect(collect(accessTo(closed), { since: 0, now: NOW }).ok).toBe(true)
  expect(existsSync(`${storePaths(closed).index}-wal`)).toBe(false)
  expect(existsSync(`${storePaths(closed).index}-shm`)).toBe(false)
})
