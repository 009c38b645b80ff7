// Caps of what the mail helper reads of a store, on generated stores. Relies on test/helpers/mail/access.ts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { generatedSummary } from '../../demo/store/keyedArchive.ts'
import { storePaths } from '../../demo/storePaths.ts'
import { openStore } from '../../helpers/mail/openStore.ts'
import * as cap from '../../protocol/limits.ts'
import { probe } from '../../helpers/mail/probe.ts'
import { crowdedStore, smallAccount, smallStore } from '../fixtures/smallStore.ts'
import { accessTo, built, collected, NOW, removeTemporary } from '../helpers/mail/access.ts'

afterAll(removeTemporary)

/** What the store says that it cannot tell. */
function degraded(folder: string): readonly string[] {
  const opened = openStore(accessTo(folder))
  if (!opened.ok) throw new Error(opened.refusal.is)
  opened.value.reader.close()
  return opened.value.degraded
}

test('a store of the cap of mailboxes is read whole and one more is said', () => {
  const folder = built(smallStore(NOW))
  const index = new Database(storePaths(folder).index)
  const insert = index.prepare('INSERT INTO mailboxes (url) VALUES (?)')
  const add = (number: number): unknown =>
    insert.run(`imap://50A11000-0000-4000-8000-000000000001/Box%20${number}`)
  const { rows } = index.prepare('SELECT count(*) AS rows FROM mailboxes').get() as { rows: number }
  index.transaction(() => Array.from({ length: cap.MAILBOXES - rows }, (_, at) => add(at)))()
  expect(degraded(folder).join()).not.toMatch(/mailboxes/)
  add(cap.MAILBOXES)
  index.close()
  expect(degraded(folder).join()).toContain(`more than ${cap.MAILBOXES} mailboxes`)
})

/** Runs statements in a database of the store. */
function changed(path: string, change: (db: Database.Database) => void): void {
  const db = new Database(path)
  db.transaction(() => change(db))()
  db.close()
}

/** Adds rows until `table` has `amount` of them (of those that `where` names). */
function fill(
  path: string,
  { table, where = '1', insert }: { table: string; where?: string; insert: string },
  amount: number,
): void {
  changed(path, db => {
    const sql = `SELECT count(*) AS rows FROM ${table} WHERE ${where}`
    const { rows } = db.prepare(sql).get() as { rows: number }
    const statement = db.prepare(insert)
    for (let at = rows; at < amount; at++) statement.run(`x${at}`)
  })
}

test('accounts are named of a table of the cap and none of one row more', () => {
  const folder = built(smallStore(NOW))
  const rows = { table: 'ZACCOUNT', insert: 'INSERT INTO ZACCOUNT (ZIDENTIFIER) VALUES (?)' }
  fill(storePaths(folder).accountsDb, rows, cap.ACCOUNT_ROWS)
  expect(collected(accessTo(folder))).toMatchObject({ degraded: [], envelopes: { length: 3 } })
  fill(storePaths(folder).accountsDb, rows, cap.ACCOUNT_ROWS + 1)
  const answer = collected(accessTo(folder))
  expect(answer).toMatchObject({ envelopes: [], accounts: [{ label: '', inScope: false }] })
  expect(answer.degraded.join()).toContain(`more than ${cap.ACCOUNT_ROWS} accounts`)
})

test('a name of the cap is matched and a longer one is out of scope and said', () => {
  const named = (name: string) => {
    const folder = built(smallStore(NOW))
    changed(storePaths(folder).accountsDb, db => {
      db.prepare('UPDATE ZACCOUNT SET ZACCOUNTDESCRIPTION = ?').run(name)
    })
    return collected(accessTo(folder, { exclude: ['Private'] }))
  }
  const work = `Work${'x'.repeat(cap.NAME_CHARS - 4)}`
  const whole = named(work)
  expect(whole.envelopes).toHaveLength(3)
  expect(whole.degraded.join()).not.toContain('characters')
  // What is cut off would have excluded the account.
  const long = named(`${work}Private`)
  expect(long).toMatchObject({ envelopes: [], accounts: [{ label: '', inScope: false }] })
  expect(long.degraded.join()).toContain(`more than ${cap.NAME_CHARS} characters`)
  expect(named(`Work\0Private`).envelopes).toEqual([])
})

test('addresses of the cap are read and one more is said', () => {
  const folder = built(smallStore(NOW))
  const where = "ZKEY = 'EmailAliases'"
  const insert = "INSERT INTO ZACCOUNTPROPERTY (ZOWNER, ZKEY, ZVALUE) VALUES (1, 'EmailAliases', ?)"
  const rows = { table: 'ZACCOUNTPROPERTY', where, insert }
  fill(storePaths(folder).accountsDb, rows, cap.ADDRESS_ROWS)
  expect(degraded(folder)).toEqual([])
  fill(storePaths(folder).accountsDb, rows, cap.ADDRESS_ROWS + 1)
  expect(degraded(folder).join()).toContain('Not all of your addresses')
})

