// A sync of the store: what comes in, what changes, what goes, what fails, and what is there after each.
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MESSAGE_BYTES } from '../../../protocol/limits.ts'
import { refused } from '../../../protocol/refusal.ts'
import { message, storeWorld, TOML, withLetters } from './storeWorld.ts'

const sha = (raw: string): string => createHash('sha256').update(raw).digest('hex')
describe('a sync of an account', () => {
  test('brings what is listed into the store, whole and found at once', async () => {
    const world = withLetters(4)
    const synced = await world.sync()
    expect(synced).toEqual({
      account: 'home',
      listed: 4,
      added: 4,
      changed: 0,
      gone: 0,
      messages: 4,
      unparsed: 0,
      problems: [],
    })
    expect(world.subjects()).toEqual(['letter 4', 'letter 3', 'letter 2', 'letter 1'])
    expect(world.files('home/raw')).toHaveLength(4)
    expect(world.files('parsed').sort()).toEqual(world.files('home/raw').sort())
    expect(world.files('.parsing')).toEqual([])
    expect(world.mailbox.asked).toMatchObject({ opened: 1, closed: 1 })
  })

  test('hands the stored cursor back as it came, and fetches and parses nothing that it has', async () => {
    const world = withLetters(4)
    await world.sync()
    const [fetched, parsed] = [world.mailbox.asked.fetches.length, world.parse.parsed]
    expect(await world.sync()).toMatchObject({ listed: 0, added: 0, changed: 0, gone: 0, messages: 4 })
    expect(world.mailbox.asked.lists).toEqual([null, expect.stringMatching(/^[0-9a-f]{8}:4$/)])
    expect([world.mailbox.asked.fetches.length, world.parse.parsed]).toEqual([fetched, parsed])
  })

  test('keeps the raw message byte for byte under its hash, and what was parsed beside it', async () => {
    const world = storeWorld()
    const raw = message({ Subject: 'ångström' }, 'body\r\nwith \0 and é')
    world.mailbox.put('m1', raw)
    await world.sync()
    const [found] = world.find().messages
    expect(found?.mail.sha256).toBe(sha(raw))
    expect(found?.mail.raw).toBe(join(world.folder, 'home/raw', sha(raw).slice(0, 2), sha(raw)))
    expect(readFileSync(found?.mail.raw ?? '', 'utf8')).toBe(raw)
    expect(readdirSync(found?.mail.parsed ?? '').sort()).toEqual(['body.txt', 'envelope.json', 'headers.txt'])
    for (const name of ['body.txt', 'envelope.json', 'headers.txt'])
      expect(statSync(join(found?.mail.parsed ?? '', name)).mode & 0o777).toBe(0o400)
  })

  test('stores one content once, however many collections hold it, and shows it once with all its places', async () => {
    const world = storeWorld()
    const raw = message({ Subject: 'twice' })
    world.mailbox.put('a', raw, { collection: 'INBOX', flags: ['seen'], keywords: ['$x'] })
    world.mailbox.put('b', raw, { collection: 'Receipts', flags: ['flagged'] })
    expect(await world.sync()).toMatchObject({ listed: 2, added: 1, messages: 1 })
    expect(world.parse.parsed).toBe(1)
    expect(world.find().messages[0]?.mail.places).toEqual([
      { message: 'a', collection: 'INBOX', flags: ['seen'], keywords: ['$x'] },
      { message: 'b', collection: 'Receipts', flags: ['flagged'], keywords: [] },
    ])
    world.mailbox.remove('a')
    expect(await world.sync()).toMatchObject({ gone: 0, messages: 1 })
    expect(world.find('collection:Receipts').matched).toBe(1)
    expect(world.files('home/raw')).toHaveLength(1)
  })

  test('removes what is gone from the index, the raw messages and the parsed cache', async () => {
    const world = withLetters(3)
    await world.sync()
    world.mailbox.remove('m2')
    expect(await world.sync()).toMatchObject({ gone: 1, messages: 2 })
    expect(world.subjects()).toEqual(['letter 3', 'letter 1'])
    expect(world.find('letter').matched).toBe(2)
    expect([world.files('home/raw').length, world.files('parsed').length]).toEqual([2, 2])
  })

  test('keeps the parsed form of a message that another account still has', async () => {
    const world = storeWorld()
    world.settings.toml = `${TOML}[accounts.work]\nadapter = "maildir"\npath = "/mail/work"\n`
    world.mailbox.put('m1', message({ Subject: 'shared' }))
    await world.sync('home')
    await world.sync('work')
    expect(world.parse.parsed).toBe(1)
    expect(world.find('shared', { account: 'work' }).matched).toBe(1)
    world.mailbox.remove('m1')
    await world.sync('home')
    expect(world.files('home/raw')).toEqual([])
    expect(world.files('parsed')).toHaveLength(1)
    expect(world.find('shared', { account: 'work' }).matched).toBe(1)
    await world.sync('work')
    expect(world.files('parsed')).toEqual([])
  })

  test('takes a message that moved for the same one: it is not parsed twice and keeps its place in its thread', async () => {
    const world = storeWorld()
    const raw = message({ Subject: 'moves' })
    world.mailbox.put('inbox/m1', raw, { received: 5 })
    await world.sync()
    world.mailbox.remove('inbox/m1')
    world.mailbox.put('trash/m1', raw, { collection: 'Trash', received: 9 })
    expect(await world.sync()).toMatchObject({ added: 0, gone: 0, messages: 1 })
    expect(world.parse.parsed).toBe(1)
    expect(world.find('collection:Trash').messages[0]?.mail).toMatchObject({ received: 5 })
  })

  test('takes over changed flags, keywords and collections without fetching again', async () => {
    const world = withLetters(2)
    await world.sync()
    const fetched = world.mailbox.asked.fetches.length
    world.mailbox.put('m1', message({ Subject: 'letter 1' }), {
      flags: ['seen', 'answered'],
      keywords: ['triaged'],
      received: 1,
    })
    expect(await world.sync()).toMatchObject({ changed: 1, added: 0, gone: 0 })
    expect(world.mailbox.asked.fetches).toHaveLength(fetched)
    expect(world.subjects('flag:answered and tag:triaged')).toEqual(['letter 1'])
    expect(world.subjects('is:unread')).toEqual(['letter 2'])
  })

  test('lists everything again where the adapter does not know the cursor, and loses nothing', async () => {
    const world = withLetters(5)
    await world.sync()
    world.store.close()
    const { default: Database } = await import('better-sqlite3')
    const index = new Database(join(world.folder, 'index.db'))
    index.prepare('UPDATE accounts SET cursor = ?').run('\u0007random ⚠ bytes " \' \\ ')
    index.close()
    world.mailbox.remove('m4')
    world.mailbox.put('m6', message({ Subject: 'letter 6' }), { received: 6 })
    world.reopen()
    expect(await world.sync()).toMatchObject({ listed: 5, added: 1, gone: 1, messages: 5 })
    expect(world.mailbox.asked.lists.at(-1)).toBe('\u0007random ⚠ bytes " \' \\ ')
    expect(world.subjects()).toEqual(['letter 6', 'letter 5', 'letter 3', 'letter 2', 'letter 1'])
    expect(world.parse.parsed).toBe(6)
  })

  test('begins anew where the account names another path, and believes no name of the old one', async () => {
    const world = withLetters(1)
    await world.sync()
    world.settings.toml = TOML.replace('/mail/home', '/mail/elsewhere')
    world.mailbox.put('m1', message({ Subject: 'LETTER 1' }), { received: 1 })
    expect(await world.sync()).toMatchObject({ added: 1, gone: 1, messages: 1 })
    expect(world.mailbox.asked.lists).toEqual([null, null])
    expect(world.subjects()).toEqual(['LETTER 1'])
  })

  test('fetches everything again where names are not stable and the adapter begins anew', async () => {
    const world = withLetters(2)
    world.mailbox.descriptor = { ...world.mailbox.descriptor, id_stability: 'positional' }
    await world.sync()
    await world.sync()
    expect(world.mailbox.asked.fetches).toHaveLength(2)
    world.settings.toml = TOML.replace('/mail/home', '/mail/elsewhere')
    await world.sync()
    expect(world.mailbox.asked.fetches).toHaveLength(4)
  })

  test('fetches again what has another size under the same name', async () => {
    const world = withLetters(1)
    await world.sync()
    world.mailbox.put('m1', message({ Subject: 'a longer letter' }), { received: 1 })
    expect(await world.sync()).toMatchObject({ added: 1, gone: 1 })
    expect(world.subjects()).toEqual(['a longer letter'])
  })

  test('tells how far it is, up to all of it', async () => {
    const world = withLetters(5)
    const told: [number, number][] = []
    const signal = new AbortController().signal
    await world.store.sync('home', { signal, progress: (done, total) => void told.push([done, total]) })
    expect(told.at(-1)).toEqual([5, 5])
    expect(told.every(([done, total], at) => total === 5 && done >= (told[at - 1]?.[0] ?? 0))).toBe(true)
  })

  test('takes in batches of a thousand, each through one start of the stage', async () => {
    const world = withLetters(1_001)
    expect(await world.sync()).toMatchObject({ added: 1_001, messages: 1_001 })
    expect(world.parse.batches).toBe(2)
  })
})

