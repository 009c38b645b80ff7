// The whole way on a real Maildir, over the confined adapter as it is built: what a stage spooled becomes links, unlinks and renames of
// the person's own files, and is taken back again. Relies on dist/ and on the launcher of this system.
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { adapterOpener } from '../../../daemon/adapters/openAdapter.ts'
import { ingestRunSpool } from '../../../daemon/applier/ingestRunSpool.ts'
import type { RunSpool } from '../../../daemon/applier/runSpool.ts'
import type { StoredMail } from '../../../daemon/store/store.ts'
import type { Listed } from '../../../protocol/adapter.ts'
import type { Handle } from '../../../protocol/brand.ts'
import { pathsOf } from '../../../protocol/paths.ts'
import { done } from '../../../protocol/refusal.ts'
import { rawMessage } from '../../../helpers/stages/draft-lint/rawMessage.ts'
import { approve, newSite, PIPE, type Site, valueOf } from '../spool/site.ts'
import { AUTO, PROPOSE } from '../spool/mailSite.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { A, B, C, DEFAULT, mailOf, PARSED, RULES } from './runSite.ts'

interface Real extends Site {
  /** The files of a folder of the Maildir, "" for the inbox. */
  readonly files: (folder: string) => string[]
  readonly path: Site['path']
  readonly mail: string
  readonly takeOver: (
    lines: readonly (readonly [handle: Handle, line: object])[],
    changes?: Partial<RunSpool>,
  ) => ReturnType<typeof ingestRunSpool>
}

/** A Maildir++ of three messages in the inbox; the first lies in Archive too, the same file. */
async function realSite(grants: Readonly<Record<string, string>>): Promise<Real> {
  const folder = temporaryFolder()
  const mail = join(folder, 'Mail')
  for (const box of ['', '.Archive', '.Other'])
    for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(mail, box, part), { recursive: true })
  for (const [at, name] of ['1', '2', '3'].entries())
    writeFileSync(join(mail, 'cur', `176448000${at}.M${name}.host:2,`), `Subject: letter ${name}\n\nhello\n`)
  linkSync(join(mail, 'cur', '1764480000.M1.host:2,'), join(mail, '.Archive/cur', '1764480000.M1.archive:2,'))
  const open = adapterOpener({ paths: pathsOf({ TWIN_HOME: join(folder, 'twin') }), home: folder })
  mkdirSync(join(folder, 'twin/state'), { recursive: true, mode: 0o700 })
  const site = newSite({ openAdapter: open }, folder)
  site.configure(`[accounts.home]\nadapter = "maildir"\npath = "${mail}"\n`)
  site.grant(grants)
  const scope = await scopeOf(site)
  const step = join(temporaryFolder(), 'spool')
  mkdirSync(step)
  return {
    ...site,
    mail,
    files: box => readdirSync(join(mail, box, 'cur')).sort(),
    takeOver: (lines, changes) => {
      for (const [at, [handle, line]] of lines.entries())
        writeFileSync(
          join(step, `${handle}.${at}.json`),
          JSON.stringify({ handle, to: null, nonce: `nonce-${at}0`, ...line }),
        )
      return ingestRunSpool(
        {
          spool: site.spool,
          configuration: site.parts.configuration,
          store: { parsedOf: () => done(PARSED) },
        },
        {
          id: 'receipts.1764480000-0123456789abcdef',
          name: 'receipts',
          account: 'home',
          rules: RULES,
          step: 'reason',
          proposes: DEFAULT,
          scope,
          pulledIn: new Set(),
          folder: step,
          drafts: null,
          ...changes,
        },
        { signal: new AbortController().signal, progress: () => undefined },
      )
    },
  }
}

/** What a store would know of the inbox: A, B and C in the order of their names. */
async function scopeOf(site: Site): Promise<Map<Handle, StoredMail>> {
  const { config } = site.parts.configuration()
  const account = config.accounts['home']
  if (!account) throw new Error('Cannot list: the account is missing')
  const session = valueOf(await site.parts.openAdapter('home', account, site.parts.signal))
  const listed: Listed[] = []
  valueOf(
    await session.list(null, page => {
      listed.push(...page.messages)
      return Promise.resolve(done(undefined))
    }),
  )
  await session.close()
  const inbox = listed
    .filter(({ collection }) => collection === 'INBOX')
    .sort((a, b) => (a.message < b.message ? -1 : 1))
  const places = (at: number) => [inbox[at]].flatMap(one => (one ? [{ ...one, keywords: [] }] : []))
  return new Map([A, B, C].map((handle, at) => [handle, mailOf(String(at + 1), { places: places(at) })]))
}

const RECEIPT = (handle: Handle): (readonly [Handle, object])[] => [
  [handle, { op: 'collection.add', to: 'Receipts' }],
  [handle, { op: 'collection.remove', to: 'INBOX' }],
  [handle, { op: 'flag.add', to: 'seen' }],
]
const inodeOf = (path: string): number => statSync(path).ino

