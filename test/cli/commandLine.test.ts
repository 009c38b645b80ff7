// The built `twin` as a person meets it: help, exit codes, refusals, --json, init and check, interruption and broken pipes.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { packageRoot } from '../../files/packageRoot.ts'
import { Config } from '../../protocol/config.ts'
import { Policy } from '../../protocol/policy.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { environment, REFUSAL, twin, twinFile } from './twinProcess.ts'

const COMMANDS = [
  'init',
  'check',
  'mail diagnose',
  'mail collect',
  'jobs run',
  'schedule pause',
  'status',
  'demo',
]
const Failure = z.strictObject({
  error: z.strictObject({ code: z.string(), is: z.string(), wanted: z.string(), fix: z.string() }),
})

describe('help', () => {
  test.each(COMMANDS)('shows what "%s" does, its --json and an example', async name => {
    const { code, stdout, stderr } = await twin([...name.split(' '), '--help'], environment('/nowhere'))
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`Usage: twin ${name} [options]`)
    expect(stdout).toContain('--json')
    expect(stdout.split(/Examples?:\n/)[1]).toContain(`twin ${name}`)
  })

  test.each([['--help'], ['-h'], ['help']])('lists every command when asked by %s', async word => {
    const { code, stdout } = await twin([word], environment('/nowhere'))
    expect(code).toBe(0)
    for (const name of ['init', 'check', 'mail', 'brief', 'jobs', 'proposals', 'daemon', 'demo'])
      expect(stdout).toContain(`\n  ${name}`)
    expect(stdout).toContain('Examples:')
  })

  test('prints the same for "help mail collect" as for "mail collect --help"', async () => {
    const [one, other] = await Promise.all([
      twin(['help', 'mail', 'collect'], environment('/nowhere')),
      twin(['mail', 'collect', '--help'], environment('/nowhere')),
    ])
    expect(one).toEqual(other)
  })

  test('prints the version of package.json', async () => {
    const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
      version: string
    }
    expect(await twin(['--version'], environment('/nowhere'))).toMatchObject({
      code: 0,
      stdout: `twin ${version}\n`,
    })
  })
})

describe('a wrong command line', () => {
  test.each([
    [['brif'], 'did you mean brief?'],
    [['mail', 'colect'], 'did you mean collect?'],
    [['brief', '--dry'], 'run "twin brief --help"'],
    [['brief', '--jsonn'], 'did you mean --json?'],
    [['brief', '--engine', 'claude'], 'run "twin brief --help"'],
    [['brief', '--since'], 'run "twin brief --help"'],
    [['brief', 'today'], 'run "twin brief --help"'],
    [['help', 'nothing'], 'run "twin help --help"'],
  ])('exits 2 for %j with three lines and what to do', async (words, fix) => {
    const { code, stdout, stderr } = await twin(words, environment('/nowhere'))
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(REFUSAL)
    expect(stderr).toContain(fix)
  })

  test.each([[[]], [['mail']]])('exits 2 for %j and shows the commands', async words => {
    const { code, stdout, stderr } = await twin(words, environment('/nowhere'))
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^(?:Commands|To begin):$/m)
    expect(stderr).toContain('no command was given')
  })

  test('prints one object on stdout too when --json is among the words', async () => {
    const { code, stdout, stderr } = await twin(['brief', '--json', '--nope'], environment('/nowhere'))
    expect(code).toBe(2)
    expect(Failure.parse(JSON.parse(stdout)).error.code).toBe('usage')
    expect(stderr).toMatch(REFUSAL)
  })

  test.each(['2026-02-30', 'yesterday', '0h', '9999-01-01'])(
    'exits 2 for --since %s before anything is read',
    async value => {
      const { code, stderr } = await twin(['brief', '--since', value], environment('/nowhere'))
      expect(code).toBe(2)
      expect(stderr).toContain('the value of --since')
    },
  )

  test('echoes a hostile word without its control characters', async () => {
    const { code, stderr } = await twin(['\u001B[2J\u009B1m\u202Eevil\rx'], environment('/nowhere'))
    expect(code).toBe(2)
    expect(stderr.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202E]/u)
  })
})

