// The built process, as a timer starts it. Relies on dist/, which the test command builds first.
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { buildStore } from '../../demo/buildStore.ts'
import { demoMailbox, demoScope } from '../../demo/mailbox.ts'
import { packageRoot } from '../../files/packageRoot.ts'
import { version } from '../../files/version.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const TWIND = join(packageRoot, 'dist', 'twind.cjs')
const POLICY = '[capabilities]\nread = "auto"\n'

function run(
  args: readonly string[],
  env: Record<string, string>,
  user: { uid?: number; gid?: number } = {},
) {
  return new Promise<{ code: number; out: string; log: string }>(resolve => {
    execFile(process.execPath, [TWIND, ...args], { env, cwd: '/', ...user }, (error, out, log) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, log })
    })
  })
}
/** A home with the demo's mail in it. */
function home(more: { policy?: string; toml?: object } = {}) {
  const folder = temporaryFolder()
  buildStore(folder, demoMailbox(Math.floor(Date.now() / 1_000)))
  mkdirSync(join(folder, 'vault'))
  const toml = {
    mail: {
      accounts: [...demoScope],
      store: join(folder, 'Mail'),
      accounts_db: join(folder, 'Accounts4.sqlite'),
    },
    ranker: { engine: 'rules' },
    brief: { folder: join(folder, 'vault') },
    ...more.toml,
  }
  writeFileSync(join(folder, 'twin.toml'), stringify(toml), { mode: 0o600 })
  writeFileSync(join(folder, 'policy.toml'), more.policy ?? POLICY, { mode: 0o600 })
  return folder
}

describe('the command line', () => {
  test('twind prints its help and its version on stdout', async () => {
    expect(await run(['--help'], {})).toMatchObject({
      code: 0,
      out: expect.stringContaining('Example: twind'),
      log: '',
    })
    expect(await run(['--version'], {})).toEqual({ code: 0, out: `twind ${version()}\n`, log: '' })
  })
  test('twind refuses arguments that it does not know with what is, what is wanted and what to do', async () => {
    for (const args of [['--what'], ['brief'], ['--help=1']]) {
      const { code, out, log } = await run(args, {})
      expect([code, out]).toEqual([2, ''])
      expect(log).toMatch(/^twind: error: .*\ntwind: wanted: .*\ntwind: hint: .*\n$/)
    }
  })
  test('twind refuses without a home, without a configuration and without the right to read', async () => {
    expect(await run([], {})).toMatchObject({ code: 2, log: expect.stringContaining('HOME') })
    expect(await run([], { HOME: temporaryFolder() })).toMatchObject({
      code: 2,
      log: expect.stringContaining('twin init'),
    })
    expect(await run([], { TWIN_HOME: home({ policy: '' }) })).toMatchObject({
      code: 2,
      log: expect.stringContaining('policy.toml'),
    })
  })
})

describe('one brief', () => {
  test('twind makes a brief, tells each step on stderr without a word of the mail, and ends', async () => {
    const folder = home()
    const { code, out, log } = await run([], { TWIN_HOME: folder, HOME: folder, TZ: 'UTC' })
    expect([code, out]).toEqual([0, ''])
    expect(
      log
        .trim()
        .split('\n')
        .every(line => /^twind: [a-z0-9 ,]+$/.test(line)),
    ).toBe(true)
    const [note = ''] = readdirSync(join(folder, 'vault'))
    expect(note).toMatch(/^\d{4}-\d\d-\d\d mail\.md$/)
    expect(readFileSync(join(folder, 'vault', note), 'utf8')).toContain('## Everyone else')
    expect(statSync(join(folder, 'state')).mode & 0o777).toBe(0o700)
  })
  test.skipIf(process.getuid?.() !== 0)(
    'twind makes briefs for an ordinary user and sweeps what a crash left',
    async ctx => {
      const nobody = { uid: 65_534, gid: 65_534 }
      if ((await run(['--version'], {}, nobody)).code !== 0)
        ctx.skip('the package is not open to other users')
      const folder = home()
      const crashed = join(folder, 'state', 'runs', `brief.1796016300-${'0'.repeat(16)}`)
      mkdirSync(join(crashed, 'mail', 'h_x'), { recursive: true })
      for (const name of ['state', join('state', 'runs')]) chmodSync(join(folder, name), 0o700)
      chmodSync(join(crashed, 'mail', 'h_x'), 0o555)
      chmodSync(join(crashed, 'mail'), 0o111)
      spawnSync('chown', ['-R', '65534:65534', folder])
      for (let round = 0; round < 2; round++)
        expect(await run([], { TWIN_HOME: folder, HOME: folder, TZ: 'UTC' }, nobody)).toMatchObject({
          code: 0,
        })
      expect(existsSync(crashed)).toBe(false)
      expect(readdirSync(join(folder, 'state', 'runs'))).toHaveLength(2)
      expect(readdirSync(join(folder, 'vault'))).toHaveLength(1)
    },
  )
  test('twind exits 4 when the model asked for cannot be used, and says so in the note', async () => {
    const folder = home({ toml: { ranker: { engine: 'ollama', host: 'http://127.0.0.1:9' } } })
    const { code, log } = await run([], { TWIN_HOME: folder, TZ: 'UTC' })
    expect(code).toBe(4)
    expect(log).toMatch(/twind: error: no model server answers/)
    const [note = ''] = readdirSync(join(folder, 'vault'))
    expect(readFileSync(join(folder, 'vault', note), 'utf8')).toMatch(/The brief of \d\d:\d\d failed: /)
  })
  test('twind exits 3 when there is no store, and 1 when there is no vault', async () => {
    const empty = home({
      toml: { mail: { accounts: ['Work'], store: '/no/such/store', accounts_db: '/no/such/accounts' } },
    })
    expect(await run([], { TWIN_HOME: empty })).toMatchObject({ code: 3 })
    const lost = home({ toml: { brief: { folder: '/no/such/vault/Brief' } } })
    expect(await run([], { TWIN_HOME: lost })).toMatchObject({
      code: 1,
      log: expect.stringContaining('/no/such/vault/Brief'),
    })
    expect(existsSync('/no/such/vault')).toBe(false)
  })
})
