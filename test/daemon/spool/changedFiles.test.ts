// What somebody does to the files of the spool between two steps: edits after an approval, copies, links, FIFOs, hostile names.
// Nothing is applied that was not approved, nothing is followed, and nothing is removed. Each attack has its control.
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sweepFinished } from '../../../daemon/spool/spoolFolders.ts'
import { PROPOSAL_BYTES, PROPOSAL_DAYS, PROPOSALS_KEPT, SPOOL_NAMES } from '../../../protocol/limits.ts'
import { STATES } from '../../../protocol/proposal.ts'
import { mounted } from '../../files/temporary.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { AGENT, approve, codeOf, newSite, type Site, TASK, task, TERMINAL, valueOf } from './site.ts'

const filesIn = (site: Site) => STATES.flatMap(state => site.names(state).map(name => `${state}/${name}`))

interface Edit {
  readonly title: string
  readonly edit: (path: string) => void
  readonly why: string
}
const EDITS: readonly Edit[] = [
  {
    title: 'another argument of the same length',
    edit: path => writeFileSync(path, readFileSync(path, 'utf8').replace('milk', 'wine')),
    why: 'identity',
  },
  { title: 'a blank at its end', edit: path => appendFileSync(path, ' '), why: 'identity' },
  {
    title: 'the keys in another order',
    edit: path =>
      writeFileSync(
        path,
        `${JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(readFileSync(path, 'utf8'))).reverse()))}\n`,
      ),
    why: 'identity',
  },
  {
    title: 'a later expiry',
    edit: path => writeFileSync(path, readFileSync(path, 'utf8').replace(/"expires":\d/, '"expires":9')),
    why: 'identity',
  },
  { title: 'nothing left in it', edit: path => truncateSync(path, 0), why: 'identity' },
  {
    title: 'more bytes than the cap',
    edit: path => writeFileSync(path, 'x'.repeat(PROPOSAL_BYTES + 1)),
    why: 'file',
  },
  { title: 'three gigabytes of nothing', edit: path => truncateSync(path, 3 * 2 ** 30), why: 'file' },
  { title: 'a second name', edit: path => linkSync(path, `${path}.other`), why: 'file' },
  {
    title: 'a link to what was approved in its place',
    edit: path => {
      const away = join(path, '..', '..', '..', 'away')
      renameSync(path, away)
      symlinkSync(away, path)
    },
    why: 'file',
  },
  {
    title: 'a FIFO in its place',
    edit: path => {
      rmSync(path)
      expect(spawnSync('mkfifo', [path]).status).toBe(0)
    },
    why: 'file',
  },
  {
    title: 'a folder in its place',
    edit: path => {
      rmSync(path)
      mkdirSync(path)
    },
    why: 'file',
  },
]

describe('approve, then edit', () => {
  test('the control: what nobody touched is applied', async () => {
    const site = newSite()
    const id = site.place('approved', {})
    valueOf(await site.spool.tend())
    expect(site.stateOf(id)).toBe('applied')
    expect(site.marks()).toEqual(['add buy milk'])
  })
  test.each(EDITS)(
    'an approved proposal with $title is not applied, and is put aside and recorded',
    async ({ edit, why }) => {
      const site = newSite()
      const id = site.place('approved', {})
      edit(site.path('approved', id))
      await site.spool.tend()
      expect(site.marks()).toEqual([])
      expect(site.stateOf(id)).toBeUndefined()
      expect(site.names('dropped').filter(name => name.startsWith(why))).toHaveLength(1)
      expect(site.events()).toEqual(['refused'])
      expect(site.spool.get(id)).toMatchObject({
        refusal: { code: 'stale', is: expect.stringContaining('it was changed after it was approved') },
      })
    },
  )
  test.each(EDITS)(
    'a proposal that waits with $title cannot be approved by the digest that was shown',
    async ({ edit }) => {
      const site = newSite()
      const id = site.file('nonce-01')
      const digest = site.digestOf(id)
      edit(site.path('pending', id))
      expect(codeOf(await site.spool.approve(TERMINAL, [id], digest))).toBe('stale')
      await site.spool.tend()
      expect(site.marks()).toEqual([])
      expect(site.names('approved')).toEqual([])
    },
  )
  test('a second of a batch that is edited while the first is applied is not applied', async () => {
    const edits: (() => void)[] = []
    const applied: string[] = []
    const site = newSite({
      apply: ({ id }) => {
        applied.push(id)
        edits.shift()?.()
        return Promise.resolve({ ok: true, value: {} })
      },
    })
    const flag = (id: string) =>
      ({ kind: 'operation', operation: 'test.flag', input: { id, flag: 'red' } }) as const
    const [a, b] = [site.file('nonce-01', flag('a')), site.file('nonce-02', flag('b'))]
    edits.push(() => appendFileSync(site.path('approved', b), ' '))
    expect(codeOf(await approve(site, [a, b]))).toBe('stale')
    expect(applied).toEqual([a])
    expect([site.stateOf(a), site.stateOf(b)]).toEqual(['applied', undefined])
  })
  test('a file that is renamed to the digest of its new content does not have the digest that was shown', async () => {
    const site = newSite()
    const [a, b] = [site.file('nonce-01'), site.file('nonce-02', task('buy wine'))]
    const shown = site.digestOf(a)
    rmSync(site.path('pending', a))
    const path = site.path('pending', b)
    renameSync(path, path.replace(b, a))
    expect(codeOf(await site.spool.approve(TERMINAL, [a], shown))).toBe('stale')
    valueOf(await site.spool.tend())
    expect(site.names('dropped').filter(name => name.startsWith('identity'))).toHaveLength(1)
  })
})

