// The way to twind: there or not, declared or not, and who the process speaks for.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../files/packageRoot.ts'
import { buildProcesses, mcpHome, until } from './mcpHome.ts'

buildProcesses()

describe('a twind that does not run', () => {
  test('is said on stderr and as an error of MCP, and found once it is there, gone and back', async () => {
    const home = mcpHome()
    const { client, call, stderr } = await home.connect()
    expect(await until(() => stderr().includes('hint'))).toBe(true)
    expect(stderr()).toMatch(
      /^twin mcp: error: twind does not run.*\ntwin mcp: wanted: a running twind\ntwin mcp: hint: /,
    )
    for (let turn = 0; turn < 2; turn++) {
      await expect(client.listTools()).rejects.toThrow(/twind does not run.*start "twin daemon"/)
      expect(await call('status')).toMatchObject({ outcome: 'refused', error: { code: 'not-running' } })
      await home.start()
      expect(await call('status')).toMatchObject({ outcome: 'done' })
      expect((await client.listTools()).tools.length).toBeGreaterThan(0)
      await home.stop()
    }
  })
})

describe('an agent that twin.toml does not declare', () => {
  test('is told so on stderr and in errors, and served once it is declared', async () => {
    const home = mcpHome()
    await home.start()
    const { client, call, stderr } = await home.connect('stranger')
    expect(stderr()).toContain('twin.toml declares no agent stranger')
    await expect(client.listTools()).rejects.toThrow('twin.toml declares no agent stranger')
    expect(await call('status')).toMatchObject({ outcome: 'refused', error: { code: 'unavailable' } })
    home.configure({ toml: '[agents.stranger]\n' })
    expect(await until(async () => (await call('status'))['outcome'] === 'done')).toBe(true)
  })
  test('is served no longer once its table is gone', async () => {
    const home = mcpHome({ toml: '[agents.guest]\n' })
    await home.start('guest')
    const { call } = await home.connect('guest')
    expect(await call('status')).toMatchObject({ outcome: 'done' })
    home.configure({})
    expect(await until(async () => (await call('status'))['outcome'] === 'refused')).toBe(true)
  })
})

describe('the command line', () => {
  const home = join(packageRoot, 'nowhere')
  const twin = (...words: string[]) =>
    spawnSync(process.execPath, [join(packageRoot, 'dist', 'twin.cjs'), 'mcp', ...words], {
      env: { HOME: home, TWIN_HOME: home },
      encoding: 'utf8',
      input: '',
      timeout: 20_000,
    })
  test.each([
    [[]],
    [['--agent']],
    [['--agent', '../claude']],
    [['--agent', 'Claude']],
    [['--agent', '']],
    [['--agent', 'a', 'b']],
    [['--agent', 'x'.repeat(33)]],
  ])('twin mcp refuses %j as wrong usage, and says nothing on stdout', words => {
    const { status, stdout, stderr } = twin(...words)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/error: [^\n]+\n[^\n]*wanted: [^\n]+\n[^\n]*hint: /)
  })
  test('twin mcp becomes the server of that agent', () => {
    const { status, stdout, stderr } = twin('--agent', 'claude')
    expect([status, stdout]).toEqual([0, ''])
    expect(stderr).toContain('twin.toml declares no agent claude')
  })
})

test('what an agent does is recorded as that agent, whatever it says of itself', async () => {
  const home = mcpHome()
  await home.start('claude')
  const { call } = await home.connect('other')
  expect(await call('ops_show', { name: 'status', agent: 'claude' })).toMatchObject({
    error: { code: 'bad-request' },
  })
  expect(await call('ops_show', { name: 'status' })).toMatchObject({ outcome: 'done' })
  const records = JSON.stringify(await home.told('audit.list', {}))
  expect(records).toContain('agent:other')
  expect(records).not.toContain('agent:claude')
})
