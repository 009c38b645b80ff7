// What a list says of a Maildir: names of any bytes, flags, keywords, things that are no messages, and what has changed since a cursor.
import { execFileSync } from 'node:child_process'
import fs, {
  appendFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Adapter } from '../../../../helpers/adapters/adapter.ts'
import { Listed } from '../../../../protocol/adapter.ts'
import { MESSAGE_BYTES } from '../../../../protocol/limits.ts'
import { contents, idOf, list, makeFolder, makeMailbox, type Mailbox, openBox, put } from './mailbox.ts'

afterEach(() => vi.useRealTimers())

/** As if so much time had passed that the times of folders are believed. */
function later(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
}
const named = (listing: ReturnType<typeof list>) => listing.messages.map(one => one.message.slice(23)).sort()

describe('the messages of a folder', () => {
  test('flags are read behind a colon, an exclamation mark and a semicolon, in cur/ and in new/', () => {
    const box = makeMailbox()
    put(box, 'cur/1.a.h:2,DFPRST')
    put(box, 'cur/2.a.h!2,S')
    put(box, 'cur/3.a.h;2,FS')
    put(box, 'new/4.a.h')
    put(box, 'cur/5.a.h:1,x')
    put(box, 'tmp/6.a.h')
    const found = list(openBox(box)).messages
    const flags = Object.fromEntries(found.map(one => [one.message.slice(23), one.flags]))
    expect(flags).toEqual({
      '1.a.h': ['seen', 'flagged', 'answered', 'forwarded', 'draft', 'trashed'],
      '2.a.h': ['seen'],
      '3.a.h': ['seen', 'flagged'],
      '4.a.h': [],
      '5.a.h': [],
    })
  })

  test("keywords are read from Dovecot's file, each folder with its own letters", () => {
    const box = makeMailbox(['', '.Sent'])
    put(box, 'cur/1.a.h:2,Sab')
    put(box, '.Sent/cur/2.a.h:2,a')
    writeFileSync(join(box.root, 'dovecot-keywords'), '0 triaged\n1 $Label1\n2 with blank\nx y\n99 far\n')
    writeFileSync(join(box.root, '.Sent/dovecot-keywords'), '0 other\n')
    const found = list(openBox(box)).messages
    expect(found.map(one => [one.collection, one.keywords])).toEqual([
      ['INBOX', ['triaged', '$Label1']],
      ['Sent', ['other']],
    ])
  })

  test('what is no regular file is counted and never opened', () => {
    const box = makeMailbox()
    put(box, 'cur/1.a.h:2,')
    symlinkSync('/etc/passwd', join(box.root, 'cur/2.link:2,'))
    mkdirSync(join(box.root, 'cur/3.folder:2,'))
    execFileSync('mkfifo', [join(box.root, 'cur/4.pipe:2,')])
    writeFileSync(join(box.root, 'cur/.nfs000'), '')
    const { messages, problems } = list(openBox(box))
    expect(messages).toHaveLength(1)
    expect(problems).toEqual([
      '3 names of INBOX are left out, being no regular file (a link, pipe, device or folder)',
    ])
  })

  test('what is left out of an unchanged folder is told of again', () => {
    const box = makeMailbox()
    symlinkSync('/etc/passwd', join(box.root, 'cur/2.link:2,'))
    const adapter = openBox(box)
    const first = list(adapter)
    expect(list(adapter, first.cursor).problems).toEqual(first.problems)
    expect(first.problems).toHaveLength(1)
  })

  test(
    'a message over the cap is listed, told of, and not fetched, and one at the cap is fetched',
    { timeout: 60_000 },
    () => {
      const box = makeMailbox()
      for (const [name, bytes] of [
        ['1.a.h', MESSAGE_BYTES],
        ['2.a.h', MESSAGE_BYTES + 1],
      ] as const) {
        put(box, `cur/${name}:2,`)
        truncateSync(join(box.root, `cur/${name}:2,`), bytes)
      }
      const adapter = openBox(box)
      const { messages, problems } = list(adapter)
      expect(messages.map(one => one.bytes).sort()).toEqual([MESSAGE_BYTES, MESSAGE_BYTES + 1])
      expect(problems).toEqual([`1 name of INBOX is over ${MESSAGE_BYTES} bytes, listed and never opened`])
      expect(adapter.fetch(idOf(adapter, '1.a.h'))).toMatchObject({
        ok: true,
        value: { bytes: MESSAGE_BYTES },
      })
      expect(adapter.fetch(idOf(adapter, '2.a.h'))).toMatchObject({
        ok: false,
        refusal: { code: 'too-long' },
      })
    },
  )

  test('of two files with one unique name one is listed and the other told of', () => {
    const box = makeMailbox()
    put(box, 'cur/1.a.h:2,S', 'one')
    put(box, 'cur/1.a.h:2,F', 'two')
    const { messages, problems } = list(openBox(box))
    expect(messages).toHaveLength(1)
    expect(problems).toEqual(['1 name of INBOX is left out, since another file has the same unique name'])
  })

  test('one file under two names of one key is one message and nothing to tell of', () => {
    const box = makeMailbox()
    put(box, 'new/1.a.h', 'one')
    linkSync(join(box.root, 'new/1.a.h'), join(box.root, 'cur/1.a.h:2,S'))
    expect(list(openBox(box))).toMatchObject({ messages: [{ flags: ['seen'] }], problems: [] })
  })

  test('names of any bytes have ids that fit, and are fetched by them', () => {
    const byte = fc.integer({ min: 1, max: 255 }).filter(value => value !== 0x2f)
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.uint8Array({ minLength: 1, maxLength: 100 }).map(Array.from<number>), {
          maxLength: 3,
          selector: String,
        }),
        fc.array(byte),
        (names, tail) => {
          const box = makeMailbox()
          const files = names.map((name, at) =>
            Buffer.from(
              [0x61 + at, ...name, ...tail]
                .map(value => (value === 0x2f || value === 0 ? 0x2d : value))
                .slice(0, 255),
            ),
          )
          for (const file of files)
            fs.writeFileSync(Buffer.concat([Buffer.from(`${box.root}/cur/`), file]), file)
          const adapter = openBox(box)
          const { messages } = list(adapter)
          const keys = new Set(files.map(file => file.toString('latin1')[0]))
          expect(messages).toHaveLength(keys.size)
          for (const message of messages) {
            expect(Listed.safeParse(message).success).toBe(true)
            expect(adapter.fetch(message.message)).toMatchObject({
              ok: true,
              value: { bytes: message.bytes },
            })
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('what has changed since a cursor', () => {
  const changes: readonly (readonly [string, (box: Mailbox) => void, string[], string[]])[] = [
    ['a delivery', box => put(box, 'new/9.new.h'), ['9.new.h'], []],
    [
      'a message that moves from new/ to cur/',
      box => renameSync(join(box.root, 'new/2.b.h'), join(box.root, 'cur/2.b.h:2,S')),
      ['2.b.h'],
      [],
    ],
    [
      'a change of flags',
      box => renameSync(join(box.root, 'cur/1.a.h:2,'), join(box.root, 'cur/1.a.h:2,F')),
      ['1.a.h'],
      [],
    ],
    ['a deletion', box => unlinkSync(join(box.root, 'cur/1.a.h:2,')), [], ['1.a.h']],
    [
      'a move to another folder',
      box => renameSync(join(box.root, 'cur/1.a.h:2,'), join(box.root, '.Sent/cur/1.a.h:2,')),
      ['1.a.h'],
      ['1.a.h'],
    ],
    [
      'the number that mbsync writes into a name',
      box => renameSync(join(box.root, 'cur/1.a.h:2,'), join(box.root, 'cur/1.a.h,U=7:2,')),
      ['1.a.h'],
      [],
    ],
    ['a folder that goes away', box => rmSync(join(box.root, '.Sent'), { recursive: true }), [], ['3.c.h']],
    [
      'a folder that comes',
      box => {
        makeFolder(box, '.More')
        put(box, '.More/cur/4.d.h:2,')
      },
      ['4.d.h'],
      [],
    ],
    ['nothing', () => undefined, [], []],
  ]
  const start = (): { box: Mailbox; adapter: Adapter; cursor: string | null } => {
    const box = makeMailbox(['', '.Sent'])
    put(box, 'cur/1.a.h:2,')
    put(box, 'new/2.b.h')
    put(box, '.Sent/cur/3.c.h:2,S')
    const adapter = openBox(box)
    return { box, adapter, cursor: list(adapter).cursor }
  }

  test.each(changes)(
    '%s is all that is listed, at once and after a while, by the same process and by another',
    (...[, act, changed, gone]) => {
      for (const isLater of [false, true])
        for (const isOther of [false, true]) {
          vi.useRealTimers()
          const { box, adapter, cursor } = start()
          if (isLater) later()
          const settled = list(adapter, cursor).cursor
          act(box)
          const listing = list(isOther ? openBox(box) : adapter, settled)
          expect([named(listing), listing.gone.map(id => id.slice(23)), listing.reset]).toEqual([
            changed,
            gone,
            false,
          ])
          expect(list(adapter, listing.cursor)).toMatchObject({ messages: [], gone: [], reset: false })
        }
    },
  )

  test('two changes within one tick of the clock are both listed', () => {
    const { box, adapter } = start()
    for (let at = 0; at < 40; at++) {
      const { cursor } = list(adapter)
      put(box, `new/${at}.x.h`)
      const between = list(adapter, cursor)
      put(box, `new/${at}.y.h`)
      expect([...named(between), ...named(list(adapter, between.cursor))]).toEqual([`${at}.x.h`, `${at}.y.h`])
    }
  })

  test('an unknown cursor and any random one gives everything anew', () => {
    const { adapter } = start()
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.constantFrom('../journal/x', 'f'.repeat(32), '__proto__')),
        cursor => {
          expect(list(adapter, cursor)).toMatchObject({ reset: true, messages: { length: 3 }, gone: [] })
        },
      ),
      { numRuns: 30 },
    )
  })

  test('the cursor before the last one is still good, and the one before that gives everything anew', () => {
    const { box, adapter, cursor: first } = start()
    put(box, 'new/8.h.h')
    const second = list(adapter, first).cursor
    put(box, 'new/9.i.h')
    const third = list(adapter, second)
    expect([third.reset, named(third)]).toEqual([false, ['9.i.h']])
    expect(named(list(adapter, second))).toEqual(['9.i.h'])
    expect(list(adapter, first).reset).toBe(true)
  })

  test.each(['.json', '.list'])('a %s of what is remembered that is torn loses nothing', end => {
    const { box, adapter, cursor } = start()
    const folder = join(box.scratch, 'snapshot')
    for (const file of readdirSync(folder)) if (file.endsWith(end)) truncateSync(join(folder, file), 10)
    put(box, 'new/9.new.h')
    const again = adapter.list(cursor, () => undefined)
    if (again.ok) expect(list(adapter, cursor).reset).toBe(true)
    else expect(again.refusal.code).toBe('unavailable')
    expect(list(adapter, cursor)).toMatchObject({ reset: true, messages: { length: 4 } })
  })

  test('a Maildir whose folders are all gone is not taken for one that was emptied', () => {
    const { box, adapter, cursor } = start()
    for (const name of readdirSync(box.root)) rmSync(join(box.root, name), { recursive: true })
    expect(adapter.list(cursor, () => undefined)).toMatchObject({ ok: false, refusal: { code: 'no-access' } })
  })

  test('folders that have not changed are neither read nor are their messages looked at', () => {
    const { box, adapter, cursor } = start()
    for (let at = 0; at < 200; at++) put(box, `.Sent/cur/${at}.many.h:2,`)
    later()
    const settled = list(adapter, list(adapter, cursor).cursor).cursor
    put(box, 'new/9.new.h')
    const calls = counted(() => list(openBox(box), settled))
    expect(calls.read.filter(path => /\.Sent\/(?:cur|new)$/.test(path))).toEqual([])
    expect(calls.read.filter(path => /Mail\/(?:cur|new)$/.test(path)).length).toBeGreaterThan(0)
    expect(calls.looked.filter(path => path.includes('.many.h'))).toEqual([])
    expect(counted(() => list(openBox(box))).looked.filter(path => path.includes('.many.h'))).toHaveLength(
      200,
    )
  })

  test('a change of the meaning of a letter lists the messages that have one', () => {
    const { box, adapter } = start()
    put(box, 'cur/5.e.h:2,Sa')
    const { cursor } = list(adapter)
    writeFileSync(join(box.root, 'dovecot-keywords'), '0 triaged\n')
    expect(list(adapter, cursor).messages).toMatchObject([{ keywords: ['triaged'] }])
  })

  test('listing and fetching change no name, no content and no time of a message', () => {
    const { box, adapter } = start()
    const times = () => [...contents(box).keys()].map(path => [path, statSync(join(box.root, path)).mtimeMs])
    utimesSync(join(box.root, 'cur/1.a.h:2,'), 1_000, 1_000)
    const before = [times(), contents(box)]
    for (const { message } of list(adapter).messages) expect(adapter.fetch(message).ok).toBe(true)
    expect([times(), contents(box)]).toEqual(before)
    expect(list(adapter).messages.find(one => one.message.endsWith('1.a.h'))?.received).toBe(1_000)
  })

  test('a message whose content looks like another message changes nothing', () => {
    const { box, adapter } = start()
    const before = list(adapter)
    appendFileSync(
      join(box.root, 'cur/1.a.h:2,'),
      'Status: RO\nX-Status: D\nX-Keywords: evil\nFrom forged\n\n',
    )
    const after = list(adapter)
    const shape = (listing: typeof after) => listing.messages.map(one => ({ ...one, bytes: 0 }))
    expect(shape(after)).toEqual(shape(before))
  })
})

/** The folders that `act` reads and the files that it looks at. */
function counted(act: () => void): { read: string[]; looked: string[] } {
  const calls = { read: [] as string[], looked: [] as string[] }
  const real = { readdirSync: fs.readdirSync, lstatSync: fs.lstatSync }
  const spy =
    (into: string[], call: (...args: never[]) => unknown) =>
    (path: unknown, ...rest: never[]) => {
      into.push(String(path))
      return call(path as never, ...rest)
    }
  Object.assign(fs, {
    readdirSync: spy(calls.read, real.readdirSync as never),
    lstatSync: spy(calls.looked, real.lstatSync as never),
  })
  syncBuiltinESMExports()
  try {
    act()
  } finally {
    Object.assign(fs, real)
    syncBuiltinESMExports()
  }
  return calls
}