describe('copies and ids that are used again', () => {
  test.each(['pending', 'approved', 'new'] as const)(
    'a copy of an applied proposal in %s is dropped and not applied again',
    async state => {
      const site = newSite()
      const id = site.file('nonce-01')
      valueOf(await approve(site, [id]))
      const path = site.path('applied', id)
      copyFileSync(path, join(site.spoolFolder, state, basename(path)))
      expect(codeOf(await approve(site, [id]))).toBe('stale')
      await site.spool.tend()
      expect(site.marks()).toHaveLength(1)
      expect(site.names(state)).toEqual([])
      expect(site.names('applied')).toHaveLength(1)
      expect(site.names('dropped')).toEqual([expect.stringMatching(/^taken-/)])
    },
  )
  test('another content under an id that waits is dropped, and the first stays as it is', async () => {
    const site = newSite()
    const id = site.file('nonce-01')
    const digest = site.digestOf(id)
    expect(site.place('new', { nonce: 'nonce-01', prose: 'other' })).toBe(id)
    valueOf(await site.spool.tend())
    expect(site.names('pending')).toEqual([`${id}.${digest}.json`])
    expect(valueOf(site.spool.dropped())).toEqual([
      { name: expect.stringMatching(/^taken-/), why: 'its id is taken' },
    ])
  })
})

