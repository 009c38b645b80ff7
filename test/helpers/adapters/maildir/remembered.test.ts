// What the adapter remembers in its scratch folder: read up to its caps, and never believed where it is not as it was written.
import { appendFileSync, linkSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Adapter } from '../../../../helpers/adapters/adapter.ts'
import { JOURNAL_BYTES, SNAPSHOT_BYTES } from '../../../../protocol/limits.ts'
import { change, idOf, list, makeMailbox, type Mailbox, openBox, put } from './mailbox.ts'

function start(): { box: Mailbox; adapter: Adapter; id: string } {
  const box = makeMailbox()
  put(box, 'cur/1.a.h:2,')
  const adapter = openBox(box)
  return { box, adapter, id: idOf(adapter, '1.a.h') }
}
/** Blanks to exactly `bytes`: JSON all the same. */
function padTo(path: string, bytes: number): void {
  appendFileSync(path, Buffer.alloc(bytes - statSync(path).size, ' '))
}
const only = (folder: string, end: string): string => {
  const [name] = readdirSync(folder).filter(file => file.endsWith(end))
  return join(folder, name ?? '')
}

test('a snapshot of the cap is read and one of a byte more is not', () => {
  const { box, adapter } = start()
  const { cursor } = list(adapter)
  const path = join(box.scratch, 'snapshot', `${cursor}.json`)
  padTo(path, SNAPSHOT_BYTES)
  expect(list(adapter, cursor).reset).toBe(false)
  padTo(path, SNAPSHOT_BYTES + 1)
  expect(list(adapter, cursor).reset).toBe(true)
})

test('a note of the cap is read and one of a byte more is not', () => {
  const { box, adapter, id } = start()
  const asked = change({ verb: 'trash', message: id, from: 'INBOX' })
  expect(adapter.apply(asked).ok).toBe(true)
  const path = only(join(box.scratch, 'journal'), '.json')
  padTo(path, JOURNAL_BYTES)
  expect(adapter.wasApplied(asked.nonce)).toEqual({ ok: true, value: 'yes' })
  padTo(path, JOURNAL_BYTES + 1)
  expect(adapter.wasApplied(asked.nonce)).toEqual({ ok: true, value: 'no' })
})

test('a snapshot that has a second name, or is torn, is not believed', () => {
  const { box, adapter } = start()
  const { cursor } = list(adapter)
  const path = join(box.scratch, 'snapshot', `${cursor}.json`)
  linkSync(path, join(box.scratch, 'second'))
  expect(list(adapter, cursor).reset).toBe(true)
  const next = list(adapter).cursor
  truncateSync(join(box.scratch, 'snapshot', `${next}.json`), 20)
  expect(list(adapter, next).reset).toBe(true)
})

test('the snapshot of another Maildir is not believed', () => {
  const { box, adapter } = start()
  const { cursor } = list(adapter)
  const other = makeMailbox()
  put(other, 'cur/2.b.h:2,')
  const moved = openBox({ root: other.root, scratch: box.scratch })
  expect(list(moved, cursor)).toMatchObject({ reset: true, messages: { length: 1 } })
})

test('no more than two generations are kept', () => {
  const { box, adapter } = start()
  let { cursor } = list(adapter)
  for (let at = 0; at < 5; at++) {
    put(box, `cur/${at}.x.h:2,`)
    cursor = list(adapter, cursor).cursor
  }
  expect(readdirSync(join(box.scratch, 'snapshot')).filter(name => name.endsWith('.json'))).toHaveLength(2)
})
