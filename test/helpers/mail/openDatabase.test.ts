// How a database of Mail's is opened: in place, by a copy, by a clone; what happens while Mail writes; what is left behind; and
// that the statements take the indexes that keep them from walking the store.
import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase as openForWriting } from '../../../demo/store/database.ts'
import { storePaths } from '../../../demo/storePaths.ts'
import { columnsOf } from '../../../helpers/mail/index/columns.ts'
import { copyDatabase, removeCopy } from '../../../helpers/mail/index/copy.ts'
import type { Parameters, Reader } from '../../../helpers/mail/index/reader.ts'
import { detailQuery, writtenQuery } from '../../../helpers/mail/index/detailQuery.ts'
import { openDatabase, type Opening } from '../../../helpers/mail/index/open.ts'
import { windowQuery } from '../../../helpers/mail/index/windowQuery.ts'
import { awkwardStore } from '../../fixtures/awkward.ts'
import { smallStore } from '../../fixtures/smallStore.ts'
import { built, native, NOW, removeTemporary, temporary } from './access.ts'

afterAll(removeTemporary)
function openingOf(folder: string, more: Partial<Opening> = {}): Opening {
  const scratch = join(folder, 'scratch')
  mkdirSync(scratch, { recursive: true, mode: 0o700 })
  return { what: 'the index', path: storePaths(folder).index, scratch, native, clone: undefined, ...more }
}
function opened(opening: Opening) {
  const result = openDatabase(opening)
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.is}`)
  return result.value
}
const count = (reader: Reader): bigint => reader.all('SELECT count(*) AS n FROM messages')[0]?.['n'] as bigint
const stored = (spec: { messages: readonly unknown[]; walOnly?: readonly unknown[] }) =>
  BigInt(spec.messages.length + (spec.walOnly?.length ?? 0))

describe('openDatabase', () => {
  it('opens in place while both sidecars are there, and copies otherwise', () => {
    const spec = awkwardStore(NOW)
    const folder = built(spec)
    for (const [gone, how] of [
      ['', 'in-place'],
      ['-shm', 'copy'],
    ] as const) {
      if (gone) rmSync(`${storePaths(folder).index}${gone}`)
      const { reader, how: actual } = opened(openingOf(folder))
      expect([actual, count(reader)]).toEqual([how, stored(spec)])
      reader.close()
    }
  })
  it('would miss the newest rows by copying the main file alone, as the control shows', () => {
    const spec = awkwardStore(NOW)
    const folder = built(spec)
    const alone = join(folder, 'alone')
    copyFileSync(storePaths(folder).index, alone)
    const { reader } = opened(openingOf(folder, { path: alone }))
    expect(count(reader)).toBe(stored(spec) - 1n)
    reader.close()
  })
  it('reads one snapshot although rows are added meanwhile', () => {
    const spec = awkwardStore(NOW)
    const folder = built(spec)
    const writer = openForWriting(storePaths(folder).index)
    const { reader } = opened(openingOf(folder))
    writer.exec(`INSERT INTO messages (global_message_id, subject, mailbox) VALUES (1, 1, 1)`)
    expect(count(reader)).toBe(stored(spec))
    reader.close()
    writer.close()
  })
  it('cannot write, attach or leave a temporary file', () => {
    const folder = built(awkwardStore(NOW))
    const { reader } = opened(openingOf(folder))
    for (const sql of [
      'DELETE FROM messages RETURNING ROWID',
      'UPDATE messages SET read = 1 RETURNING ROWID',
    ])
      expect(() => reader.all(sql)).toThrow(/readonly/)
    reader.close()
  })
  it('leaves no name of a copy in its folder while it reads it', () => {
    const folder = built(smallStore(NOW))
    const opening = openingOf(folder)
    const { reader, how } = opened(opening)
    expect(how).toBe('copy')
    expect(readdirSync(opening.scratch)).toEqual([])
    expect(count(reader)).toBe(4n)
    reader.close()
    expect(readdirSync(opening.scratch)).toEqual([])
  })
  it('clones where the system can, and says so', () => {
    const folder = built(awkwardStore(NOW))
    const cloned: string[] = []
    const clone = (from: string, to: string) => {
      cloned.push(from.slice(storePaths(folder).index.length))
      copyFileSync(from, to)
    }
    const opening = openingOf(folder, { clone })
    const { reader, how } = opened(opening)
    expect([how, cloned, readdirSync(opening.scratch)]).toEqual(['clone', ['', '-wal'], []])
    expect(count(reader)).toBe(stored(awkwardStore(NOW)))
    reader.close()
  })
  it('refuses what is absent, what is a folder and what changes whenever it is copied', () => {
    const folder = built(smallStore(NOW))
    const code = (opening: Opening) => {
      const result = openDatabase(opening)
      if (result.ok) result.value.reader.close()
      return result.ok ? 'open' : result.refusal.code
    }
    expect(code(openingOf(folder, { path: join(folder, 'absent') }))).toBe('no-store')
    expect(code(openingOf(folder, { path: folder }))).toBe('store-broken')
    const { index } = storePaths(folder)
    const torn = (from: string, to: string) => {
      copyFileSync(from, to)
      // Mail writes on, and half of a page is of another moment.
      appendFileSync(index, 'x')
      const fd = openSync(to, 'r+')
      writeSync(fd, Buffer.alloc(2_000, 7), 0, 2_000, 4_096 * 3)
      closeSync(fd)
    }
    const opening = openingOf(folder, { clone: torn })
    expect(code(opening)).toMatch(/^store-(busy|broken)$/)
    expect(readdirSync(opening.scratch)).toEqual([])
  })
  it.each([
    ['index', '', 'store-broken'],
    ['log', '-wal', 'store-broken'],
    ['shared memory', '-shm', 'copy'],
  ])('opens no FIFO in place of the %s', (_, sidecar, expected) => {
    const folder = built(awkwardStore(NOW))
    const path = `${storePaths(folder).index}${sidecar}`
    rmSync(path)
    execFileSync('mkfifo', [path])
    const result = openDatabase(openingOf(folder))
    expect(result.ok ? result.value.how : result.refusal.code).toBe(expected)
    if (result.ok) result.value.reader.close()
  })
  it('takes a copy that is whole although the file changed meanwhile', () => {
    const folder = built(smallStore(NOW))
    const { index } = storePaths(folder)
    const writer = openForWriting(index)
    let copies = 0
    const clone = (from: string, to: string) => {
      copyFileSync(from, to)
      if (from === index) writer.pragma(`user_version = ${++copies}`)
    }
    const { reader } = opened(openingOf(folder, { clone }))
    expect([copies, count(reader)]).toEqual([3, 4n])
    reader.close()
    writer.close()
  })
})

describe('copyDatabase', () => {
  it('makes files that only their owner may read', () => {
    const folder = built(awkwardStore(NOW))
    const scratch = temporary()
    const { path, steady } = copyDatabase(storePaths(folder).index, scratch)
    expect(steady).toBe(true)
    expect(readdirSync(scratch).length).toBe(2)
    for (const name of readdirSync(scratch)) expect(statSync(join(scratch, name)).mode & 0o777).toBe(0o600)
    for (const name of readdirSync(scratch)) expect(statSync(join(scratch, name)).nlink).toBe(1)
    removeCopy(path)
    expect(readdirSync(scratch)).toEqual([])
  })
  it('leaves nothing when the system stops it', () => {
    const folder = built(smallStore(NOW))
    const scratch = temporary()
    const full = (_from: string, to: string) => {
      closeSync(openSync(to, 'wx'))
      throw Object.assign(new Error('full'), { code: 'ENOSPC', errno: -28 })
    }
    expect(() => copyDatabase(storePaths(folder).index, scratch, full)).toThrow('full')
    expect(readdirSync(scratch)).toEqual([])
    expect(existsSync(storePaths(folder).index)).toBe(true)
    const refused = openDatabase(openingOf(folder, { clone: full }))
    expect(refused).toMatchObject({ ok: false, refusal: { code: 'disk' } })
  })
})

describe('the plans of the statements', () => {
  const folder = built(awkwardStore(NOW))
  const { reader } = opened(openingOf(folder))
  afterAll(() => reader.close())
  const columns = columnsOf(reader, ['messages', 'labels', 'recipients', 'message_global_data'], 256)
  const sets = {
    inboxes: [1n, 2n],
    holders: [1n, 2n, 3n],
    sent: [4n],
    drafts: [5n],
    trash: [6n],
    junk: [7n],
    own: [8n],
  }
  const plan = (sql: string, parameters: Parameters = {}): string[] =>
    reader.all(`EXPLAIN QUERY PLAN ${sql}`, parameters).map(row => String(row['detail']))
  const tablesScanned = (steps: readonly string[]) =>
    steps.filter(step => /^SCAN (m|o|r|a|l|one)\b/.test(step))

  it('find what is new by mailbox and date, and scan no table', () => {
    const steps = plan(windowQuery(columns, sets), { since: 1, latest: 2, most: 3 })
    const text = steps.join('\n')
    expect(text).toContain('messages_mailbox_date_received_index (mailbox=? AND date_received>?)')
    expect(text).toContain('messages_mailbox_display_date_index (mailbox=? AND display_date>?)')
    expect(text).not.toContain('messages_deleted')
    expect(tablesScanned(steps)).toEqual([])
  })
  it('read details by ROWID and shared ids by index', () => {
    const steps = plan(detailQuery(columns, [1n, 2n], sets.own))
    const text = steps.join('\n')
    expect(text).toContain('messages_message_id_mailbox_index (message_id=?)')
    expect(text).toContain('messages_global_message_id_mailbox_index (global_message_id=?)')
    expect(text).toContain('recipients_message_position_type_address_index (message=?)')
    expect(tablesScanned(steps)).toEqual([])
  })
  it('count letters from the address to its recipients to the message', () => {
    const steps = plan(writtenQuery(columns, sets, [1n, 2n]))
    const text = steps.join('\n')
    expect(text).toMatch(/SEARCH a USING COVERING INDEX sqlite_autoindex_addresses_1 \(address=\?\)/)
    expect(text).toContain('recipients_address_index (address=?)')
    expect(tablesScanned(steps)).toEqual([])
  })
  it('would walk by the deleted flag if it were asked for plainly, as the control shows', () => {
    const steps = plan(
      'SELECT m.ROWID FROM messages m WHERE m.deleted = 0 AND m.mailbox = 1 ORDER BY m.date_received DESC',
    )
    expect(steps.join('\n')).toMatch(/messages_deleted/)
  })
})