describe('what is no proposal', () => {
  const HOSTILE = [
    'x',
    '-rf',
    '..\\x',
    'a\nb',
    '\u202Egnp.exe',
    'p_.json',
    `p_${'a'.repeat(26)}.json`,
    '.hidden',
    'x'.repeat(255),
  ]
  test.each(STATES)('foreign names in %s are put aside unopened under names of twin’s own', async state => {
    const site = newSite()
    const away = join(site.folder, 'away')
    writeFileSync(away, 'private')
    for (const name of HOSTILE) writeFileSync(join(site.spoolFolder, state, name), name)
    symlinkSync(away, join(site.spoolFolder, state, 'link'))
    spawnSync('mkfifo', [join(site.spoolFolder, state, 'fifo')])
    mkdirSync(join(site.spoolFolder, state, 'folder'))
    writeFileSync(
      Buffer.concat([Buffer.from(`${join(site.spoolFolder, state)}/`), Buffer.from([0xff, 0xfe])]),
      '',
    )
    valueOf(await site.spool.tend())
    expect(site.names(state)).toEqual([])
    const dropped = valueOf(site.spool.dropped())
    expect(dropped).toHaveLength(HOSTILE.length + 4)
    for (const { name, why } of dropped) {
      expect(name).toMatch(/^name-[0-9a-f]{16}$/)
      expect(why).toBe('its name is no proposal’s')
    }
    expect(readFileSync(away, 'utf8')).toBe('private')
    expect(readdirSync(join(site.spoolFolder, 'dropped'))).toHaveLength(HOSTILE.length + 4)
  })
  test.each([
    ['no JSON', 'nonsense', 'json'],
    ['a key twice', '{"v":1,"v":1}', 'json'],
    ['an unknown kind', JSON.stringify({ v: 1, kind: 'shell' }), 'shape'],
    ['a list', '[]', 'shape'],
  ])('a file in new that is well named and is %s is dropped by why', async (_, text, why) => {
    const site = newSite()
    const { createHash } = await import('node:crypto')
    const digest = createHash('sha256').update(text).digest('hex')
    writeFileSync(join(site.spoolFolder, 'new', `p_${'a'.repeat(26)}.${digest}.json`), text)
    valueOf(await site.spool.tend())
    expect(site.names('dropped')).toEqual([expect.stringMatching(new RegExp(`^${why}-`))])
    expect(filesIn(site)).toEqual([])
  })
  test('a proposal in new that twind did not finish is taken in, as its proposer’s', async () => {
    const site = newSite()
    const id = site.place('new', {})
    const stranger = site.place('new', { proposer: 'agent:stranger' })
    valueOf(await site.spool.tend())
    expect(site.stateOf(id)).toBe('pending')
    expect(valueOf(site.spool.get(stranger))).toMatchObject({
      state: 'refused',
      why: 'the agent that proposes has no table in twin.toml',
    })
  })
  test('a proposal in new under the name of another proposer is dropped', async () => {
    const site = newSite()
    const id = site.place('new', {})
    const path = site.path('new', id)
    const other = newSite()
    const otherId = other.place('new', { proposer: 'cli' })
    renameSync(path, path.replace(id, otherId))
    valueOf(await site.spool.tend())
    expect(site.names('dropped')).toEqual([expect.stringMatching(/^identity-/)])
  })
  test('a stump of a file that was being written is removed, and what only looks like one is not', async () => {
    const site = newSite()
    const id = `p_${'a'.repeat(26)}.${'0'.repeat(64)}.json`
    writeFileSync(join(site.spoolFolder, 'new', `.${id}.0123456789abcdef.tmp`), '{"v"')
    mkdirSync(join(site.spoolFolder, 'new', `.${id}.fedcba9876543210.tmp`))
    valueOf(await site.spool.tend())
    expect(site.names('new')).toEqual([])
    expect(site.names('dropped')).toHaveLength(1)
  })
  test('in one pass as many names are looked at as the cap, and what is left is looked at in the next', async () => {
    const site = newSite()
    for (let at = 0; at <= SPOOL_NAMES; at++) writeFileSync(join(site.spoolFolder, 'new', `x${at}`), '')
    valueOf(await site.spool.tend())
    expect(site.names('new')).toHaveLength(1)
    valueOf(await site.spool.tend())
    expect(site.names('new')).toEqual([])
  })
  test('a reason that somebody wrote is shown only where it is one', () => {
    const site = newSite()
    const id = site.place('refused', {})
    const reason = join(site.spoolFolder, 'why', `${id}.json`)
    writeFileSync(reason, JSON.stringify({ v: 1, at: 1, why: 'x', more: 1 }))
    expect(valueOf(site.spool.get(id)).why).toBeNull()
    writeFileSync(reason, JSON.stringify({ v: 1, at: 1, why: 'x' }))
    expect(valueOf(site.spool.get(id)).why).toBe('x')
  })
})

