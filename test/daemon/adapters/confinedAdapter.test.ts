// The Maildir adapter as twind starts it: confined to two folders. Its own process is tried from inside, by a script under the very same
// profile; each attempt has its control, which succeeds without one.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adapterOpener, type AdapterFolders } from '../../../daemon/adapters/openAdapter.ts'
import { packageRoot } from '../../../files/packageRoot.ts'
import { adapterProfile } from '../../../native/adapterProfile.ts'
import { launch } from '../../../native/launch.ts'
import { seatbeltText } from '../../../native/darwin.ts'
import { stageProfile } from '../../../native/stageProfile.ts'
import type { Listed } from '../../../protocol/adapter.ts'
import { Account } from '../../../protocol/configTables.ts'
import { pathsOf } from '../../../protocol/paths.ts'
import { done } from '../../../protocol/refusal.ts'
import { bundleOptions } from '../../../scripts/bundleOptions.mjs'
import { temporaryFolder } from '../temporaryFolder.ts'

const isLinux = process.platform === 'linux'

/** Bundles into the package, whose files the proof of confinement is tried on. */
async function bundled(entry: string, outfile: string): Promise<string> {
  const define = { 'import.meta.dirname': JSON.stringify(join(packageRoot, 'dist')) }
  await build({ ...bundleOptions, entryPoints: [join(packageRoot, entry)], outfile, define })
  return outfile
}

function mailFolder(): { folder: string; root: string } {
  const folder = temporaryFolder()
  const root = join(folder, 'Mail')
  for (const name of ['cur', 'new', 'tmp', '.Archive/cur', '.Archive/new', '.Archive/tmp'])
    mkdirSync(join(root, name), { recursive: true })
  writeFileSync(join(root, 'cur/1.a.h:2,S'), 'From: x\n\none\n')
  writeFileSync(join(root, 'new/2.b.h'), 'From: y\n\ntwo\n')
  return { folder, root }
}

describe.skipIf(!isLinux)('the Maildir adapter under its profile', () => {
  let script: string
  const scripts = temporaryFolderOfFile()
  beforeAll(async () => {
    script = await bundled('helpers/adapters/maildir/main.ts', join(scripts, 'maildir.cjs'))
  })

  async function opened() {
    const { folder, root } = mailFolder()
    const command = (name: string, { root: real, scratch }: AdapterFolders) => ({
      name,
      ...launch(adapterProfile(name, { script, root: real, scratch }), script, { descriptors: 1 }),
    })
    const open = adapterOpener({ paths: pathsOf({ TWIN_HOME: join(folder, 'twin') }), home: folder, command })
    const account = Account.parse({ adapter: 'maildir', path: root })
    const session = await open('home', account, new AbortController().signal)
    if (!session.ok) throw new Error(session.refusal.is)
    return { root, session: session.value }
  }

  test('lists, fetches by a hard link, and changes the Maildir', async () => {
    const { root, session } = await opened()
    const messages: Listed[] = []
    await session.list(null, async page => {
      messages.push(...page.messages)
      return done(undefined)
    })
    expect(messages.map(one => one.flags)).toEqual(expect.arrayContaining([['seen'], []]))
    const id = messages.find(one => one.message.endsWith('1.a.h'))?.message ?? ''
    const fetched = await session.fetch(id)
    expect(fetched).toMatchObject({ ok: true, value: { bytes: 13 } })
    expect(statSync(join(root, 'cur/1.a.h:2,S')).nlink).toBe(2)
    const change = { nonce: 'nonce-0001', message: id, from: 'INBOX', raw: null }
    expect(await session.apply({ ...change, verb: 'collection.add', to: 'Receipts' })).toMatchObject({
      ok: true,
    })
    expect(
      await session.apply({ ...change, nonce: 'nonce-0002', verb: 'collection.remove', to: null }),
    ).toEqual(done(null))
    expect([readdirSync(join(root, 'cur')), readdirSync(join(root, '.Receipts/cur')).length]).toEqual([[], 1])
    const draft = { nonce: 'nonce-0003', verb: 'draft', message: null, from: null, to: 'Drafts' } as const
    expect(await session.apply({ ...draft, raw: Buffer.alloc(60_000, 'x') })).toMatchObject({ ok: true })
    expect(await session.wasApplied('nonce-0003')).toEqual(done('yes'))
    await session.close()
  })

  test('a message that nobody may read is refused when it is fetched', async () => {
    const { root, session } = await opened()
    const messages: Listed[] = []
    spawnSync('chmod', ['000', join(root, 'new/2.b.h')])
    await session.list(null, async page => {
      messages.push(...page.messages)
      return done(undefined)
    })
    const id = messages.find(one => one.message.endsWith('2.b.h'))?.message ?? ''
    expect(await session.fetch(id)).toMatchObject({ ok: false, refusal: { code: 'no-access' } })
    await session.close()
  })
})

