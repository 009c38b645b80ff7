// Profiles as data: the launcher's arguments, the command of a helper, the profile of a stage, and the profile read back from
// the arguments. Pure but for real paths in a folder of the test.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadAddon } from '../../native/addon.ts'
import { addonFile, launcherFile } from '../../native/addonFile.ts'
import { launch } from '../../native/launch.ts'
import { launcherArguments } from '../../native/linux.ts'
import { ownProfile } from '../../native/ownProfile.ts'
import type { Profile } from '../../protocol/profile.ts'
import { stageProfile } from '../../native/stageProfile.ts'
import { PATH_CHARS, PROFILE_BYTES, PROFILE_PATHS } from '../../protocol/limits.ts'

const PROFILE: Profile = {
  name: 'mail',
  files: ['/f1', '/f2', '/f1'],
  trees: ['/t'],
  lists: ['/l'],
  reads: ['/r'],
  writes: ['/w'],
}

test('the arguments of the launcher grant each path once, by its own rule', () => {
  const start = {
    profile: PROFILE,
    programs: ['/bin/node', '/lib/ld.so'],
    runtime: ['/lib/libc.so'],
    descriptors: 2,
    env: { TZ: 'UTC', LANG: 'C' },
    command: ['/bin/node', 'script', '--', '--file', '/etc'],
  }
  expect(launcherArguments(start).join(' ')).toBe(
    '--fds 2 --env TZ=UTC --env LANG=C --exec /bin/node --exec /lib/ld.so --file /lib/libc.so --file /f1 --file /f2 ' +
      '--tree /t --list /l --reads /r --write /w -- /bin/node script -- --file /etc',
  )
})

test('a profile without paths grants nothing', () => {
  const profile = { name: 'x', files: [], trees: [], lists: [], reads: [], writes: [] }
  const start = { profile, programs: [], runtime: [], descriptors: 0, env: {}, command: ['/bin/node'] }
  expect(launcherArguments(start)).toEqual(['--fds', '0', '--', '/bin/node'])
})

test('the launcher lets a zygote alone fork, and node starts it without threads of its own', () => {
  const rules = (zygote: boolean) => launch(PROFILE, '/dist/parse.cjs', { zygote }).args.join(' ')
  const linux = process.platform === 'linux'
  expect(rules(true).includes('--zygote yes ')).toBe(linux)
  expect(rules(true).includes(`-- ${process.execPath} --single-threaded /dist/parse.cjs`)).toBe(linux)
  expect(rules(false)).not.toMatch(/--zygote|--single-threaded/)
})

describe('a helper that is launched', () => {
  const command = launch(PROFILE, '/dist/mail.cjs', { args: ['more'], env: { TZ: 'UTC' } })

  test.skipIf(process.platform !== 'linux')(
    'a helper on Linux is started by the launcher with an empty environment',
    () => {
      expect([command.file, command.env]).toEqual([launcherFile, {}])
      const rules = command.args.slice(0, command.args.indexOf('--'))
      const variables = rules.filter((_, index) => rules[index - 1] === '--env')
      expect(variables).toEqual(['LANG=C.UTF-8', 'OPENSSL_CONF=/dev/null', 'TZ=UTC'])
      expect(rules.slice(0, 2)).toEqual(['--fds', '0'])
      for (const file of ['/dist/mail.cjs', addonFile, '/dev/null']) expect(rules).toContain(file)
      expect(rules.filter((_, index) => rules[index - 1] === '--write')).toEqual(['/w'])
      expect(command.args.slice(rules.length)).toEqual([
        '--',
        process.execPath,
        '/dist/mail.cjs',
        JSON.stringify(PROFILE),
        'more',
      ])
    },
  )

  test.skipIf(process.platform !== 'darwin')(
    'a helper on macOS is node itself with its own environment',
    () => {
      expect(command).toEqual({
        file: process.execPath,
        args: ['/dist/mail.cjs', JSON.stringify(PROFILE), 'more'],
        env: { LANG: 'C.UTF-8', OPENSSL_CONF: '/dev/null', TZ: 'UTC' },
      })
    },
  )

  test.skipIf(process.platform !== 'linux')(
    'a helper keeps exactly the descriptors that it is started with',
    () => {
      const { args } = launch(PROFILE, '/dist/rank.cjs', { descriptors: 5 })
      expect(args.slice(0, 2)).toEqual(['--fds', '5'])
    },
  )
})