describe('how long it is kept', () => {
  const DAY = 86_400_000
  test('what is finished is kept for the days of the cap and removed a moment later, and what is stuck stays', async () => {
    const site = newSite()
    const [applied, stuck] = [site.place('applied', {}), site.place('stuck', { nonce: 'nonce-01' })]
    const [pending] = [site.place('pending', { nonce: 'nonce-02', expires: 9_999_999_999 })]
    writeFileSync(join(site.spoolFolder, 'new', 'x'), '')
    site.clock.now = Date.now()
    valueOf(await site.spool.tend())
    site.clock.now = Date.now() + PROPOSAL_DAYS * DAY - 60_000
    valueOf(await site.spool.tend())
    expect(site.stateOf(applied)).toBe('applied')
    expect(site.names('dropped')).toHaveLength(1)
    site.clock.now = Date.now() + PROPOSAL_DAYS * DAY + 60_000
    valueOf(await site.spool.tend())
    expect(site.stateOf(applied)).toBeUndefined()
    expect(site.names('dropped')).toEqual([])
    expect([site.stateOf(stuck), site.stateOf(pending)]).toEqual(['stuck', 'pending'])
  })
  test('a folder in the place of a finished proposal or of a reason is removed in its time, with what lies behind it', async () => {
    const site = newSite()
    const applied = site.place('applied', {})
    const folders = [
      join(site.spoolFolder, 'applied', `p_${'a'.repeat(26)}.${'0'.repeat(64)}.json`),
      join(site.spoolFolder, 'why', `${applied}.json`),
    ]
    for (const path of folders) mkdirSync(join(path, 'deep'), { recursive: true })
    const stump = `.${applied}.json.0123456789abcdef.tmp`
    writeFileSync(join(site.spoolFolder, 'why', stump), '')
    site.clock.now = Date.now() + PROPOSAL_DAYS * DAY + 60_000
    valueOf(await site.spool.tend())
    expect([site.names('applied'), site.names('why')]).toEqual([[], []])
  })
  test('a folder in the place of a reason keeps nobody from deciding, nor a proposal from expiring', async () => {
    const site = newSite()
    const [refused, expired] = [site.file('nonce-01'), site.file('nonce-02')]
    for (const id of [refused, expired])
      mkdirSync(join(site.spoolFolder, 'why', `${id}.json`, 'deep'), { recursive: true })
    expect(codeOf(site.spool.refuse(TERMINAL, [refused]))).toBe('ok')
    site.clock.now += 7 * DAY
    valueOf(await site.spool.tend())
    expect(valueOf(site.spool.get(refused)).why).toBe('a person refused it')
    expect(valueOf(site.spool.get(expired)).why).toBe('it expired before anybody decided')
  })
  test('as many finished proposals are kept as the cap, and of one more the oldest goes', () => {
    const site = newSite()
    const first = site.place('applied', { nonce: 'nonce-first' })
    const until = Date.now() + 20
    while (Date.now() < until) utimesSync(site.folder, 1, 1)
    for (let at = 1; at < PROPOSALS_KEPT; at++)
      site.place(at % 2 ? 'applied' : 'refused', { nonce: `nonce-${10_000 + at}` })
    sweepFinished(site.spoolFolder, { before: 0, most: PROPOSALS_KEPT })
    expect(filesIn(site)).toHaveLength(PROPOSALS_KEPT)
    site.place('applied', { nonce: 'nonce-last' })
    sweepFinished(site.spoolFolder, { before: 0, most: PROPOSALS_KEPT })
    expect(filesIn(site)).toHaveLength(PROPOSALS_KEPT)
    expect(site.stateOf(first)).toBeUndefined()
  })
})

describe('a full disk', () => {
  test('nothing is filed, nothing is lost, nothing is applied twice, and later it goes on', async ctx => {
    const disk = mounted('size=512k')
    if (disk === undefined) ctx.skip('no tmpfs can be mounted here (not root)')
    const site = newSite({}, mkdtempSync(join(disk ?? temporaryFolder(), 'site-')))
    const id = site.file('nonce-01')
    expect(() => writeFileSync(join(disk ?? '', 'ballast'), Buffer.alloc(600_000))).toThrow('ENOSPC')
    const before = filesIn(site)
    for (let at = 0; at < 5; at++) {
      site.clock.now += 1_000
      expect(site.spool.file(AGENT, TASK, { nonce: `nonce-1${at}`, prose: '' }).ok).toBe(false)
      expect((await approve(site, [id])).ok).toBe(false)
      expect(site.spool.refuse(TERMINAL, [id]).ok).toBe(false)
      await site.spool.tend()
    }
    expect(filesIn(site)).toEqual(before)
    expect(site.marks()).toEqual([])
    rmSync(join(disk ?? '', 'ballast'))
    expect(valueOf(await approve(site, [id]))).toMatchObject([{ state: 'applied' }])
    expect(site.marks()).toHaveLength(1)
    expect(codeOf(site.spool.file(AGENT, TASK, { nonce: 'nonce-10', prose: '' }))).toBe('ok')
  })
})