describe.skipIf(!isLinux)("the adapter's process", () => {
  const scripts = temporaryFolderOfFile()
  let script: string
  beforeAll(async () => {
    script = await bundled('test/daemon/adapters/insideAdapter.ts', join(scripts, 'inside.cjs'))
  })
  interface World {
    readonly outside: string
    readonly root: string
    readonly scratch: string
  }
  function world(): World {
    const folder = realpathSync(temporaryFolder())
    const paths = {
      outside: join(folder, 'outside'),
      root: join(folder, 'Mail'),
      scratch: join(folder, 'scratch'),
    }
    for (const path of Object.values(paths)) mkdirSync(path)
    writeFileSync(join(paths.outside, 'secret'), 'secret')
    writeFileSync(join(paths.root, 'letter'), 'letter')
    return paths
  }
  type Tried = Record<string, string>
  function tried(mode: 'alone' | 'adapter' | 'stage', paths: World): Tried {
    const profile =
      mode === 'stage'
        ? stageProfile('maildir', { script, inputs: [], outputs: [paths.root, paths.scratch] })
        : adapterProfile('maildir', { script, root: paths.root, scratch: paths.scratch })
    const args = [mode, JSON.stringify(paths)]
    const start =
      mode === 'alone'
        ? { file: process.execPath, args: [script, '', ...args], env: {} }
        : launch(profile, script, { args })
    const run = spawnSync(start.file, start.args, { env: start.env, encoding: 'utf8' })
    if (run.status !== 0) throw new Error(`it ended with ${run.status}: ${run.stderr}`)
    return JSON.parse(run.stdout) as Tried
  }
  const FORBIDDEN = [
    'read a file outside',
    'list a folder outside',
    'write a file outside',
    'link a file from outside',
    'link a file to outside',
    'move a file to outside',
    'move a file from outside',
    'make a symbolic link',
    'make a pipe',
    'open a network socket',
    'start a program',
    'change a mode',
    'change a time',
    'signal its starter',
  ]

  test("the adapter's process reaches nothing beyond its two folders", () => {
    const confined = tried('adapter', world())
    for (const act of FORBIDDEN)
      expect([act, confined[act]]).toEqual([act, expect.stringMatching(/^E(?:ACCES|PERM|XDEV)/)])
  })

  test('each of these acts goes through where nothing confines it', () => {
    const alone = tried('alone', world())
    for (const act of FORBIDDEN) expect([act, alone[act]]).toEqual([act, 'done'])
  })

  test('it links and moves files between its folders, which no stage may', () => {
    const acts = [
      'link within the mailbox',
      'link from the mailbox to the scratch folder',
      'move from the scratch folder to the mailbox',
    ]
    const confined = tried('adapter', world())
    for (const act of acts) expect([act, confined[act]]).toEqual([act, 'done'])
    const stage = tried('stage', world())
    for (const act of acts) expect([act, stage[act]]).toEqual([act, expect.stringMatching(/^E(?:PERM|XDEV)/)])
  })
})

describe('the profile of an adapter', () => {
  test('grants its two folders with links and nothing else', () => {
    const folder = realpathSync(temporaryFolder())
    writeFileSync(join(folder, 'script'), '')
    for (const name of ['Mail', 'scratch']) mkdirSync(join(folder, name))
    const { name, links, files, ...rest } = adapterProfile('maildir', {
      script: join(folder, 'script'),
      root: join(folder, 'Mail'),
      scratch: join(folder, 'scratch'),
    })
    expect([name, links, rest]).toEqual([
      'maildir',
      [join(folder, 'scratch'), join(folder, 'Mail')],
      { trees: [], lists: [], reads: [], writes: [] },
    ])
    expect(files).toHaveLength(2)
  })

  test('allows links to Seatbelt in its folders alone, where any other profile denies them', () => {
    const none = { name: 'x', files: [], trees: [], lists: [], reads: [], writes: ['/state/out'] }
    const text = (links?: readonly string[]) => {
      const made = seatbeltText(links ? { ...none, links } : none)
      return made.ok ? made.value.text : ''
    }
    expect(text()).toContain("(when (defined? 'file-link) (deny file-link))")
    expect(text(['/mail'])).not.toContain('(deny file-link)')
    expect(text(['/mail'])).toContain(`(when (defined? 'file-link) (allow file-link (subpath "/mail")))`)
    expect(text(['/mail'])).toMatch(
      /\(allow file-write-create file-write-data file-write-unlink \(subpath "\/state\/out"\) \(subpath "\/mail"\)\)/,
    )
  })
})

/** A folder in the package, gone when the file's tests are over: a bundle lies in the package, as dist/ does. */
function temporaryFolderOfFile(): string {
  const folder = join(
    packageRoot,
    'build',
    `adapters-${process.pid}-${Math.trunc(performance.now() * 1_000)}`,
  )
  mkdirSync(folder, { recursive: true })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
