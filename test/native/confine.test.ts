// The proof of confinement: what it tries, and that it notices every single hole in rules that are otherwise whole.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../files/packageRoot.ts'
import type { Denial } from '../../native/proof.ts'
import { launch } from '../../native/launch.ts'
import type { Profile } from '../../protocol/profile.ts'
import { chooseOutside } from '../../native/proof.ts'
import { stageProfile } from '../../native/stageProfile.ts'
import type { Result } from '../../protocol/refusal.ts'
import { bundle, Harness } from '../probes/harness.ts'

interface Found {
  readonly confined?: Result<Denial[]>
  readonly pool?: Result<Denial[]>
  readonly denials?: Denial[]
  readonly calls?: string[]
}
const ACTS = [
  'read a file outside',
  'list a directory outside',
  'write a file outside',
  'plant a symbolic link',
  'open a socket',
  'start a process',
  'run a program',
]

describe.skipIf(process.platform !== 'linux')('the proof of confinement', () => {
  let harness: Harness
  let script: string
  let profile: Profile
  let output: string

  beforeAll(() => {
    harness = new Harness()
    script = join(harness.folder, 'prove.cjs')
    bundle('test/probes/prove.ts', script)
    output = join(harness.folder, 'out')
    mkdirSync(output)
    profile = stageProfile('brief', { script, inputs: [], outputs: [output] })
  })
  afterAll(() => harness.remove())

  /** Under the launcher, with rules that the profile does not mention: a hole. */
  function prove(holes: readonly string[] = [], args: readonly string[] = []): Found {
    const { file, args: own, env } = launch(profile, script, { args })
    const run = spawnSync(file, [...holes, ...own], { env, encoding: 'utf8' })
    expect(run.stderr).toBe('')
    return JSON.parse(run.stdout) as Found
  }
  const refusal = (found: Result<Denial[]> | undefined) => (found && !found.ok ? found.refusal : undefined)

  test('the proof of a confined process lists every act, each refused by the kernel', () => {
    const { confined, pool } = prove()
    const denials = confined?.ok ? confined.value : []
    expect(denials.map(denial => denial.act)).toEqual(ACTS)
    expect(denials.filter(denial => !denial.refused)).toEqual([])
    expect(new Set(denials.map(denial => denial.how))).toEqual(new Set(['EACCES', 'EPERM']))
    expect(pool).toEqual({
      ok: true,
      value: [{ act: 'read a file outside from the thread pool', refused: true, how: 'EACCES' }],
    })
  })

  test('the proof leaves nothing behind where it may write', () => {
    prove()
    expect(readdirSync(output)).toEqual([])
  })

  test('the proof notices a canary that can be read', () => {
    const found = prove(['--file', join(packageRoot, 'package.json')])
    expect(refusal(found.confined)).toMatchObject({
      code: 'cannot-confine',
      is: 'an attempt to read a file outside was not refused (it went through)',
    })
    expect(refusal(found.pool)?.is).toMatch(/from the thread pool was not refused/)
  })

  test('the proof notices a directory that can be listed', () => {
    expect(refusal(prove(['--list', packageRoot]).confined)?.is).toMatch(
      /list a directory outside was not refused/,
    )
  })

  test('the proof notices a directory that can be written', context => {
    if (packageRoot.startsWith('/tmp/')) context.skip('the package lies in /tmp: its canary would open first')
    expect(refusal(prove(['--write', '/tmp']).confined)?.is).toMatch(/write a file outside was not refused/)
    expect(readdirSync('/tmp').filter(name => name.startsWith('twin-proof-'))).toEqual([])
  })

  test.each([
    ['socket', 'open a socket', ['socket']],
    ['fork', 'start a process', ['socket', 'fork']],
    ['exec', 'run a program', ['socket', 'fork', 'exec']],
  ])('the proof notices that %s goes through and tries nothing after it', (open, act, calls) => {
    const found = prove([], [open])
    expect(found.denials?.at(-1)).toEqual({ act, refused: false, how: 'it went through' })
    expect(found.calls).toEqual(calls)
  })

  test('the proof of a process without rules stops at its first act', () => {
    const args = [script, JSON.stringify(profile), 'none']
    const found = JSON.parse(spawnSync(process.execPath, args, { encoding: 'utf8', env: {} }).stdout) as Found
    expect(found.denials).toEqual([{ act: ACTS[0], refused: false, how: 'it went through' }])
    expect(found.calls).toEqual([])
  })
})

describe('what the proof tries to reach', () => {
  const profile: Profile = { name: 'brief', files: [], trees: [], lists: [], reads: [], writes: [] }

  test('the canary is a file of this package that the profile does not grant', () => {
    const first = join(packageRoot, 'package.json')
    expect(chooseOutside(profile)?.canary).toBe(first)
    const second = chooseOutside({ ...profile, files: [first] })?.canary
    expect(second).toMatch(/binding\.gyp$/)
    expect(chooseOutside({ ...profile, files: [`${first}x`] })?.canary).toBe(first)
  })

  test('a profile that grants every canary cannot be proved', () => {
    for (const key of ['trees', 'reads', 'writes'] as const)
      expect(chooseOutside({ ...profile, [key]: [packageRoot] })).toBeUndefined()
  })

  test('the directory to write is none that the profile grants', () => {
    const shared = ['/tmp', '/private/tmp', '/var/tmp'].filter(path => !packageRoot.startsWith(`${path}/`))
    const outside = chooseOutside({ ...profile, writes: shared })
    expect(outside?.canary).toBeDefined()
    expect(shared).not.toContain(outside?.directory)
  })
})
