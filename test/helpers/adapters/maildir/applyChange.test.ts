// The verbs on a Maildir: what each does, what it refuses, and what it leaves alone.
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Adapter } from '../../../../helpers/adapters/adapter.ts'
import { CAPABILITIES } from '../../../../helpers/adapters/maildir/openMaildir.ts'
import { VERBS } from '../../../../protocol/adapter.ts'
import { change, contents, idOf, list, makeMailbox, type Mailbox, namesIn, openBox, put } from './mailbox.ts'

function start(folders: readonly string[] = ['', '.Archive']): {
  box: Mailbox
  adapter: Adapter
  id: string
} {
  const box = makeMailbox(folders)
  put(box, 'cur/1.a.h:2,FS', 'one')
  const adapter = openBox(box)
  return { box, adapter, id: idOf(adapter, '1.a.h') }
}
const pathIn = ({ root }: Mailbox, path: string) => join(root, path)
const codeOf = (result: ReturnType<Adapter['apply']>) => (result.ok ? 'applied' : result.refusal.code)

test('collection.add gives the same file a fresh name in cur/ of the destination, with its flags and its time', () => {
  const { box, adapter, id } = start()
  utimesSync(pathIn(box, 'cur/1.a.h:2,FS'), 1_000, 1_000)
  const added = adapter.apply(change({ verb: 'collection.add', message: id, from: 'INBOX', to: 'Archive' }))
  const [name = ''] = namesIn(box, '.Archive/cur')
  expect(name).toMatch(/^\d+\.[0-9a-f]{32}\.twin:2,FS$/)
  expect(namesIn(box, 'cur')).toEqual(['1.a.h:2,FS'])
  expect(statSync(pathIn(box, `.Archive/cur/${name}`))).toMatchObject({
    ino: statSync(pathIn(box, 'cur/1.a.h:2,FS')).ino,
    mtimeMs: 1_000_000,
  })
  expect(list(adapter).messages).toContainEqual(
    expect.objectContaining({
      message: added.ok && added.value,
      collection: 'Archive',
      flags: ['seen', 'flagged'],
    }),
  )
})

test('collection.add makes a folder of a maildir++ as that wants it, and a nested one where folders are nested', () => {
  const plus = start()
  expect(
    codeOf(
      plus.adapter.apply(
        change({ verb: 'collection.add', message: plus.id, from: 'INBOX', to: 'Receipts/2026' }),
      ),
    ),
  ).toBe('applied')
  expect(namesIn(plus.box, '.Receipts.2026')).toEqual(['cur', 'maildirfolder', 'new', 'tmp'])
  const nested = makeMailbox(['INBOX'])
  put(nested, 'INBOX/cur/1.a.h:2,', 'one')
  const adapter = openBox(nested)
  expect(
    codeOf(
      adapter.apply(
        change({
          verb: 'collection.add',
          message: idOf(adapter, '1.a.h'),
          from: 'INBOX',
          to: 'Receipts/2026',
        }),
      ),
    ),
  ).toBe('applied')
  expect(namesIn(nested, 'Receipts/2026')).toEqual(['cur', 'new', 'tmp'])
  expect(
    list(adapter)
      .messages.map(one => one.collection)
      .sort(),
  ).toEqual(['INBOX', 'Receipts/2026'])
})

test.each([
  '',
  '/',
  'a//b',
  '../x',
  '.hidden',
  'a/../b',
  'with.dot',
  'tab\t',
  'x'.repeat(300),
  'cur',
  '\u202Ex',
])('collection.add refuses %j, which no folder can be called, and makes nothing', to => {
  const { box, adapter, id } = start()
  const before = namesIn(box, '')
  const added = adapter.apply(change({ verb: 'collection.add', message: id, from: 'INBOX', to }))
  expect([codeOf(added), namesIn(box, '')]).toEqual(['bad-request', before])
  expect(adapter.wasApplied('nonce-0000001')).toEqual({ ok: true, value: 'no' })
})