describe('what a sync cannot take in', () => {
  test('is listed with a problem where it is larger than a message may be, and never fetched', async () => {
    const world = withLetters(1)
    world.mailbox.put('at', message({ Subject: 'of the cap' }), { bytes: MESSAGE_BYTES })
    world.mailbox.put('past', message({ Subject: 'past the cap' }), { bytes: MESSAGE_BYTES + 1 })
    expect(await world.sync()).toMatchObject({ added: 2, messages: 2 })
    expect(world.mailbox.asked.fetches).not.toContain('past')
    expect(world.mailbox.asked.fetches).toContain('at')
    const states = world.store.accounts()
    expect(states.ok && states.value[0]).toMatchObject({ messages: 2, absent: 1 })
  })

  test('is counted where it cannot be parsed, stays in the store, and is not tried again by the same version', async () => {
    const world = withLetters(2)
    world.parse.fails = raw => (raw.includes('letter 2') ? 'took more than 60 s' : undefined)
    expect(await world.sync()).toMatchObject({ added: 2, unparsed: 1, messages: 2 })
    const [failed] = world.find('*').messages
    expect(failed?.mail).toMatchObject({ parsed: null, problem: 'took more than 60 s' })
    expect(existsSync(failed?.mail.raw ?? '')).toBe(true)
    world.parse.fails = () => undefined
    expect(await world.sync()).toMatchObject({ unparsed: 1 })
    expect(world.parse.parsed).toBe(2)
  })

  test('is parsed again by another version of the stage, and then found by its words and threads', async () => {
    const world = storeWorld()
    world.mailbox.put('m1', message({ Subject: 'first', 'Message-ID': '<1@x>' }), { received: 1 })
    world.mailbox.put('m2', message({ Subject: 'second', 'In-Reply-To': '<1@x>' }), { received: 2 })
    world.parse.fails = raw => (raw.includes('second') ? 'ended by signal 9' : undefined)
    await world.sync()
    expect(world.find('second').matched).toBe(0)
    world.parse.fails = () => undefined
    world.settings.version = 2
    expect(await world.sync()).toMatchObject({ unparsed: 0, messages: 2 })
    expect(world.parse.parsed).toBe(4)
    expect(world.subjects('second')).toEqual(['second'])
    const [second, first] = world.find().messages
    expect(second?.thread).toBe(first?.thread)
  })

  test.each<[string, (folder: string) => void, string]>([
    [
      'an envelope that is none',
      folder => writeFileSync(join(folder, 'envelope.json'), '{"v":1}'),
      'envelope.json',
    ],
    [
      'an envelope with a key more',
      folder => {
        const path = join(folder, 'envelope.json')
        const json = JSON.parse(readFileSync(path, 'utf8')) as object
        writeFileSync(path, JSON.stringify({ ...json, dkim: 'pass' }))
      },
      'envelope.json',
    ],
    ['a file more', folder => writeFileSync(join(folder, 'extra'), ''), 'other files'],
    ['a body less', folder => rmSync(join(folder, 'body.txt')), 'other files'],
    [
      'a link for a body',
      folder => {
        rmSync(join(folder, 'body.txt'))
        symlinkSync('/etc/hostname', join(folder, 'body.txt'))
      },
      'body.txt',
    ],
    [
      'a link for its headers',
      folder => {
        rmSync(join(folder, 'headers.txt'))
        symlinkSync('/etc/hostname', join(folder, 'headers.txt'))
      },
      'no plain file',
    ],
    [
      'a second name of a file',
      folder => linkSync(join(folder, 'body.txt'), join(folder, '..', 'other-name')),
      'body.txt',
    ],
    [
      'an attachment that the envelope does not name',
      folder => {
        mkdirSync(join(folder, 'attachments'))
        writeFileSync(join(folder, 'attachments', 'a.txt'), '')
      },
      'attachments',
    ],
    ['nothing at all', folder => rmSync(folder, { recursive: true }), 'no folder'],
  ])('is refused where the stage leaves %s, and costs that message alone', async (_what, spoil, why) => {
    const world = withLetters(2)
    world.parse.spoil = (folder, raw) => {
      if (raw.includes('letter 2')) spoil(folder)
    }
    expect(await world.sync()).toMatchObject({ messages: 2, unparsed: 1 })
    const [spoilt, other] = world.find().messages
    expect(spoilt?.mail).toMatchObject({ parsed: null, problem: expect.stringContaining(why) })
    expect(other?.mail.problem).toBeNull()
    expect(world.files('parsed')).toHaveLength(1)
  })

  test('is asked for again where fetching failed, and the rest comes in', async () => {
    const world = withLetters(3)
    world.mailbox.refuses = name =>
      name === 'm2'
        ? refused('no-access', { is: 'the file cannot be read', wanted: 'a file', fix: 'look' }).refusal
        : undefined
    expect(await world.sync()).toMatchObject({
      added: 2,
      problems: ['a message could not be fetched: the file cannot be read'],
    })
    world.mailbox.refuses = () => undefined
    expect(await world.sync()).toMatchObject({ listed: 0, added: 1, messages: 3, problems: [] })
  })

  test('is no problem where it went before it was fetched', async () => {
    const world = withLetters(3)
    world.mailbox.beforeFetch = name => {
      if (name === 'm2') world.mailbox.remove('m2')
    }
    expect(await world.sync()).toMatchObject({ added: 2, problems: [] })
    world.mailbox.beforeFetch = () => undefined
    await world.sync()
    const states = world.store.accounts()
    expect(states.ok && states.value[0]).toMatchObject({ messages: 2, absent: 0 })
  })

  test('ends the sync where the adapter itself is gone, and the next goes on', async () => {
    const world = withLetters(5)
    world.mailbox.refuses = name =>
      name === 'm4' ? refused('crashed', { is: 'it ended', wanted: 'it', fix: 'again' }).refusal : undefined
    const ended = await world.trySync()
    expect(ended.ok || ended.refusal.code).toBe('crashed')
    expect(world.mailbox.asked.closed).toBe(1)
    world.mailbox.refuses = () => undefined
    expect(await world.sync()).toMatchObject({ listed: 0, added: 5, messages: 5 })
  })

  test('is told in sentences of the adapter, and no more of them than a report holds', async () => {
    const world = withLetters(1)
    world.mailbox.problems = Array.from({ length: 70 }, (_, at) => `folder ${at} cannot be listed`)
    const { problems } = await world.sync()
    expect(problems).toHaveLength(64)
    expect(problems.at(-1)).toBe('and 7 more of the kind')
  })
})
