// Caps of what the mail helper reads of a store, on generated stores. Relies on test/helpers/mail/access.ts.
import Database from 'better-sqlite3'
import { afterAll, expect, test } from 'vitest'
import { generatedSummary } from '../../demo/store/keyedArchive.ts'
import { storePaths } from '../../demo/storePaths.ts'
import { openStore } from '../../helpers/mail/openStore.ts'
import { ARCHIVE_BYTES, MAILBOXES } from '../../protocol/limits.ts'
import { smallStore } from '../fixtures/smallStore.ts'
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
  index.transaction(() => Array.from({ length: MAILBOXES - rows }, (_, at) => add(at)))()
  expect(degraded(folder).join()).not.toMatch(/mailboxes/)
  add(MAILBOXES)
  index.close()
  expect(degraded(folder).join()).toContain(`more than ${MAILBOXES} mailboxes`)
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
  expect(previewOf(ARCHIVE_BYTES)).toMatch(/x/)
  expect(previewOf(ARCHIVE_BYTES + 2)).toBe('')
})