describe('twin init', () => {
  test('writes the two files of the package for their owner only', async () => {
    const home = join(temporaryFolder(), 'deep', 'home')
    const { code, stdout } = await twin(['init'], environment(home))
    expect(code).toBe(0)
    expect(statSync(home).mode & 0o777).toBe(0o700)
    for (const name of ['twin.toml', 'policy.toml']) {
      expect(readFileSync(join(home, name), 'utf8')).toBe(readFileSync(join(packageRoot, name), 'utf8'))
      expect(statSync(join(home, name)).mode & 0o777).toBe(0o600)
      expect(stdout).toContain(`wrote ${join(home, name)}`)
    }
  })

  test('goes to ~/.config/twin when TWIN_HOME is not set', async () => {
    const home = temporaryFolder()
    const { code } = await twin(['init'], { PATH: process.env['PATH'] ?? '', HOME: home })
    expect(code).toBe(0)
    expect(existsSync(join(home, '.config/twin/twin.toml'))).toBe(true)
  })

  test('never overwrites what is there and says what it kept', async () => {
    const home = temporaryFolder()
    writeFileSync(join(home, 'twin.toml'), 'mine')
    const { code, stdout } = await twin(['init', '--json'], environment(home))
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      folder: home,
      files: [
        { path: join(home, 'twin.toml'), status: 'kept' },
        { path: join(home, 'policy.toml'), status: 'written' },
      ],
    })
    expect(readFileSync(join(home, 'twin.toml'), 'utf8')).toBe('mine')
  })

  test('does not write through a dangling link', async () => {
    const home = temporaryFolder()
    symlinkSync(join(home, 'elsewhere'), join(home, 'twin.toml'))
    const { code } = await twin(['init'], environment(home))
    expect(code).toBe(0)
    expect(existsSync(join(home, 'elsewhere'))).toBe(false)
    expect(lstatSync(join(home, 'twin.toml')).isSymbolicLink()).toBe(true)
  })

  test('exits 1 with a sentence where the folder cannot be made', async () => {
    const home = temporaryFolder()
    writeFileSync(join(home, 'file'), '')
    const { code, stderr } = await twin(['init'], environment(join(home, 'file', 'below')))
    expect(code).toBe(1)
    expect(stderr).toMatch(REFUSAL)
    expect(stderr).toContain('ENOTDIR')
  })
})