describe.skipIf(process.platform !== 'linux')('a real Maildir', () => {
  test('a receipt is linked into its folder with its flag and leaves the inbox, as the same file', async () => {
    const site = await realSite(AUTO)
    const before = inodeOf(join(site.mail, 'cur', site.files('')[1] ?? ''))
    expect(valueOf(await site.takeOver(RECEIPT(B)))).toMatchObject({ applied: 3, refused: 0, rejected: 0 })
    expect(site.files('')).toHaveLength(2)
    const [name = ''] = site.files('.Receipts')
    expect(name).toMatch(/:2,S$/)
    const path = join(site.mail, '.Receipts/cur', name)
    expect(inodeOf(path)).toBe(before)
    expect(statSync(path).nlink).toBe(1)
    expect(readFileSync(path, 'utf8')).toBe('Subject: letter 2\n\nhello\n')
  })
  test('of a message under three names one is taken away and two stay', async () => {
    const site = await realSite(AUTO)
    expect(valueOf(await site.takeOver([[A, { op: 'collection.add', to: 'Receipts' }]]))).toMatchObject({
      applied: 1,
    })
    const archived = join(site.mail, '.Archive/cur', site.files('.Archive')[0] ?? '')
    expect(statSync(archived).nlink).toBe(3)
    expect(
      valueOf(await site.takeOver([[A, { op: 'collection.remove', to: 'INBOX', nonce: 'nonce-99' }]])),
    ).toMatchObject({ applied: 1 })
    expect(statSync(archived).nlink).toBe(2)
    expect([site.files('').length, site.files('.Archive').length, site.files('.Receipts').length]).toEqual([
      2, 1, 1,
    ])
  })
  test('the last name of a message stays, and an addition is never turned into a move', async () => {
    const site = await realSite(AUTO)
    const came = valueOf(await site.takeOver([[B, { op: 'collection.remove', to: 'INBOX' }]]))
    expect(came).toMatchObject({ applied: 0, refused: 1 })
    expect(came.reasons[0]?.sentence).toContain('in no other folder')
    expect(site.files('')).toHaveLength(3)
    valueOf(await site.takeOver([[C, { op: 'collection.add', to: 'Receipts', nonce: 'nonce-98' }]]))
    expect(site.files('')).toHaveLength(3)
  })
  test('what another program moved before the approval is refused as stale and left where it is', async () => {
    const site = await realSite(PROPOSE)
    expect(valueOf(await site.takeOver(RECEIPT(B)))).toMatchObject({ pending: 3 })
    const name = site.files('')[1] ?? ''
    renameSync(join(site.mail, 'cur', name), join(site.mail, '.Other/cur', name))
    const pending = valueOf(site.spool.list(['pending']))
    for (const { id } of pending) valueOf(await approve(site, [id]))
    for (const { id } of pending) expect(valueOf(site.spool.get(id))).toMatchObject({ state: 'refused' })
    expect(site.files('.Other')).toEqual([name])
    expect(site.files('')).toHaveLength(2)
  })
  test('what another program flagged meanwhile is still found, and keeps its flags', async () => {
    const site = await realSite(PROPOSE)
    valueOf(await site.takeOver([[B, { op: 'flag.add', to: 'seen' }]]))
    const name = site.files('')[1] ?? ''
    renameSync(join(site.mail, 'cur', name), join(site.mail, 'cur', `${name}F`))
    const [view] = valueOf(site.spool.list(['pending']))
    expect(valueOf(await approve(site, [view?.id ?? '']))).toMatchObject([{ state: 'applied' }])
    expect(site.files('')[1]).toMatch(/:2,FS$/)
  })
  test('what a run has moved can be taken back, and each message lies where it was', async () => {
    const site = await realSite(AUTO)
    const before = site.files('')
    valueOf(await site.takeOver(RECEIPT(B)))
    const applied = valueOf(site.spool.list(['applied']))
    const ids = ['collection.remove', 'flag.add', 'collection.add'].map(
      verb =>
        applied.find(({ proposal }) => proposal.kind === 'mail' && proposal.change.verb === verb)?.id ?? '',
    )
    expect(valueOf(await site.spool.undo(PIPE, ids.slice(0, 1)))).toMatchObject([{ state: 'applied' }])
    expect(site.files('')).toHaveLength(3)
    expect(valueOf(await site.spool.undo(PIPE, ids.slice(2)))).toMatchObject([{ state: 'applied' }])
    expect(site.files('.Receipts')).toEqual([])
    expect(site.files('')).toHaveLength(before.length)
    expect(
      site.files('').filter(name => readFileSync(join(site.mail, 'cur', name), 'utf8').includes('letter 2')),
    ).toHaveLength(1)
  })
  test('the trash is Maildir’s mark, which is taken away again', async () => {
    const site = await realSite(AUTO)
    const rules = { auto: ['trash'], deny: [], rate: '9/h' }
    expect(valueOf(await site.takeOver([[B, { op: 'trash' }]], { rules }))).toMatchObject({ applied: 1 })
    expect(site.files('')[1]).toMatch(/:2,T$/)
    const [view] = valueOf(site.spool.list(['applied']))
    expect(valueOf(await site.spool.undo(PIPE, [view?.id ?? '']))).toMatchObject([{ state: 'applied' }])
    expect(site.files('')[1]).toMatch(/:2,$/)
  })
  test('a draft lies in the drafts, byte by byte as it was linted', async () => {
    const site = await realSite(AUTO)
    const drafts = temporaryFolder()
    const draft = { to: ['ann@example.org'], cc: [], subject: 'yes', body: 'I agree.' }
    const raw = rawMessage({ ...draft, from: null, inReplyTo: null, references: [], now: 1_764_480_000 })
    const original = { to: draft.to, subject: draft.subject, body: draft.body }
    writeFileSync(join(drafts, `${B}.json`), JSON.stringify({ ...draft, urls: [], flags: [], raw, original }))
    const asked = { drafts, proposes: ['draft'] as const, rules: { auto: ['draft'], deny: [], rate: '9/h' } }
    expect(valueOf(await site.takeOver([[B, { op: 'draft' }]], asked))).toMatchObject({ applied: 1 })
    const [name = ''] = site.files('.Drafts')
    expect(name).toMatch(/:2,D$/)
    expect(readFileSync(join(site.mail, '.Drafts/cur', name), 'latin1')).toBe(raw)
  })
})