test('collection.add is refused where the destination holds the message already', () => {
  const { adapter, id } = start()
  const asked = { verb: 'collection.add', message: id, from: 'INBOX', to: 'Archive' } as const
  expect(codeOf(adapter.apply(change(asked)))).toBe('applied')
  expect(codeOf(adapter.apply(change({ ...asked, nonce: 'another-nonce' })))).toBe('stale')
  expect(codeOf(adapter.apply(change({ ...asked, to: 'INBOX', nonce: 'a-third-nonce' })))).toBe('stale')
})

test('a keyword goes along to another folder under the letter that it has there', () => {
  const { box, adapter, id } = start()
  writeFileSync(pathIn(box, '.Archive/dovecot-keywords'), '0 other\n')
  expect(codeOf(adapter.apply(change({ verb: 'flag.add', message: id, from: 'INBOX', to: 'triaged' })))).toBe(
    'applied',
  )
  expect(
    codeOf(
      adapter.apply(
        change({ verb: 'collection.add', message: id, from: 'INBOX', to: 'Archive', nonce: 'another-nonce' }),
      ),
    ),
  ).toBe('applied')
  expect(readFileSync(pathIn(box, 'dovecot-keywords'), 'utf8')).toBe('0 triaged\n')
  expect(readFileSync(pathIn(box, '.Archive/dovecot-keywords'), 'utf8')).toBe('0 other\n1 triaged\n')
  expect(list(adapter).messages.map(one => one.keywords)).toEqual([['triaged'], ['triaged']])
})

test('collection.remove is refused for the last name, also where the store holds a link, and done at a link count of three', () => {
  const { box, adapter, id } = start()
  const remove = (nonce: string) =>
    adapter.apply(change({ verb: 'collection.remove', message: id, from: 'INBOX', nonce }))
  expect(codeOf(remove('nonce-one-link'))).toBe('denied')
  linkSync(pathIn(box, 'cur/1.a.h:2,FS'), join(box.scratch, 'store'))
  expect(codeOf(remove('nonce-two-links'))).toBe('denied')
  linkSync(pathIn(box, 'cur/1.a.h:2,FS'), pathIn(box, '.Archive/cur/2.b.h:2,'))
  expect(statSync(pathIn(box, 'cur/1.a.h:2,FS')).nlink).toBe(3)
  expect(remove('nonce-three-links')).toEqual({ ok: true, value: null })
  expect([...contents(box).keys()]).toEqual(['.Archive/cur/2.b.h:2,'])
})

test('collection.remove puts the message back where its other name goes away meanwhile', () => {
  const { box, adapter, id } = start()
  linkSync(pathIn(box, 'cur/1.a.h:2,FS'), pathIn(box, '.Archive/cur/2.b.h:2,'))
  linkSync(pathIn(box, 'cur/1.a.h:2,FS'), join(box.scratch, 'store'))
  list(adapter)
  const first = adapter.apply(
    change({ verb: 'flag.add', message: id, from: 'INBOX', to: 'answered', nonce: 'nonce-flag-it' }),
  )
  expect(first.ok).toBe(true)
  unlinkSync(pathIn(box, '.Archive/cur/2.b.h:2,'))
  expect(codeOf(adapter.apply(change({ verb: 'collection.remove', message: id, from: 'INBOX' })))).toBe(
    'denied',
  )
  expect([...contents(box).keys()]).toEqual(['cur/1.a.h:2,FRS'])
})

test('an add and a remove are two changes: neither is made where the other is asked for', () => {
  const { box, adapter, id } = start()
  adapter.apply(change({ verb: 'collection.add', message: id, from: 'INBOX', to: 'Archive' }))
  expect(contents(box).size).toBe(2)
  adapter.apply(change({ verb: 'collection.remove', message: id, from: 'INBOX', nonce: 'another-nonce' }))
  expect(contents(box).size).toBe(1)
})

test('expunge takes one name away, the last one too', () => {
  const { box, adapter, id } = start()
  expect(adapter.apply(change({ verb: 'expunge', message: id, from: 'INBOX' }))).toEqual({
    ok: true,
    value: null,
  })
  expect(contents(box).size).toBe(0)
})

