// The Maildir in use by real mail programs while the adapter lists, fetches and changes it: mblaze, notmuch and mbsync, as people run them.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeSampleMaildir } from '../../../../demo/maildir/writeSampleMaildir.ts'
import { temporaryFolder } from '../../../daemon/temporaryFolder.ts'
import { change, contents, list, type Mailbox, makeMailbox, openBox, put } from './mailbox.ts'

const has = (program: string): boolean => existsSync(`/usr/bin/${program}`)

function sampleBox(): Mailbox & { home: string } {
  const home = temporaryFolder()
  writeSampleMaildir(join(home, 'Mail'), 1_796_040_000)
  mkdirSync(join(home, 'scratch'))
  return { home, root: join(home, 'Mail'), scratch: join(home, 'scratch') }
}
function run(home: string, program: string, ...args: string[]): string {
  const done = spawnSync(program, args, {
    encoding: 'utf8',
    env: { PATH: '/usr/bin:/bin', HOME: home, LANG: 'C.UTF-8' },
  })
  if (done.status !== 0) throw new Error(`${program} ended with ${done.status}: ${done.stderr}`)
  return done.stdout
}

test.skipIf(!has('mflag') || !has('mrefile'))(
  'mblaze flags, files and incorporates, and each is listed',
  () => {
    const box = sampleBox()
    const adapter = openBox(box)
    const first = list(adapter)
    run(box.home, 'minc', box.root)
    const moved = list(adapter, first.cursor)
    expect(moved.messages.length).toBeGreaterThan(10)
    expect(moved.gone).toEqual([])
    const bill =
      [...contents(box).keys()].find(path => path.startsWith('cur/') && path.endsWith(':2,FS')) ?? ''
    run(box.home, 'mflag', '-T', '-R', join(box.root, bill))
    expect(list(adapter, moved.cursor).messages).toMatchObject([
      { flags: ['seen', 'flagged', 'answered', 'trashed'] },
    ])
    const { cursor } = list(adapter)
    run(box.home, 'mrefile', join(box.root, bill.replace(':2,FS', ':2,FRST')), join(box.root, '.Archive'))
    const filed = list(adapter, cursor)
    expect([filed.messages.map(one => one.collection), filed.gone.length]).toEqual([['Archive'], 1])
  },
)

test.skipIf(!has('notmuch'))(
  'notmuch tags while the adapter lists, and a flag of the adapter becomes a tag',
  async () => {
    const box = sampleBox()
    const config = join(box.home, 'notmuch-config')
    const text = `[database]\npath=${box.root}\n[user]\nname=Robin\nprimary_email=robin@archer.example\n[new]\ntags=new\n[maildir]\nsynchronize_flags=true\n`
    writeFileSync(config, text)
    const env = { PATH: '/usr/bin:/bin', HOME: box.home, LANG: 'C.UTF-8', NOTMUCH_CONFIG: config }
    const notmuch = (...args: string[]) => {
      const done = spawnSync('notmuch', args, { encoding: 'utf8', env })
      if (done.status !== 0) throw new Error(done.stderr)
      return done.stdout
    }
    notmuch('new')
    const adapter = openBox(box)
    const before = contents(box).size
    const ids = new Set(list(adapter).messages.map(one => one.message))
    // Every message is renamed by this, twice.
    const child = spawn(
      'sh',
      ['-c', 'for i in 1 2 3; do notmuch tag +flagged -- "*"; notmuch tag -flagged -unread -- "*"; done'],
      { env },
    )
    const ended = once(child, 'exit')
    let { cursor } = list(adapter)
    while (child.exitCode === null) {
      const listing = list(adapter, cursor)
      cursor = listing.cursor
      expect([listing.gone, listing.messages.every(one => ids.has(one.message))]).toEqual([[], true])
      await new Promise(resolve => setImmediate(resolve))
    }
    await ended
    const after = list(adapter)
    expect([contents(box).size, new Set(after.messages.map(one => one.message))]).toEqual([before, ids])
    const [one] = after.messages
    if (!one) throw new Error('the list is empty')
    expect(
      adapter.apply(change({ verb: 'flag.add', to: 'answered', message: one.message, from: one.collection }))
        .ok,
    ).toBe(true)
    const replied = Number(notmuch('count', 'tag:replied'))
    notmuch('new')
    expect(Number(notmuch('count', 'tag:replied'))).toBeGreaterThanOrEqual(replied)
    expect(notmuch('search', '--output=files', 'tag:replied')).toContain(one.message.slice(23))
  },
)

test.skipIf(!has('mbsync'))(
  'mbsync numbers, copies and deletes while the adapter lists, and no message gets another id',
  async () => {
    const box = sampleBox()
    const far = makeMailbox(['INBOX'])
    for (let at = 0; at < 30; at++)
      put(far, `INBOX/cur/${at}.far.h:2,S`, `Message-ID: <${at}@far.example>\nSubject: far ${at}\n\nfar\n`)
    const config = join(box.home, 'mbsyncrc')
    writeFileSync(
      config,
      `MaildirStore far
Path ${far.root}/
Inbox ${far.root}/INBOX

MaildirStore near
Inbox ${box.root}
SubFolders Maildir++

Channel all
Far :far:
Near :near:
Create Both
Expunge Both
SyncState *
`,
    )
    const adapter = openBox(box)
    const first = list(adapter)
    const ids = new Set(first.messages.map(one => one.message))
    const child = spawn('mbsync', ['-c', config, 'all'], { env: { PATH: '/usr/bin:/bin', HOME: box.home } })
    let errors = ''
    child.stderr.on('data', bytes => (errors += String(bytes)))
    const ended = once(child, 'exit')
    let { cursor } = first
    const seen = new Map(first.messages.map(one => [one.message, one.collection]))
    while (child.exitCode === null) {
      const listing = list(adapter, cursor)
      cursor = listing.cursor
      for (const { message, collection } of listing.messages) seen.set(message, collection)
      expect(listing.gone).toEqual([])
      await new Promise(resolve => setImmediate(resolve))
    }
    await ended
    expect([child.exitCode, errors]).toEqual([0, ''])
    for (const { message, collection } of list(adapter, cursor).messages) seen.set(message, collection)
    const last = list(openBox(box))
    expect(new Map(last.messages.map(one => [one.message, one.collection]))).toEqual(seen)
    expect(last.messages.filter(one => one.collection === 'INBOX').length).toBe(
      first.messages.filter(one => one.collection === 'INBOX').length + 30,
    )
    for (const id of ids) expect(seen.has(id)).toBe(true)
    // A message of the other side: fetched, it has what that side has.
    const added = last.messages.find(one => !ids.has(one.message))
    const file = added ? adapter.fetch(added.message) : undefined
    if (!file?.ok) throw new Error('it cannot be fetched')
    expect(readFileSync(join(box.scratch, 'incoming', file.value.name), 'utf8')).toContain('@far.example')
  },
)
