// The built mail helper under its launcher and its profile: what it answers, what it cannot do, and that Mail's files stay as they
// are. Started as a person or systemd starts it.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parse } from 'plist'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { packageRoot } from '../../../files/packageRoot.ts'
import { launch } from '../../../native/launch.ts'
import { mailArgs, mailProfile } from '../../../native/mailProfile.ts'
import { DEFAULT_EXIT, EXITS_OF } from './exits.ts'
import { awkwardStore } from '../../fixtures/awkward.ts'
import { smallStore } from '../../fixtures/smallStore.ts'
import { DAY, removeTemporary, temporary } from './access.ts'
import { bundled, HELPER } from './bundled.ts'
import { answerOf, ask, configure, digests, giveTo, type Home, homeWith, request, run } from './home.ts'
import { responseOf } from './requestFiles.ts'

const linux = process.platform === 'linux'
const NOBODY = 65_534
const now = () => Math.floor(Date.now() / 1_000)
const lastDay = () => ({ op: 'collect', since: now() - DAY }) as const
let dist = ''
beforeAll(async () => {
  dist = await bundled(HELPER)
})
afterAll(removeTemporary)

describe.skipIf(!linux)('the built mail helper', () => {
  it('answers all requests that wait, each in its own file', async () => {
    const home = homeWith(smallStore(now()))
    const nonces = [
      request(home, { op: 'diagnose' }),
      request(home, { op: 'probe' }),
      request(home, lastDay()),
    ]
    expect(await run(dist, home)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(nonces.map(nonce => responseOf(home.mail, nonce)?.answer?.op)).toEqual([
      'diagnose',
      'probe',
      'collect',
    ])
    expect(readdirSync(home.mail).length).toBe(3)
  })
  it('sees the row that lies in the log alone and changes no file of a store in use', async () => {
    const home = homeWith(awkwardStore(now()))
    configure(home, { accounts: ['Office 365'] })
    const before = digests(home)
    expect(Object.keys(before).toSorted()).toEqual([
      'Envelope Index',
      'Envelope Index-shm',
      'Envelope Index-wal',
    ])
    const answer = answerOf(await ask(dist, home, lastDay()), 'collect')
    expect(answer.how).toBe('in-place')
    expect(answer.envelopes.map(one => one.subject)).toContain('only in the log')
    expect(digests(home)).toEqual(before)
  })
  it('copies a closed store, makes no sidecar beside it and leaves no copy', async () => {
    const home = homeWith(smallStore(now()))
    const before = digests(home)
    const answer = answerOf(await ask(dist, home, lastDay()), 'collect')
    expect(answer.how).toBe('copy')
    expect(answer.envelopes.map(one => one.subject)).toEqual(['Letter 1', 'Letter 2', 'Letter 3'])
    expect(digests(home)).toEqual(before)
    expect(readdirSync(home.mail).filter(name => !name.startsWith('response-'))).toEqual([])
  })
  it('copies a store whose -shm is gone and sees its log', async () => {
    const home = homeWith(awkwardStore(now()))
    configure(home, { accounts: ['Office 365'] })
    rmSync(`${home.store.index}-shm`)
    const before = digests(home)
    const answer = answerOf(await ask(dist, home, lastDay()), 'collect')
    expect(answer.how).toBe('copy')
    expect(answer.envelopes.map(one => one.subject)).toContain('only in the log')
    expect(digests(home)).toEqual(before)
  })
  it('copies a store whose -shm is there but cannot be opened', () => {
    const home = homeWith(awkwardStore(now()))
    configure(home, { accounts: ['Office 365'] })
    const nonce = request(home, lastDay())
    const script = join(dist, 'mail.cjs')
    const layout = mailProfile({ HOME: home.home, TWIN_HOME: home.home }, script)
    if (!layout.ok) throw new Error(layout.refusal.is)
    const { profile } = layout.value
    const files = [...profile.files, home.store.index, `${home.store.index}-wal`]
    const start = launch({ ...profile, reads: [], files }, script, { args: mailArgs(layout.value) })
    expect(spawnSync(start.file, start.args, { env: start.env }).status).toBe(0)
    const answer = answerOf(responseOf(home.mail, nonce) ?? fail(), 'collect')
    expect(answer.how).toBe('copy')
    expect(answer.envelopes.map(one => one.subject)).toContain('only in the log')
  })
  it('prints nothing of a property list that its library stumbles over', async () => {
    const home = homeWith(smallStore(now()))
    const list = '<plist><secret></name></plist>'
    const caches = readdirSync(home.store.version)
      .map(name => join(home.store.version, name, '.mboxCache.plist'))
      .filter(path => existsSync(path))
    expect(caches.length).toBeGreaterThan(0)
    for (const path of [join(home.store.mail, 'PersistenceInfo.plist'), ...caches]) writeFileSync(path, list)
    const nonce = request(home, lastDay())
    expect(await run(dist, home)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(responseOf(home.mail, nonce)?.answer?.op).toBe('collect')
    // The control: where the console is open, the library names what it read.
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    expect(() => parse(list)).toThrow()
    expect(print.mock.calls.join(' ')).toContain('secret')
    print.mockRestore()
  })
  it('evaluates the library for XML only when something asks', async () => {
    const home = homeWith(smallStore(now()))
    const broken = temporary()
    const opening = /("node_modules\/@xmldom\/xmldom\/lib\/index\.js"\([^)]*\) \{)/
    const bundle = readFileSync(join(dist, 'mail.cjs'), 'utf8')
    expect(bundle).toMatch(opening)
    writeFileSync(join(broken, 'mail.cjs'), bundle.replace(opening, '$1 throw new RangeError("evaluated");'))
    writeFileSync(join(broken, 'twin-mail.cjs'), readFileSync(join(dist, 'twin-mail.cjs')))
    expect(await run(broken, home)).toEqual({ code: 0, stdout: '', stderr: '' })
    request(home, { op: 'diagnose' })
    const asked = await run(broken, home)
    expect([asked.code, asked.stderr]).toEqual([1, expect.stringContaining('RangeError')])
  })
  it('reads the version that Mail used last, else the newest that has an index', async () => {
    const home = homeWith(smallStore(now()))
    const answer = answerOf(await ask(dist, home, { op: 'diagnose' }), 'diagnose')
    expect(answer).toMatchObject({ access: 'open', index: home.store.index, degraded: [] })
    expect(answer.denials.length).toBeGreaterThan(5)
    expect(answer.denials.every(denial => denial.refused)).toBe(true)
    expect(answer.parent).toBeGreaterThan(1)
    expect(answer.grantee).not.toMatch(/terminal|node|twind|Full Disk Access/i)
  })
})

describe.skipIf(!linux)('the scope of the built helper', () => {
  const subjects = async (home: Home) =>
    answerOf(await ask(dist, home, lastDay()), 'collect').envelopes.map(one => one.subject)
  it('reads nothing with no file, no section, no account or the file that twin init writes', async () => {
    const home = homeWith(smallStore(now()), null)
    const { store } = home
    const places = `store = ${JSON.stringify(store.mail)}\naccounts_db = ${JSON.stringify(store.accountsDb)}\n`
    const shipped = readFileSync(join(packageRoot, 'twin.toml'), 'utf8')
    const initial = shipped
      .replace(/^#? *(store|accounts_db) *=.*$/gm, '')
      .replace('[mail]', `[mail]\n${places}`)
    expect(await subjects(home)).toEqual([])
    for (const toml of [
      '',
      '[brief]\nlimit = 5\n',
      `[mail]\n${places}`,
      `[mail]\naccounts = []\n${places}`,
      initial,
    ]) {
      configure(home, toml)
      expect(await subjects(home), toml).toEqual([])
    }
    // The control: one word more and the same store is read.
    configure(home, initial.replace(/^accounts = \[\]/m, 'accounts = ["work"]'))
    expect((await subjects(home)).length).toBe(3)
  }, 60_000)
  it.each([[['']], [[' ']], [['x']], [['Work', '']]])(
    'refuses to start with accounts = %j',
    async accounts => {
      const home = homeWith(smallStore(now()))
      configure(home, { accounts })
      const nonce = request(home, lastDay())
      const ran = await run(dist, home)
      expect(ran.code).toBe(EXITS_OF.config)
      expect(ran.stderr).toMatch(/^twin-mail: error: .*mail\.accounts/)
      expect(responseOf(home.mail, nonce)).toBeUndefined()
    },
  )
  it('lets exclude win, and names an account by its address too', async () => {
    const home = homeWith(smallStore(now()))
    configure(home, { accounts: ['WORK.example'] })
    expect((await subjects(home)).length).toBe(3)
    configure(home, { accounts: ['Work'], exclude: ['owner@'] })
    expect(await subjects(home)).toEqual([])
  })
})

describe.skipIf(!linux)('what the built helper cannot do', () => {
  it('every selftest of twin-mail is refused under the launcher', async () => {
    for (const which of ['selftest-network', 'selftest-files', 'selftest-exec']) {
      const home = homeWith(smallStore(now()))
      const ran = await run(dist, home, { args: [which, '--json'] })
      expect(ran.stderr).toBe('')
      const report = JSON.parse(ran.stdout) as { held: boolean; denials: { act: string; refused: boolean }[] }
      expect(report.denials.filter(denial => !denial.refused)).toEqual([])
      expect([ran.code, report.held]).toEqual([0, true])
      expect(report.denials.length).toBeGreaterThan(8)
      expect(readdirSync(home.mail)).toEqual([])
      const table = await run(dist, home, { args: [which] })
      expect(table.stdout).toMatch(new RegExp(`${which}: all ${report.denials.length} acts are blocked\n$`))
    }
  })
  it('the mail helper cannot read a message of the store', async () => {
    const home = homeWith(smallStore(now()))
    const messages = findMessages(home.store.mail)
    expect(messages.length).toBe(1)
    // The control: this process, which is not confined, reads it.
    expect(readFileSync(messages[0] ?? '', 'utf8')).toMatch(/body of a message/)
    const ran = await run(dist, home, { args: ['selftest-files', '--json'] })
    const report = JSON.parse(ran.stdout) as { denials: { act: string; refused: boolean; how: string }[] }
    expect(report.denials.find(denial => denial.act === 'read a message (.emlx)')).toMatchObject({
      refused: true,
      how: 'EACCES',
    })
  })
  it('answers nothing and exits 5 where nobody has confined it', async () => {
    const home = homeWith(smallStore(now()))
    const nonce = request(home, lastDay())
    const script = join(dist, 'mail.cjs')
    const layout = mailProfile({ HOME: home.home, TWIN_HOME: home.home }, script)
    if (!layout.ok) throw new Error(layout.refusal.is)
    const args = [JSON.stringify(layout.value.profile), ...mailArgs(layout.value)]
    const ran = await run(dist, home, { script: 'mail.cjs', args })
    expect(ran.code).toBe(EXITS_OF.unconfined)
    expect(ran.stderr).toMatch(/was not refused/)
    expect(responseOf(home.mail, nonce)).toBeUndefined()
    expect(existsSync(join(home.mail, `request-${nonce}.json`))).toBe(true)
    const bare = await run(dist, home, { script: 'mail.cjs' })
    expect([bare.code, bare.stdout]).toEqual([EXITS_OF.unconfined, ''])
  })
  it('reports a selftest as open, and exits 1, when an act goes through', async () => {
    const home = homeWith(smallStore(now()))
    const script = join(dist, 'mail.cjs')
    const layout = mailProfile({ HOME: home.home, TWIN_HOME: home.home }, script)
    if (!layout.ok) throw new Error(layout.refusal.is)
    const wide = { ...layout.value.profile, writes: [...layout.value.profile.writes, home.store.mailData] }
    const start = launch(wide, script, { args: [...mailArgs(layout.value), 'selftest-files'] })
    const ran = spawnSync(start.file, start.args, { env: start.env, encoding: 'utf8' })
    expect(ran.stdout).toMatch(/OPEN {5}open the index for writing/)
    expect(ran.stdout).toMatch(/acts (is|are) NOT blocked/)
    expect(ran.status).toBe(DEFAULT_EXIT)
  })
})

const findMessages = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.emlx'))
    .map(name => join(folder, name))

describe.skipIf(!linux)('access as diagnose tells it', () => {
  it('tells a folder that is absent from one that holds no index', async () => {
    const home = homeWith(smallStore(now()))
    configure(home, { store: join(home.folder, 'nothing') })
    expect(answerOf(await ask(dist, home, { op: 'diagnose' }), 'diagnose')).toMatchObject({
      access: 'absent',
      index: null,
    })
    expect((await ask(dist, home, { op: 'probe' })).refusal?.code).toBe('no-store')
    configure(home, { store: home.home })
    const empty = answerOf(await ask(dist, home, { op: 'diagnose' }), 'diagnose')
    expect(empty).toMatchObject({ access: 'open', index: null })
    expect(empty.degraded.join(' ')).toMatch(/holds no Envelope Index/)
  })
  it('tells a folder that is closed to the user from one that twin’s own profile closes', async ctx => {
    if (process.getuid?.() !== 0) ctx.skip('only root can start the helper as another user')
    const home = homeWith(smallStore(now()))
    giveTo(home, NOBODY)
    chmodSync(home.store.mail, 0o700)
    const closed = answerOf(await ask(dist, home, { op: 'diagnose', user: NOBODY }), 'diagnose')
    expect(closed).toMatchObject({ access: 'no-grant', entries: { before: null, after: null } })
    expect((await ask(dist, home, { ...lastDay(), user: NOBODY })).refusal?.code).toBe('no-access')
    chmodSync(home.store.mail, 0o755)
    const open = answerOf(await ask(dist, home, { op: 'diagnose', user: NOBODY }), 'diagnose')
    expect(open).toMatchObject({ access: 'open', entries: { before: 2, after: 2 } })
  })
  it('tells that the profile closes what was open before', () => {
    const home = homeWith(smallStore(now()))
    const nonce = request(home, { op: 'diagnose' })
    const script = join(dist, 'mail.cjs')
    const layout = mailProfile({ HOME: home.home, TWIN_HOME: home.home }, script)
    if (!layout.ok) throw new Error(layout.refusal.is)
    const narrow = { ...layout.value.profile, lists: [] }
    const start = launch(narrow, script, { args: mailArgs(layout.value) })
    expect(spawnSync(start.file, start.args, { env: start.env }).status).toBe(0)
    const answer = answerOf(responseOf(home.mail, nonce) ?? fail(), 'diagnose')
    expect(answer).toMatchObject({ access: 'closed-by-profile', entries: { before: 2, after: null } })
  })
  it('has no access to a MailData that is closed, and is no empty mailbox', async ctx => {
    if (process.getuid?.() !== 0) ctx.skip('only root can start the helper as another user')
    const home = homeWith(smallStore(now()))
    giveTo(home, NOBODY)
    for (const path of [home.store.mail, home.store.version]) chmodSync(path, 0o755)
    chmodSync(home.store.mailData, 0)
    const response = await ask(dist, home, { ...lastDay(), user: NOBODY })
    expect(response.refusal?.code).toMatch(/^no-(access|store)$/)
    chmodSync(home.store.mailData, 0o755)
    expect(answerOf(await ask(dist, home, { ...lastDay(), user: NOBODY }), 'collect').envelopes.length).toBe(
      3,
    )
  })
  it('has no access to an index that only another user may read', async ctx => {
    if (process.getuid?.() !== 0) ctx.skip('only root can start the helper as another user')
    const home = homeWith(smallStore(now()))
    giveTo(home, NOBODY)
    for (const path of [home.store.mail, home.store.version, home.store.mailData]) chmodSync(path, 0o755)
    chmodSync(home.store.index, 0o600)
    expect((await ask(dist, home, { ...lastDay(), user: NOBODY })).refusal?.code).toBe('no-access')
  })
})

const fail = (): never => {
  throw new Error('Cannot find the answer')
}

describe.skipIf(!linux)('a disk without room', () => {
  it('is told in the request’s own file, and leaves no stump of a copy or an answer', () => {
    const home = homeWith(smallStore(now()))
    const nonces = [request(home, { op: 'probe' }), request(home, lastDay())]
    // No file may grow past 1,024 bytes: the kernel refuses the write as a full disk does.
    const command = `ulimit -f 2; exec "${process.execPath}" "${join(dist, 'twin-mail.cjs')}"`
    const ran = spawnSync('/bin/sh', ['-c', command], { env: { TWIN_HOME: home.home, HOME: home.home } })
    expect([ran.status, String(ran.stderr)]).toEqual([0, ''])
    expect(nonces.map(nonce => responseOf(home.mail, nonce)?.refusal?.code)).toEqual(['disk', 'disk'])
    expect(readdirSync(home.mail).length).toBe(2)
  })
})

describe('twin-mail', () => {
  it('prints its help and its version', async () => {
    const home = homeWith(smallStore(now()))
    const help = await run(dist, home, { args: ['--help'] })
    expect(help.stdout).toMatch(/Usage: twin-mail[\s\S]*Example:[\s\S]*Exit codes:/)
    expect(await run(dist, home, { args: ['selftest-files', '--help'] })).toEqual(help)
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
      version: string
    }
    expect(await run(dist, home, { args: ['--version'] })).toEqual({
      code: 0,
      stdout: `twin-mail ${version}\n`,
      stderr: '',
    })
  })
  it('twin-mail refuses an argument that it does not know', async () => {
    const home = homeWith(smallStore(now()))
    for (const args of [
      ['selftest'],
      ['--since'],
      ['collect'],
      ['selftest-files', '--jsn'],
      ['--help', 'x'],
      [''],
    ]) {
      const ran = await run(dist, home, { args })
      expect([ran.code, ran.stdout], args.join(' ')).toEqual([EXITS_OF.usage, ''])
      expect(ran.stderr).toMatch(
        /^twin-mail: error: .*\ntwin-mail: wanted: .*\ntwin-mail: hint: run "twin-mail --help"\n$/,
      )
    }
  }, 60_000)
  it.skipIf(!linux)('a start while twin-mail runs does nothing', async () => {
    const home = homeWith(smallStore(now()))
    const nonce = request(home, { op: 'diagnose' })
    const lock = createServer(socket => socket.destroy())
    await new Promise<void>(resolve => lock.listen(join(home.home, 'state', 'mail.lock'), resolve))
    expect(await run(dist, home)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(responseOf(home.mail, nonce)).toBeUndefined()
    await new Promise(resolve => lock.close(resolve))
    expect((await run(dist, home)).code).toBe(0)
    expect(responseOf(home.mail, nonce)).toBeDefined()
    expect(existsSync(join(home.home, 'state', 'mail.lock'))).toBe(false)
  })
  it.skipIf(!linux)('starts although a killed one has left its lock', async () => {
    const home = homeWith(smallStore(now()))
    const path = join(home.home, 'state', 'mail.lock')
    const dead = spawn(process.execPath, [
      '-e',
      `require('node:net').createServer().listen(${JSON.stringify(path)})`,
    ])
    while (!existsSync(path)) await pause(10)
    dead.kill('SIGKILL')
    await new Promise(resolve => dead.once('close', resolve))
    expect(existsSync(path)).toBe(true)
    const nonce = request(home, { op: 'diagnose' })
    expect((await run(dist, home)).code).toBe(0)
    expect(responseOf(home.mail, nonce)).toBeDefined()
  })
  it.skipIf(!linux)('refuses a state folder that others may enter', async () => {
    const home = homeWith(smallStore(now()))
    chmodSync(home.mail, 0o755)
    const ran = await run(dist, home)
    expect([ran.code, ran.stderr.split('\n')[0]]).toEqual([
      EXITS_OF.config,
      expect.stringMatching(/only this user/),
    ])
  })
  it.skipIf(!linux)('says in three lines what is wrong with a configuration', async () => {
    const home = homeWith(smallStore(now()))
    for (const toml of [
      '[mail',
      '[mail]\nacounts = ["Work"]\n',
      '[mail]\naccounts = "Work"\n',
      'x'.repeat(70_000),
    ]) {
      writeFileSync(join(home.home, 'twin.toml'), toml)
      const ran = await run(dist, home)
      expect(ran.code).toBe(EXITS_OF.config)
      expect(ran.stderr).toMatch(
        /^twin-mail: error: .*twin\.toml.*\ntwin-mail: wanted: .*\ntwin-mail: hint: .*\n$/,
      )
      expect(ran.stderr).not.toMatch(/^ +at |node:/m)
    }
  })
})