test('flags are set and cleared in their order, and one that is set already changes nothing', () => {
  const { box, adapter, id } = start()
  const names: string[] = []
  for (const [verb, to] of [
    ['flag.add', 'draft'],
    ['flag.add', 'draft'],
    ['flag.remove', 'seen'],
    ['flag.add', 'forwarded'],
    ['trash', null],
    ['flag.remove', 'trashed'],
  ] as const) {
    const nonce = `nonce-${String(names.length).padStart(6, '0')}`
    expect(adapter.apply(change({ verb, to, message: id, from: 'INBOX', nonce }))).toEqual({
      ok: true,
      value: id,
    })
    names.push(...namesIn(box, 'cur'))
  }
  expect(names.map(name => name.slice(8))).toEqual(['DFS', 'DFS', 'DF', 'DFP', 'DFPT', 'DFP'])
})

test('a flag of a message in new/ moves it to cur/, and what stands behind the letters stays', () => {
  const { box, adapter } = start()
  put(box, 'new/2.b.h')
  put(box, 'cur/3.c.h:2,S,x=1')
  put(box, 'cur/4.d.h!2,S')
  for (const [index, key] of ['2.b.h', '3.c.h', '4.d.h'].entries())
    expect(
      codeOf(
        adapter.apply(
          change({
            verb: 'flag.add',
            to: 'flagged',
            message: idOf(adapter, key),
            from: 'INBOX',
            nonce: `nonce-00000${index}`,
          }),
        ),
      ),
    ).toBe('applied')
  expect(namesIn(box, 'cur')).toEqual(['1.a.h:2,FS', '2.b.h:2,F', '3.c.h:2,FS,x=1', '4.d.h!2,FS'])
})

test('a name whose info holds no flags is left alone', () => {
  const { box, adapter } = start()
  put(box, 'cur/2.b.h:1,x')
  expect(
    codeOf(
      adapter.apply(change({ verb: 'flag.add', to: 'seen', message: idOf(adapter, '2.b.h'), from: 'INBOX' })),
    ),
  ).toBe('unavailable')
  expect(namesIn(box, 'cur')).toContain('2.b.h:1,x')
})

test('a flag is not set where another file has the name that this would give', () => {
  const { box, adapter, id } = start()
  put(box, 'cur/1.a.h:2,S', 'other')
  const before = contents(box)
  const asked = change({ verb: 'flag.remove', to: 'flagged', message: id, from: 'INBOX' })
  expect(['applied', 'stale']).toContain(codeOf(adapter.apply(asked)))
  expect([...contents(box).values()].sort()).toEqual([...before.values()].sort())
})

test('the twenty-sixth keyword of a folder is set and the twenty-seventh refused', () => {
  const { box, adapter, id } = start()
  writeFileSync(
    pathIn(box, 'dovecot-keywords'),
    Array.from({ length: 25 }, (_, at) => `${at} k${at}\n`).join(''),
  )
  const tag = (to: string) =>
    adapter.apply(change({ verb: 'flag.add', message: id, from: 'INBOX', to, nonce: `nonce-${to}` }))
  expect(codeOf(tag('last-one'))).toBe('applied')
  expect(codeOf(tag('one-more'))).toBe('over-limit')
  expect(namesIn(box, 'cur')).toEqual(['1.a.h:2,FSz'])
})

test("a lock of Dovecot's on the keywords is respected, and one that was left long ago is not", () => {
  const { box, adapter, id } = start()
  const lock = pathIn(box, 'dovecot-keywords.lock')
  writeFileSync(lock, '')
  const tag = (nonce: string) =>
    adapter.apply(change({ verb: 'flag.add', message: id, from: 'INBOX', to: 'triaged', nonce }))
  expect(codeOf(tag('nonce-locked'))).toBe('busy')
  utimesSync(lock, 1_000, 1_000)
  expect(codeOf(tag('nonce-stale-lock'))).toBe('applied')
  expect(existsSync(lock)).toBe(false)
})