describe('twin check', () => {
  const Checked = z.strictObject({
    files: z.strictObject({ twin: z.string(), policy: z.string() }),
    twin: Config,
    policy: Policy,
    notes: z.array(z.string()),
  })

  test('prints what twin init wrote back as understood and says that it reads nothing', async () => {
    const home = temporaryFolder()
    await twin(['init'], environment(home))
    const { code, stdout } = await twin(['check', '--json'], environment(home))
    expect(code).toBe(0)
    const checked = Checked.parse(JSON.parse(stdout))
    expect(checked.twin).toEqual(Config.parse({}))
    expect(checked.policy.capabilities).toMatchObject({
      'mail.read': 'auto',
      'brief.write': 'auto',
      'mail.send': 'never',
      'mail.trash': 'never',
    })
    expect(checked.notes[0]).toContain('mail.accounts is empty')
  })

  test('prints text that parses to the same configuration', async () => {
    const home = temporaryFolder()
    await twin(['init'], environment(home))
    const { stdout } = await twin(['check'], environment(home))
    const text = stdout.split(`# ${home}/policy.toml`)[0] ?? ''
    const again = temporaryFolder()
    writeFileSync(join(again, 'twin.toml'), text)
    writeFileSync(join(again, 'policy.toml'), '')
    const second = await twin(['check', '--json'], environment(again))
    expect(Checked.parse(JSON.parse(second.stdout)).twin).toEqual(Config.parse({}))
  })

  test('exits 2 and names the key that is unknown', async () => {
    const home = temporaryFolder()
    await twin(['init'], environment(home))
    writeFileSync(join(home, 'twin.toml'), '[mail]\nacounts = ["Work"]\n')
    const { code, stdout, stderr } = await twin(['check', '--json'], environment(home))
    expect(code).toBe(2)
    expect(Failure.parse(JSON.parse(stdout)).error).toMatchObject({ code: 'config' })
    expect(stderr).toContain('mail.acounts')
  })

  test('exits 2 where nothing was configured and names twin init', async () => {
    const { code, stderr } = await twin(['check'], environment(temporaryFolder()))
    expect(code).toBe(2)
    expect(stderr).toContain('twin init')
  })

  test('shows no control character of a hostile key', async () => {
    const home = temporaryFolder()
    await twin(['init'], environment(home))
    writeFileSync(join(home, 'twin.toml'), '[mail]\n"\\u001B]0;x\\u0007" = 1\n')
    const { code, stderr } = await twin(['check'], environment(home))
    expect(code).toBe(2)
    expect(stderr.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })
})

describe('the environment', () => {
  test.each([{}, { HOME: 'relative' }, { TWIN_HOME: './here', HOME: '/nowhere' }])(
    'is refused with exit 2 when it places nothing: %j',
    async env => {
      const { code, stderr } = await twin(['check'], { PATH: process.env['PATH'] ?? '', ...env })
      expect(code).toBe(2)
      expect(stderr).toContain('TWIN_HOME')
    },
  )

  test('does not colour what is no terminal', async () => {
    const { stderr } = await twin(['brif'], environment('/nowhere', { TERM: 'xterm-256color' }))
    expect(stderr).not.toContain('\u001B')
  })
})

describe('a broken output', () => {
  test('ends quietly when the reader of a pipe has gone', async () => {
    const home = temporaryFolder()
    await twin(['init'], environment(home))
    const child = spawn(process.execPath, [twinFile, 'check', '--json'], {
      env: environment(home),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.destroy()
    let stderr = ''
    child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
    const code = await new Promise(resolve => child.on('close', resolve))
    expect([code, stderr]).toEqual([0, ''])
  })

  test.skipIf(!existsSync('/dev/full'))(
    'exits 1 with a sentence when the disk of stdout is full',
    async () => {
      const home = temporaryFolder()
      await twin(['init'], environment(home))
      const child = spawn(process.execPath, [twinFile, 'check'], {
        env: environment(home),
        stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      })
      let stderr = ''
      child.stderr?.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
      const code = await new Promise(resolve => child.on('close', resolve))
      expect(code).toBe(1)
      expect(stderr).toMatch(REFUSAL)
      expect(stderr).toContain('ENOSPC')
    },
  )
})

describe('twin demo --keep', () => {
  test('refuses a folder that is not empty and holds no earlier demo, and touches nothing in it', async () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'Mail'))
    const { code, stderr } = await twin(['demo', '--keep', folder], environment('/nowhere'))
    expect(code).toBe(2)
    expect(stderr).toContain('is not empty and holds no earlier demo')
    expect(existsSync(join(folder, 'Mail'))).toBe(true)
  })

  test('refuses a file in place of a folder', async () => {
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    chmodSync(file, 0o600)
    const { code, stderr } = await twin(['demo', '--keep', file], environment('/nowhere'))
    expect(code).toBe(2)
    expect(stderr).toMatch(REFUSAL)
  })
})

describe('a bug of twin itself', () => {
  /** Loads a file into twin before its own code, which is how a test can break it. */
  function broken(source: string): Record<string, string> {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'broken.cjs'), source)
    return environment(folder, { NODE_OPTIONS: `--require ${join(folder, 'broken.cjs')}` })
  }
  const inCommand = `require('node:fs').statSync = () => { throw new TypeError('a secret subject') }`
  const behindIt = `process.stdout.write = () => setImmediate(() => { throw new TypeError('a secret subject') })`
  const BUG = /^twin: bug: [^\n]*TypeError\ntwin: wanted: [^\n]+\ntwin: hint: [^\n]*TWIN_DEBUG=1[^\n]*\n$/

  test.each([
    ['in a command', inCommand],
    ['behind a command', behindIt],
  ])('exits 1 with sentences, no stack and none of its text when it lies %s', async (_where, source) => {
    const { code, stderr } = await twin(['init'], broken(source))
    expect(code).toBe(1)
    expect(stderr).toMatch(BUG)
  })

  test('shows its stack when TWIN_DEBUG is 1', async () => {
    const { code, stderr } = await twin(['init'], { ...broken(inCommand), TWIN_DEBUG: '1' })
    expect(code).toBe(1)
    expect(stderr).toContain('broken.cjs')
  })

  test('prints one object when --json asks for it', async () => {
    const { code, stdout } = await twin(['init', '--json'], broken(inCommand))
    expect(code).toBe(1)
    expect(Failure.parse(JSON.parse(stdout)).error.code).toBe('bug')
  })
})