test('addresses archived in the cap of bytes are read and a longer archive is said', () => {
  const withAliases = (bytes: number) => {
    const folder = built(smallStore(NOW))
    changed(storePaths(folder).accountsDb, db => {
      const sql = "INSERT INTO ZACCOUNTPROPERTY (ZOWNER, ZKEY, ZVALUE) VALUES (1, 'EmailAliases', ?)"
      db.prepare(sql).run(Buffer.alloc(bytes))
    })
    return degraded(folder)
  }
  expect(withAliases(cap.ARCHIVE_BYTES)).toEqual([])
  expect(withAliases(cap.ARCHIVE_BYTES + 1).join()).toContain('Not all of your addresses')
})

test('an own address under as many names as the cap is known whole and one more is said', () => {
  const folder = built(smallStore(NOW))
  const address = 'owner@work.example'
  const insert = `INSERT INTO addresses (address, comment) VALUES ('${address}', ?)`
  const rows = { table: 'addresses', where: `address = '${address}'`, insert }
  fill(storePaths(folder).index, rows, cap.OWN_ROWS)
  expect(collected(accessTo(folder)).degraded).toEqual([])
  fill(storePaths(folder).index, rows, cap.OWN_ROWS + 1)
  expect(collected(accessTo(folder)).degraded.join()).toContain(`more than ${cap.OWN_ROWS} names`)
})

function probed(folder: string) {
  const answer = probe(accessTo(folder))
  if (!answer.ok) throw new Error(answer.refusal.is)
  return answer.value
}

test('probe lists tables and columns up to the caps and says where there are more', () => {
  const folder = built(smallStore(NOW))
  const { index } = storePaths(folder)
  const tables = probed(folder).tables.length
  const names = Array.from({ length: cap.PROBE_COLUMNS + 1 }, (_, at) => `c${at}`)
  changed(index, db => {
    db.exec(`CREATE TABLE wide (${names.slice(1).join()})`)
    for (let at = tables + 1; at < cap.PROBE_TABLES; at++) db.exec(`CREATE TABLE more${at} (a)`)
  })
  expect(probed(folder)).toMatchObject({ tables: { length: cap.PROBE_TABLES }, degraded: [] })
  changed(index, db => db.exec(`DROP TABLE wide; CREATE TABLE wide (${names.join()}); CREATE TABLE last (a)`))
  const past = probed(folder)
  expect(past.tables).toHaveLength(cap.PROBE_TABLES)
  expect(past.degraded.join()).toContain(`more than ${cap.PROBE_TABLES} tables`)
  expect(past.degraded.join()).toContain(`only ${cap.PROBE_COLUMNS} columns`)
})

test('probe lists accounts up to the cap and says how many there are beyond', () => {
  const at = probed(built(crowdedStore(NOW, cap.ACCOUNTS, 1)))
  expect(at).toMatchObject({ accounts: { length: cap.ACCOUNTS }, degraded: [] })
  const past = probed(built(crowdedStore(NOW, cap.ACCOUNTS + 1, 1)))
  expect(past.accounts).toHaveLength(cap.ACCOUNTS)
  expect(past.degraded).toEqual([expect.stringContaining(`${cap.ACCOUNTS + 1} accounts`)])
})

test('the address of a mailbox is read up to the cap and a longer one is said', () => {
  const withMailbox = (length: number) => {
    const folder = built(smallStore(NOW))
    const url = `imap://${smallAccount.uuid}/Sent`
    changed(storePaths(folder).index, db => {
      db.prepare('INSERT INTO mailboxes (url) VALUES (?)').run(url.padEnd(length, 'x'))
    })
    return probed(folder)
  }
  expect(withMailbox(cap.MAILBOX_URL_CHARS)).toMatchObject({ accounts: { length: 1 }, degraded: [] })
  const long = withMailbox(cap.MAILBOX_URL_CHARS + 1)
  expect(long.accounts).toMatchObject([
    { label: expect.stringContaining('Work') },
    { label: '', inScope: false },
  ])
  expect(long.degraded).toEqual([expect.stringContaining(`more than ${cap.MAILBOX_URL_CHARS} characters`)])
})

test('a list of mailboxes that cannot be read whole is said', () => {
  const folder = built(smallStore(NOW))
  expect(degraded(folder)).toEqual([])
  writeFileSync(join(storePaths(folder).version, smallAccount.uuid, '.mboxCache.plist'), 'noise')
  expect(degraded(folder)).toEqual([expect.stringContaining('.mboxCache.plist')])
})

/** An archived summary of `bytes` at most and all but a byte of it: a character of its text takes two. */
function summaryOf(bytes: number): Uint8Array {
  const rest = generatedSummary('Top', 'x'.repeat(30_000)).length - 60_000
  return generatedSummary('Top', 'x'.repeat(Math.floor((bytes - rest) / 2)))
}

test('a generated summary of the cap is read and a longer one is not', () => {
  const previewOf = (bytes: number): string => {
    const generated = summaryOf(bytes)
    expect(generated.length).toBe(bytes)
    const store = smallStore(NOW)
    const messages = store.messages.map(({ mailbox, from, subject, received }) => ({
      mailbox,
      from,
      subject,
      received,
      generated,
    }))
    return collected(accessTo(built({ ...store, messages }))).envelopes[0]?.preview ?? 'none'
  }
  expect(previewOf(cap.ARCHIVE_BYTES)).toMatch(/x/)
  expect(previewOf(cap.ARCHIVE_BYTES + 2)).toBe('')
})