test('a draft is a new message with the flag D, and its bytes are those that were given', () => {
  const { box, adapter } = start()
  const raw = Buffer.from([...Buffer.from('Subject: x\r\n\r\n'), 0, 255, 13, 10])
  const made = adapter.apply(change({ verb: 'draft', to: 'Drafts', raw }))
  const [name = ''] = namesIn(box, '.Drafts/cur')
  expect(name).toMatch(/\.twin:2,D$/)
  expect(readFileSync(pathIn(box, `.Drafts/cur/${name}`))).toEqual(raw)
  expect(list(adapter).messages.find(one => one.collection === 'Drafts')).toMatchObject({
    message: made.ok && made.value,
    flags: ['draft'],
  })
})

test('a message that is not where the change says is stale, and nothing happens', () => {
  const { box, adapter, id } = start()
  const before = contents(box)
  expect(codeOf(adapter.apply(change({ verb: 'trash', message: id, from: 'Archive' })))).toBe('stale')
  expect(codeOf(adapter.apply(change({ verb: 'trash', message: `${id}x`, from: 'INBOX' })))).toBe('stale')
  expect(codeOf(adapter.apply(change({ verb: 'trash', message: 'no id at all', from: 'INBOX' })))).toBe(
    'stale',
  )
  renameSync(pathIn(box, 'cur/1.a.h:2,FS'), pathIn(box, '.Archive/cur/1.a.h:2,FS'))
  for (const [index, verb] of (
    ['collection.remove', 'flag.add', 'trash', 'expunge', 'collection.add'] as const
  ).entries()) {
    const to = verb === 'flag.add' ? 'seen' : verb === 'collection.add' ? 'New' : null
    expect(
      codeOf(adapter.apply(change({ verb, to, message: id, from: 'INBOX', nonce: `nonce-00000${index}` }))),
    ).toBe('stale')
  }
  expect([...contents(box).values()]).toEqual([...before.values()])
  expect(namesIn(box, '.New')).toEqual([])
})

test('a message that another client has flagged meanwhile is still where it was', () => {
  const { box, adapter, id } = start()
  renameSync(pathIn(box, 'cur/1.a.h:2,FS'), pathIn(box, 'cur/1.a.h:2,RS'))
  expect(codeOf(adapter.apply(change({ verb: 'flag.add', to: 'draft', message: id, from: 'INBOX' })))).toBe(
    'applied',
  )
  expect(namesIn(box, 'cur')).toEqual(['1.a.h:2,DRS'])
})

test('one nonce is one change: another one under it is refused', () => {
  const { adapter, id } = start()
  expect(codeOf(adapter.apply(change({ verb: 'trash', message: id, from: 'INBOX' })))).toBe('applied')
  expect(codeOf(adapter.apply(change({ verb: 'expunge', message: id, from: 'INBOX' })))).toBe('bad-request')
  expect(adapter.wasApplied('nonce-0000001')).toEqual({ ok: true, value: 'yes' })
  expect(adapter.wasApplied('never-asked-for')).toEqual({ ok: true, value: 'no' })
})

test('nonces that differ in case alone are two changes', () => {
  const { adapter, id } = start()
  expect(
    codeOf(adapter.apply(change({ verb: 'trash', message: id, from: 'INBOX', nonce: 'Nonce-case' }))),
  ).toBe('applied')
  expect(adapter.wasApplied('nonce-CASE')).toEqual({ ok: true, value: 'no' })
})

test('an incomplete change is refused and does nothing', () => {
  const { box, adapter, id } = start()
  const before = contents(box)
  for (const [index, parts] of [
    { verb: 'collection.add', message: id, from: 'INBOX' },
    { verb: 'collection.remove', message: id, from: 'INBOX', to: 'Archive' },
    { verb: 'flag.add', message: id, from: 'INBOX' },
    { verb: 'flag.add', message: id, from: 'INBOX', to: 'two words' },
    { verb: 'trash', message: id, from: 'INBOX', to: 'Trash' },
    { verb: 'trash' },
    { verb: 'draft', to: 'Drafts' },
    { verb: 'draft', message: id, from: 'INBOX', to: 'Drafts', raw: Buffer.from('x') },
  ].entries())
    expect(
      codeOf(
        adapter.apply(change({ ...(parts as Parameters<typeof change>[0]), nonce: `nonce-00000${index}` })),
      ),
    ).toBe('bad-request')
  expect(contents(box)).toEqual(before)
})

