// twin.toml and policy.toml as hostile files: each gives one clear refusal and none hangs.
import { execFileSync } from 'node:child_process'
import { chmodSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfiguration, readScope } from '../../files/configuration.ts'
import { readTwinToml } from '../../files/readTwinToml.ts'
import { mailConfig } from '../../native/mailProfile.ts'
import { CONFIG_BYTES } from '../../protocol/limits.ts'
import { RefusalShape } from '../../protocol/request.ts'
import { pathsOf } from '../../protocol/paths.ts'
import { temporaryFolder } from '../cli/temporaryFolder.ts'

const READ = '[capabilities]\n"mail.read" = "auto"\n'

function homeOf(write: (path: string) => void, policy = READ) {
  const home = temporaryFolder()
  const paths = pathsOf({ TWIN_HOME: home })
  writeFileSync(paths.policyToml, policy)
  write(paths.twinToml)
  return paths
}

const wrong: [string, (path: string) => void, RegExp][] = [
  ['is absent', () => {}, /is absent$/],
  ['is a directory', path => mkdirSync(path), /is no regular file$/],
  ['is a FIFO', path => execFileSync('mkfifo', [path]), /is no regular file$/],
  ['is a symbolic link', path => symlinkSync('policy.toml', path), /is a symbolic link$/],
  ['is a hard link', path => linkSync(join(path, '..', 'policy.toml'), path), /second hard link$/],
  [
    'every user of the machine may write',
    path => {
      writeFileSync(path, '')
      chmodSync(path, 0o646)
    },
    /can be written by every user of this machine$/,
  ],
  [
    'is one byte over the cap',
    path => writeFileSync(path, '#'.repeat(CONFIG_BYTES + 1)),
    /is over 65536 bytes$/,
  ],
  ['is not UTF-8', path => writeFileSync(path, Buffer.from([0x23, 0xff, 0xfe, 0x0a])), /not UTF-8$/],
  ['is not TOML', path => writeFileSync(path, 'accounts: [Work]'), /is not TOML/],
  [
    'has an unknown key',
    path => writeFileSync(path, '[mail]\naccount = ["Work"]'),
    /unknown key "mail\.account"$/,
  ],
  ['has a one-character entry', path => writeFileSync(path, '[mail]\naccounts = ["W"]'), /mail\.accounts\.0/],
]

describe('readConfiguration', () => {
  test.each(wrong)('refuses a twin.toml that %s', (_name, write, is) => {
    const result = readConfiguration(homeOf(write))
    expect(result.ok ? undefined : result.refusal.code).toBe('config')
    expect(result.ok ? '' : result.refusal.is).toMatch(is)
  })

  test('accepts a twin.toml at the cap', () => {
    expect(readConfiguration(homeOf(path => writeFileSync(path, '#'.repeat(CONFIG_BYTES)))).ok).toBe(true)
  })

  test('accepts a twin.toml that others may read and its group may write', () => {
    const paths = homeOf(path => {
      writeFileSync(path, '')
      chmodSync(path, 0o664)
    })
    expect(readConfiguration(paths).ok).toBe(true)
  })

  test('refuses a policy.toml that every user of the machine may write', () => {
    const paths = homeOf(path => writeFileSync(path, ''))
    expect(readConfiguration(paths).ok).toBe(true)
    chmodSync(paths.policyToml, 0o646)
    const result = readConfiguration(paths)
    expect(result.ok ? '' : result.refusal.is).toMatch(
      /policy\.toml can be written by every user of this machine$/,
    )
  })

  test('refuses a policy.toml with a capability that does not exist', () => {
    const paths = homeOf(path => writeFileSync(path, ''), `${READ}fly = "auto"\n`)
    const result = readConfiguration(paths)
    expect(result.ok ? '' : result.refusal.is).toBe('policy.toml has a name that is none at capabilities.fly')
  })
})

describe('readTwinToml', () => {
  test.each(wrong.filter(([name]) => name !== 'is absent'))(
    'refuses for the mail helper, in the same words, a twin.toml that %s',
    (_name, write) => {
      const paths = homeOf(write)
      const result = readTwinToml(paths.twinToml, 'defaults')
      expect(result.ok).toBe(false)
      expect(result).toEqual(readConfiguration(paths))
      expect(mailConfig({ TWIN_HOME: paths.config, HOME: paths.config })).toEqual(result)
    },
  )

  test('takes the defaults for a file that is absent only where that is asked for', () => {
    const { twinToml } = homeOf(() => {})
    expect(readTwinToml(twinToml, 'refused').ok).toBe(false)
    const result = readTwinToml(twinToml, 'defaults')
    expect(result.ok ? result.value.mail.accounts : undefined).toEqual([])
  })

  test('says what is wrong in words that an answer of the mail helper can carry', () => {
    const result = readTwinToml(`/${'a/'.repeat(1_000)}twin.toml`, 'refused')
    expect(result.ok ? undefined : RefusalShape.safeParse(result.refusal).success).toBe(true)
  })
})

describe('readScope', () => {
  test.each(['never', 'propose'])('refuses to read mail when policy.toml sets mail.read to %s', grant => {
    const paths = homeOf(path => writeFileSync(path, ''), `[capabilities]\n"mail.read" = "${grant}"\n`)
    const result = readScope(paths)
    expect(result.ok ? '' : result.refusal.is).toBe(`policy.toml sets mail.read to ${grant}`)
  })

  test('refuses to read mail when policy.toml lists nothing', () => {
    expect(readScope(homeOf(path => writeFileSync(path, ''), '')).ok).toBe(false)
  })

  test('answers the configuration when policy.toml sets mail.read to auto', () => {
    const result = readScope(homeOf(path => writeFileSync(path, '[mail]\naccounts = ["Work"]\n')))
    expect(result.ok ? result.value.mail.accounts : []).toEqual(['Work'])
  })
})
