// Another client works on the Maildir while the adapter lists, fetches and changes it: nothing is lost, and what is told in the end is
// what is there.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { contents, change, list, makeMailbox, type Mailbox, namesIn, openBox, put } from './mailbox.ts'

const KEPT = 60

async function mutated(seed: number): Promise<{ box: Mailbox; stop: () => Promise<void> }> {
  const box = makeMailbox(['', '.Other'])
  for (let at = 0; at < KEPT; at++) put(box, `cur/k${at}.m.h:2,`, `kept ${at}`)
  const script = join(import.meta.dirname, 'mutate.mjs')
  const child: ChildProcess = spawn(process.execPath, [script, box.root, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout ?? child, 'data')
  const stop = async () => {
    const ended = once(child, 'exit')
    writeFileSync(join(box.root, 'stop'), '')
    await ended
    rmSync(join(box.root, 'stop'))
  }
  return { box, stop }
}

/** A client of the lists: what it believes to be there, by id. */
function follower(): {
  take: (listing: ReturnType<typeof list>) => void
  known: Map<string, readonly string[]>
} {
  const known = new Map<string, readonly string[]>()
  return {
    known,
    take: ({ messages, gone, reset }) => {
      if (reset) known.clear()
      for (const { message, flags } of messages) known.set(message, flags)
      for (const id of gone) known.delete(id)
    },
  }
}
const keptOf = (ids: Iterable<string>) =>
  new Set([...ids].map(id => id.slice(23)).filter(key => key.startsWith('k')))

test.each([1, 2, 3])(
  'a Maildir that never rests is followed without losing a message (%i)',
  { timeout: 60_000 },
  async seed => {
    const { box, stop } = await mutated(seed)
    const adapter = openBox(box)
    const { take, known } = follower()
    let cursor: string | null = null
    let fetched = 0
    let seen = new Set<string>()
    for (let round = 0; round < 12; round++) {
      const listing = list(adapter, cursor)
      take(listing)
      cursor = listing.cursor
      const kept = keptOf(known.keys())
      for (const key of seen) expect(kept).toContain(key)
      seen = kept
      for (const id of [...known.keys()].slice(0, 10)) {
        const file = adapter.fetch(id)
        if (!file.ok) expect(file.refusal.code).toBe('stale')
        else fetched++
      }
    }
    await stop()
    const last = list(adapter, cursor)
    take(last)
    const end = list(openBox(box))
    expect(new Map([...known].sort())).toEqual(
      new Map(end.messages.map(one => [one.message, one.flags] as const).sort()),
    )
    expect(keptOf(known.keys()).size).toBe(KEPT)
    expect([seen.size > KEPT / 2, fetched > 20]).toEqual([true, true])
  },
)

test(
  'messages that another client renames meanwhile are fetched by their ids, and are the right ones',
  { timeout: 60_000 },
  async () => {
    const { box, stop } = await mutated(7)
    const adapter = openBox(box)
    let found = 0
    for (let round = 0; round < 5; round++)
      for (const { message } of list(adapter).messages.filter(one => one.message.slice(23).startsWith('k'))) {
        const file = adapter.fetch(message)
        if (!file.ok) continue
        found++
        const at = /k(\d+)/.exec(message.slice(23))?.[1]
        expect(readFileSync(join(box.scratch, 'incoming', file.value.name), 'utf8')).toBe(`kept ${at}`)
      }
    await stop()
    expect(found).toBeGreaterThan(KEPT)
  },
)

test('changes that are made meanwhile are made once, and lose no message', { timeout: 60_000 }, async () => {
  const { box, stop } = await mutated(11)
  const adapter = openBox(box)
  let made = 0
  for (let round = 0; round < 60; round++) {
    const all = list(adapter).messages.filter(one => one.message.slice(23).startsWith('k'))
    const one = all[(round * 13) % all.length]
    if (!one) throw new Error('the list is empty')
    const [verb, to] = (
      [
        ['collection.add', 'Receipts'],
        ['collection.remove', null],
        ['flag.add', 'flagged'],
      ] as const
    )[round % 3] ?? ['trash', null]
    const asked = change({
      verb,
      to,
      message: one.message,
      from: one.collection,
      nonce: `nonce-${1_000 + round}`,
    })
    const applied = adapter.apply(asked)
    if (!applied.ok) expect(['stale', 'denied']).toContain(applied.refusal.code)
    else if (++made) expect(adapter.apply(asked)).toEqual(applied)
  }
  await stop()
  const texts = [...contents(box).values()]
  for (let at = 0; at < KEPT; at++) expect(texts).toContain(`kept ${at}`)
  expect([...namesIn(box, 'tmp'), ...namesIn(box, '.Other/tmp')]).toEqual([])
  expect(made).toBeGreaterThan(20)
  expect(namesIn(box, '.Receipts/cur').length).toBeLessThanOrEqual(20)
})