describe('the profile of a stage', () => {
  let folder: string
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-stage-')))
    for (const name of ['in', 'out']) mkdirSync(join(folder, name))
    for (const name of ['script.cjs', 'manifest']) writeFileSync(join(folder, name), '')
    symlinkSync(folder, join(folder, 'link'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  test('a stage may read its code and its inputs and write its output, by their real paths', () => {
    const at = (name: string) => join(folder, 'link', name)
    const paths = { script: at('script.cjs'), inputs: [at('in'), at('manifest')], outputs: [at('out')] }
    expect(stageProfile('filter', paths)).toEqual({
      name: 'filter',
      files: [join(folder, 'script.cjs'), addonFile, join(folder, 'manifest')],
      trees: [join(folder, 'in')],
      lists: [],
      reads: [],
      writes: [join(folder, 'out')],
    })
  })

  test('a stage whose input does not exist has no profile', () => {
    const paths = { script: join(folder, 'script.cjs'), inputs: [join(folder, 'absent')], outputs: [] }
    expect(() => stageProfile('filter', paths)).toThrow(/ENOENT/)
  })
})

describe('the profile among the arguments', () => {
  const own = (value: unknown) =>
    ownProfile(['node', 'script', typeof value === 'string' ? value : JSON.stringify(value)])
  const path = (chars: number) => `/${'x'.repeat(chars - 1)}`

  test('a profile survives its way through the arguments', () => {
    expect(own(PROFILE)).toEqual({ ok: true, value: PROFILE })
  })

  test('a profile is read at each cap and refused one past it', () => {
    const padded = (bytes: number) => JSON.stringify(PROFILE).padEnd(bytes)
    expect(own(padded(PROFILE_BYTES)).ok).toBe(true)
    expect(own(padded(PROFILE_BYTES + 1)).ok).toBe(false)
    expect(own({ ...PROFILE, trees: [path(PATH_CHARS)] }).ok).toBe(true)
    expect(own({ ...PROFILE, trees: [path(PATH_CHARS + 1)] }).ok).toBe(false)
    const many = (count: number) => Array.from({ length: count }, (_, index) => `/${index}`)
    expect(own({ ...PROFILE, lists: many(PROFILE_PATHS) }).ok).toBe(true)
    expect(own({ ...PROFILE, lists: many(PROFILE_PATHS + 1) }).ok).toBe(false)
  })

  const BAD: readonly [title: string, value: unknown][] = [
    ['has an unknown key', { ...PROFILE, network: true }],
    ['lacks a key', { ...PROFILE, writes: undefined }],
    ['has a relative path', { ...PROFILE, writes: ['w'] }],
    ['has a path with a zero byte', { ...PROFILE, writes: ['/w\0'] }],
    ['has a path with a lone surrogate', { ...PROFILE, writes: ['/\ud800'] }],
    ['has a number for a path', { ...PROFILE, writes: [1] }],
    ['has a name with a slash', { ...PROFILE, name: 'a/b' }],
    ['has a key twice', `{"name":"a",${JSON.stringify(PROFILE).slice(1)}`],
    ['is a list', []],
    ['is no JSON', 'profile'],
  ]
  test.each(BAD)('a profile that %s is refused', (_, value) => {
    expect(own(value)).toMatchObject({ ok: false, refusal: { code: 'cannot-confine' } })
  })

  test('an absent profile is refused', () => {
    expect(ownProfile(['node', 'script'])).toMatchObject({ ok: false, refusal: { code: 'cannot-confine' } })
  })
})

describe('the addon', () => {
  test('the addon that was built has every function of this system', () => {
    const addon = loadAddon()
    const names = addon.ok ? Object.keys(addon.value).sort() : []
    const wanted =
      process.platform === 'darwin'
        ? ['attempt', 'clonefile', 'hasTerminal', 'limit', 'peer', 'sandboxCheck', 'sandboxInit']
        : [
            'attempt',
            'enterMessage',
            'exitNow',
            'forbidExec',
            'forbidThreads',
            'fork',
            'hasTerminal',
            'limit',
            'peer',
          ]
    expect(names).toEqual(wanted)
  })

  test('an addon that is absent is a refusal and does not throw', () => {
    expect(loadAddon('/nowhere/addon.node')).toMatchObject({ ok: false, refusal: { code: 'cannot-confine' } })
  })
})