test('the verbs that are named are done, and sending, which is not named, is refused', () => {
  const { adapter } = start()
  expect(VERBS.filter(verb => !CAPABILITIES.verbs.includes(verb))).toEqual(['send'])
  expect(codeOf(adapter.apply(change({ verb: 'send', raw: Buffer.from('x') })))).toBe('unavailable')
})

test('a folder that is a file is refused with what the system says', () => {
  const { box, adapter, id } = start()
  writeFileSync(pathIn(box, '.Receipts'), '')
  expect(
    codeOf(adapter.apply(change({ verb: 'collection.add', message: id, from: 'INBOX', to: 'Receipts' }))),
  ).toBe('no-access')
  expect(adapter.wasApplied('nonce-0000001')).toEqual({ ok: true, value: 'no' })
})

test('a change whose message another client touched after a crash cannot be told any more', () => {
  const { box, adapter, id } = start()
  const asked = change({ verb: 'flag.add', to: 'answered', message: id, from: 'INBOX' })
  expect(codeOf(adapter.apply(asked))).toBe('applied')
  const journal = join(box.scratch, 'journal')
  const [name = ''] = namesIn({ root: journal, scratch: '' }, '')
  const entry = JSON.parse(readFileSync(join(journal, name), 'utf8')) as object
  writeFileSync(join(journal, name), JSON.stringify({ ...entry, phase: 'begun', result: null }))
  renameSync(pathIn(box, 'cur/1.a.h:2,FRS'), pathIn(box, 'cur/1.a.h:2,FS'))
  expect(openBox(box).wasApplied(asked.nonce)).toEqual({ ok: true, value: 'unknown' })
  expect(codeOf(openBox(box).apply(asked))).toBe('unavailable')
  expect(namesIn(box, 'cur')).toEqual(['1.a.h:2,FS'])
})

test('each boolean of the descriptor is what the Maildir does', () => {
  const { box, adapter, id } = start()
  // multi_collection: one file is under two names; atomic_move: an add and a remove are two changes, and both are there between.
  adapter.apply(change({ verb: 'collection.add', message: id, from: 'INBOX', to: 'Archive' }))
  expect(CAPABILITIES.multi_collection).toBe(list(adapter).messages.length === 2)
  expect(CAPABILITIES.atomic_move).toBe(list(adapter).messages.length === 1)
  // id_stability: through every change of flags and from new/ to cur/, for another process too, and never given to another message.
  put(box, 'new/2.b.h')
  const before = idOf(adapter, '2.b.h')
  renameSync(pathIn(box, 'new/2.b.h'), pathIn(box, 'cur/2.b.h:2,S'))
  expect(idOf(openBox(box), '2.b.h')).toBe(before)
  expect(CAPABILITIES.id_stability).toBe('stable')
  // keywords: set and listed. server_search and push: there is no question and no line for either. credential_scopable: there is none.
  adapter.apply(
    change({ verb: 'flag.add', message: id, from: 'INBOX', to: 'triaged', nonce: 'nonce-keyword' }),
  )
  expect(CAPABILITIES.keywords).toBe(list(adapter).messages.some(one => one.keywords.includes('triaged')))
  expect([CAPABILITIES.server_search, CAPABILITIES.push, CAPABILITIES.credential_scopable]).toEqual([
    false,
    false,
    false,
  ])
})

test('what a mail program keeps beside the messages is left as it is', () => {
  const { box, adapter, id } = start()
  mkdirSync(pathIn(box, '.notmuch'))
  writeFileSync(pathIn(box, '.notmuch/xapian'), 'x')
  writeFileSync(pathIn(box, 'dovecot-uidlist'), '3 V1 N2\n1 :1.a.h\n')
  adapter.apply(change({ verb: 'collection.add', message: id, from: 'INBOX', to: 'Archive' }))
  expect([
    readFileSync(pathIn(box, '.notmuch/xapian'), 'utf8'),
    readFileSync(pathIn(box, 'dovecot-uidlist'), 'utf8'),
  ]).toEqual(['x', '3 V1 N2\n1 :1.a.h\n'])
})
