// An MCP client that keeps to nothing: floods, garbage, huge messages, wrong types, hanging up, not reading. It is refused, what
// it costs is bounded, and twind goes on. Raw lines over stdio, since the SDK's client would not send them.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CALL_BYTES, MCP_LINE_BYTES } from '../../protocol/limits.ts'
import {
  buildProcesses,
  callLine,
  INITIALIZE,
  mcpHome,
  type McpHome,
  type RawClient,
  until,
} from './mcpHome.ts'

buildProcesses()
const HOSTILE = join(import.meta.dirname, '../fixtures/plugins/hostile.mjs')
const plugin = (way: string) =>
  `[plugins.bad]\ncommand = ${JSON.stringify([process.execPath, HOSTILE, way])}\ntimeout = "1h"\n`

async function attacked(toml = ''): Promise<{ home: McpHome; raw: RawClient }> {
  const home = mcpHome({ toml, policy: '[capabilities]\n"plugin.bad" = "auto"\n' })
  await home.start()
  const raw = home.raw()
  raw.send(INITIALIZE)
  expect(await until(() => raw.messages().length === 1)).toBe(true)
  return { home, raw }
}
const answer = async (raw: RawClient, id: number | string) => {
  await until(() => raw.messages().some(message => message.id === id))
  return raw.messages().find(message => message.id === id)
}
/** Kilobytes of memory that a process holds. */
const resident = (pid = 0): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

describe('a client that floods', () => {
  test('is answered every call, of which twind makes as many as an agent has, and the flood is recorded', async () => {
    const { home, raw } = await attacked('[operations]\ncalls = 20\n')
    const ids = Array.from({ length: 500 }, (_, id) => id)
    raw.send(...ids.map(id => callLine(id, 'status')))
    expect(await until(() => raw.messages().length === 501)).toBe(true)
    const messages = raw.messages().slice(1)
    expect(new Set(messages.map(({ id }) => id)).size).toBe(500)
    const done = messages.filter(({ result }) => result && !result.isError)
    expect(done.length).toBeGreaterThan(0)
    // One call was made before: the process asks for its workspaces.
    expect(done.length).toBeLessThan(20)
    for (const { result, error } of messages.filter(one => !done.includes(one)))
      expect([(result?.structuredContent?.['error'] as { code?: string })?.code, error?.code]).toEqual(
        result ? ['too-many', undefined] : [undefined, -32600],
      )
    expect(JSON.stringify(await home.told('audit.list', {}))).toContain('"flood"')
    expect(await home.person('status')).toMatchObject({ ok: true })
  })
  test.skipIf(process.platform !== 'linux')(
    'that reads nothing is not read either, and fills no memory',
    async () => {
      const { home, raw } = await attacked()
      raw.child.stdout?.pause()
      const before = resident(raw.child.pid)
      const flood = `${JSON.stringify(callLine(1, 'x'.repeat(1_000), { a: 'y'.repeat(50_000) }))}\n`
      for (let turn = 0; turn < 2_000 && !raw.child.stdin?.writableNeedDrain; turn++)
        raw.child.stdin?.write(flood)
      for (let turn = 0; turn < 40; turn++) raw.child.stdin?.write('garbage\n'.repeat(10_000))
      await new Promise(resolve => setTimeout(resolve, 500))
      expect(raw.child.stdin?.writableLength).toBeGreaterThan(0)
      expect(resident(raw.child.pid) - before).toBeLessThan(100_000)
      expect(await home.person('status')).toMatchObject({ ok: true })
    },
  )
})

