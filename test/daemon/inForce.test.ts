// Which configuration is in force while its files change, break, vanish and come back.
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type InForceFiles, openInForce } from '../../daemon/inForce.ts'
import type { InForce } from '../../daemon/world.ts'
import { pathsOf } from '../../protocol/paths.ts'
import { grantOf } from '../../protocol/policy.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const POLICY = '[capabilities]\n"mail.read" = "auto"\n'
const NEVER = '[capabilities]\n"mail.read" = "never"\n'

function site(now = Date.now) {
  const paths = pathsOf({ TWIN_HOME: temporaryFolder() })
  const write = (toml: string, policy: string) => {
    writeFileSync(paths.twinToml, toml, { mode: 0o600 })
    writeFileSync(paths.policyToml, policy, { mode: 0o600 })
  }
  write('', POLICY)
  return { paths, write, open: () => openInForce(paths, now) }
}
function opened(result: ReturnType<typeof openInForce>): InForceFiles {
  if (!result.ok) throw new Error(`Cannot open: ${result.refusal.is}, wanted good files`)
  onTestFinished(result.value.close)
  return result.value
}
const limit = ({ config }: InForce) => config.brief.limit

describe('at the start', () => {
  test('openInForce gives both files and the digest of policy.toml', () => {
    const files = opened(site().open())
    expect(files.current()).toMatchObject({
      version: createHash('sha256').update(POLICY).digest('hex'),
      problem: null,
    })
    expect(files.current()).toBe(files.current())
  })
  test.each(['twin.toml', 'policy.toml'])('openInForce refuses without a good %s', name => {
    const { paths, open } = site()
    writeFileSync(join(paths.config, name), '[nonsense')
    expect(open()).toMatchObject({
      ok: false,
      refusal: { code: 'config', is: expect.stringContaining(name) },
    })
    rmSync(join(paths.config, name))
    expect(open()).toMatchObject({ ok: false, refusal: { code: 'config' } })
  })
})

describe('while it runs', () => {
  test('a changed file is in force at the next use, however soon and alike it is', () => {
    const { write, open } = site()
    const files = opened(open())
    for (let round = 10; round < 40; round++) {
      write(`[brief]\nlimit = ${round}\n`, POLICY)
      expect(limit(files.current())).toBe(round)
    }
  })
  test('a change is seen too where the files are old', () => {
    let now = Date.now() + 3_600_000
    const { paths, write, open } = site(() => now)
    const files = opened(open())
    const before = files.current()
    now += 1
    expect(files.current()).toBe(before)
    writeFileSync(`${paths.twinToml}.new`, '[brief]\nlimit = 7\n', { mode: 0o600 })
    renameSync(`${paths.twinToml}.new`, paths.twinToml)
    expect(limit(files.current())).toBe(7)
    write('[brief]\nlimit = 8\n', NEVER)
    expect(limit(files.current())).toBe(8)
    expect(grantOf(files.current().policy, 'mail.read')).toBe('never')
  })
  test.each([
    ['broken', (path: string) => writeFileSync(path, '[nonsense')],
    ['empty of meaning', (path: string) => writeFileSync(path, 'unknown = 1')],
    ['gone', (path: string) => rmSync(path)],
    ['a link', (path: string) => (rmSync(path), symlinkSync('/etc/passwd', path))],
    ['a folder', (path: string) => (rmSync(path), mkdirSync(path))],
    ['huge', (path: string) => writeFileSync(path, '#'.repeat(100_000))],
  ])('a policy.toml that is %s leaves the last good one in force, is told, and is mended', (_, harm) => {
    const { paths, write, open } = site()
    const files = opened(open())
    const { policy, version } = files.current()
    harm(paths.policyToml)
    expect(files.current()).toMatchObject({ policy, version, problem: { code: 'config' } })
    rmSync(paths.policyToml, { recursive: true, force: true })
    write('', NEVER)
    expect(files.current().problem).toBeNull()
    expect(grantOf(files.current().policy, 'mail.read')).toBe('never')
  })
  test('a stricter policy.toml is in force even while twin.toml is broken', () => {
    const { write, open } = site()
    const files = opened(open())
    write('[nonsense', NEVER)
    const { policy, problem } = files.current()
    expect(problem?.is).toContain('twin.toml')
    expect(grantOf(policy, 'mail.read')).toBe('never')
  })
})

describe('a watcher', () => {
  test('a watcher is told of a change and of a problem, and of nothing else in the folder', async () => {
    const { paths, open } = site()
    const files = opened(open())
    const told = vi.fn<(inForce: InForce) => void>()
    files.watch(told)
    const put = (path: string, text: string) => {
      writeFileSync(`${path}.new`, text, { mode: 0o600 })
      renameSync(`${path}.new`, path)
    }
    put(join(paths.config, 'other'), 'x')
    put(paths.policyToml, POLICY)
    put(paths.twinToml, '[brief]\nlimit = 9\n')
    await vi.waitUntil(() => told.mock.calls.length > 0)
    expect(told.mock.calls.map(([inForce]) => limit(inForce))).toEqual([9])
    put(paths.policyToml, '[nonsense')
    await vi.waitUntil(() => told.mock.calls.length > 1)
    expect(told.mock.lastCall?.[0].problem).toMatchObject({ code: 'config' })
  })
})
