// Who starts the mail helper, as a table, and the choice on this machine.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mailStarter, starterIn } from '../../daemon/startMail.ts'
import { pathsOf } from '../../protocol/paths.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const folder = '~/Library/Mail'
const SITUATIONS = [
  ['darwin', true, true, folder, 'agent'],
  ['darwin', true, true, null, 'agent'],
  ['darwin', true, false, folder, null],
  ['darwin', true, false, null, 'direct'],
  ['darwin', false, true, folder, null],
  ['darwin', false, false, folder, null],
  ['darwin', false, true, null, 'direct'],
  ['linux', true, true, null, 'agent'],
  ['linux', true, false, null, 'direct'],
  ['linux', false, true, null, 'direct'],
  ['linux', false, true, folder, 'direct'],
] as const

describe('who starts the helper', () => {
  test.each(SITUATIONS)('on %s, installed %s, default state %s, protected folder %s: %s', (...situation) => {
    const [platform, installed, defaultState, inside, starter] = situation
    expect(starterIn({ platform, installed, defaultState, protectedFolder: inside })).toBe(starter)
  })
  test('on macOS nobody starts it directly for a protected folder whatever else holds', () => {
    for (const [platform, , , inside, starter] of SITUATIONS)
      if (platform === 'darwin' && inside !== null) expect(starter).not.toBe('direct')
  })
})

describe('the choice on this machine', () => {
  const place = (home: string, toml = '') => {
    const paths = pathsOf({ TWIN_HOME: join(home, 'twin') })
    mkdirSync(paths.mail, { recursive: true, mode: 0o700 })
    writeFileSync(paths.twinToml, toml)
    return { home, paths }
  }
  test('mailStarter finds a way for a store that is not protected', async () => {
    const home = temporaryFolder()
    expect(
      await mailStarter(place(home, `[mail]\nstore = "${home}/Mail"\naccounts_db = "${home}/a.sqlite"\n`)),
    ).toMatchObject({ ok: true })
  })
  test.skipIf(process.platform !== 'darwin')(
    'mailStarter says to install for a protected store on macOS',
    async () => {
      expect(await mailStarter(place(temporaryFolder()))).toMatchObject({
        ok: false,
        refusal: { code: 'no-access', fix: 'run "twin install"' },
      })
    },
  )
  test('mailStarter refuses a configuration that cannot be read', async () => {
    expect(await mailStarter(place(temporaryFolder(), '[mail]\nwhat = 1\n'))).toMatchObject({
      ok: false,
      refusal: { code: 'config' },
    })
  })
})