describe('a client that sends what it should not', () => {
  test('garbage is refused a line at a time, and the next call is made', async () => {
    const { raw } = await attacked()
    raw.send('garbage', '[]', '{"jsonrpc":"2.0"}', `"${'x'.repeat(MCP_LINE_BYTES)}"`, callLine(1, 'status'))
    expect(await answer(raw, 1)).toMatchObject({ result: { structuredContent: { outcome: 'done' } } })
    const refused = raw.messages().filter(({ error }) => error)
    expect(refused.map(({ error }) => error?.code)).toEqual([-32700, -32700, -32700, -32700])
  })
  test('arguments over the cap of a call are refused', async () => {
    const { raw } = await attacked()
    raw.send(callLine(1, 'status', { a: 'x'.repeat(CALL_BYTES) }), callLine(2, 'status', {}))
    expect(await answer(raw, 1)).toMatchObject({
      result: { isError: true, structuredContent: { error: { code: 'too-long' } } },
    })
    expect(await answer(raw, 2)).toMatchObject({ result: { structuredContent: { outcome: 'done' } } })
  })
  test.each([
    ['a name that is a number', callLine(1, 7)],
    ['no name', callLine(1, undefined)],
    ['arguments that are a list', callLine(1, 'status', [1])],
    ['arguments that are text', callLine(1, 'status', 'x')],
    ['no params', { jsonrpc: '2.0', id: 1, method: 'tools/call' }],
    ['a call as a task', { ...callLine(1, ''), params: { name: 'status', task: { ttl: 1_000 } } }],
    ['a method that is none', { jsonrpc: '2.0', id: 1, method: 'twin/approve', params: {} }],
  ])('%s is refused, and makes no call', async (_, line) => {
    const { home, raw } = await attacked()
    const before = JSON.stringify(await home.told('audit.list', {})).split('"agent:claude"').length
    raw.send(line)
    const { error, result } = (await answer(raw, 1)) ?? {}
    expect(error?.code ?? (result?.isError && 'refused')).toBeTruthy()
    const after = JSON.stringify(await home.told('audit.list', {})).split('"agent:claude"').length
    expect(after).toBe(before)
  })
  test.each([
    ['another type', { name: 7 }],
    ['an unknown key', { name: 'status', more: 1 }],
    ['nothing', {}],
  ])('arguments of %s are refused by twind, which names the field and not the value', async (_, args) => {
    const { raw } = await attacked()
    raw.send(callLine(1, 'ops_show', args))
    expect(await answer(raw, 1)).toMatchObject({
      result: { isError: true, structuredContent: { error: { code: 'bad-request' } } },
    })
  })
  test('answers to questions that nobody asked are passed over', async () => {
    const { raw } = await attacked()
    raw.send({ jsonrpc: '2.0', id: 99, result: { approved: true } }, callLine(1, 'status'))
    expect(await answer(raw, 1)).toMatchObject({ result: { structuredContent: { outcome: 'done' } } })
  })
})

describe('a client that hangs up', () => {
  test('ends the process, also in the middle of a call, which twind gives up', async () => {
    const { home, raw } = await attacked(plugin('never answers'))
    await home.offer('bad.find')
    raw.send(callLine(1, 'bad_find'), callLine(2, 'status'))
    expect(await answer(raw, 2)).toMatchObject({ result: { structuredContent: { outcome: 'done' } } })
    raw.child.stdin?.end()
    expect(await raw.ended).toEqual({ code: 0, signal: null })
    expect(await home.person('status')).toMatchObject({ ok: true })
  })
  test('ends the process where it only stops reading and goes', async () => {
    const { home, raw } = await attacked()
    raw.child.stdout?.destroy()
    raw.send(...Array.from({ length: 30 }, (_, id) => callLine(id, 'status')))
    expect(await raw.ended).toMatchObject({ signal: null })
    expect(await home.person('status')).toMatchObject({ ok: true })
  })
  test('ends the process before it has said anything', async () => {
    const home = mcpHome()
    const raw = home.raw()
    raw.child.stdin?.end()
    expect(await raw.ended).toEqual({ code: 0, signal: null })
    expect(existsSync(join(home.home, 'state', 'lock'))).toBe(false)
  })
  test('gets no answer to a call that it cancels, and may call again', async () => {
    const { home, raw } = await attacked(plugin('never answers'))
    await home.offer('bad.find')
    raw.send(callLine(1, 'bad_find'), {
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    })
    raw.send(callLine(2, 'status'))
    expect(await answer(raw, 2)).toMatchObject({ result: { structuredContent: { outcome: 'done' } } })
    expect(raw.messages().some(({ id }) => id === 1)).toBe(false)
  })
})
