// A door against everything that is no call: floods, halves, garbage, sizes, and clients that hang or vanish.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Gate } from '../../../daemon/world.ts'
import { CallError, Outcome } from '../../../protocol/call.ts'
import * as cap from '../../../protocol/limits.ts'
import { done, refused } from '../../../protocol/refusal.ts'
import { CLI, connection, exchange, head, OUTCOME, send, testDoor } from './testDoor.ts'

const denied = refused('denied', { is: 'no', wanted: 'yes', fix: 'ask' })
/** A gate whose calls end when the test, or an abort, says so. */
function heldGate() {
  const state = { begun: 0, aborted: 0, end: () => {} }
  const released = new Promise<void>(resolve => {
    state.end = resolve
  })
  const call: Gate['call'] = async (_, __, { signal }) => {
    state.begun++
    await Promise.race([
      released,
      new Promise<void>(resolve => {
        signal.addEventListener('abort', () => resolve(), { once: true })
      }),
    ])
    if (signal.aborted) state.aborted++
    return signal.aborted ? denied : done(OUTCOME)
  }
  return { state, call }
}
afterEach(() => void vi.useRealTimers())

describe('a call', () => {
  test('a door hands the call to the gate with its own channel, whatever the call says', async () => {
    const calls: unknown[] = []
    const { path } = await testDoor({
      call: (channel, asked) => {
        calls.push([channel, asked])
        return Promise.resolve(done(OUTCOME))
      },
    })
    const claim = { input: { door: 'menubar', agent: 'claude', terminal: true } }
    const headers = { 'x-door': 'menubar', 'x-terminal': 'true', authorization: 'cli' }
    const replied = await send(path, { body: JSON.stringify(claim), headers })
    expect([replied.status, replied.type]).toEqual([200, 'application/json'])
    expect(Outcome.parse(JSON.parse(replied.text))).toEqual(OUTCOME)
    expect(calls).toEqual([[CLI, { name: 'status', ...claim }]])
  })
  test.each(['door', 'channel', 'terminal', 'agent', 'caller'])(
    'a call that claims its %s beside the input is refused before the gate',
    async key => {
      const call = vi.fn<Gate['call']>()
      const { path } = await testDoor({ call })
      const replied = await send(path, { body: JSON.stringify({ input: {}, [key]: true }) })
      expect(replied.status).toBe(400)
      expect(CallError.parse(JSON.parse(replied.text)).error.code).toBe('wrong-shape')
      expect(call).not.toHaveBeenCalled()
    },
  )
  test('a refusal has the status of its code and the same body', async () => {
    const { path } = await testDoor({ call: () => Promise.resolve(denied) })
    const replied = await send(path)
    expect(replied.status).toBe(403)
    expect(JSON.parse(replied.text)).toEqual({ error: denied.refusal })
  })
  test('progress comes as lines before the outcome where it was asked for', async () => {
    const { path } = await testDoor({
      call: async (_, __, { progress }) => {
        progress(1, 2)
        progress(2, 2)
        return done(OUTCOME)
      },
    })
    const lines = await send(path, { headers: { accept: 'application/x-ndjson' } })
    expect(lines.type).toBe('application/x-ndjson')
    expect(
      lines.text
        .trim()
        .split('\n')
        .map(line => JSON.parse(line)),
    ).toEqual([{ progress: { done: 1, total: 2 } }, { progress: { done: 2, total: 2 } }, OUTCOME])
    expect(JSON.parse((await send(path)).text)).toEqual(OUTCOME)
  })
  test('an error of our own is a refusal without its text, and the next call is answered', async () => {
    let isBroken = true
    const { path, lines } = await testDoor({
      call: () => {
        if (!isBroken) return Promise.resolve(done(OUTCOME))
        isBroken = false
        throw new TypeError('mail text')
      },
    })
    const broken = await send(path)
    expect(broken.status).toBe(500)
    expect(broken.text + lines.join()).not.toContain('mail text')
    expect(lines).toEqual([expect.stringContaining('TypeError')])
    expect((await send(path)).status).toBe(200)
  })
  test('a door gives its document where it has one, and no other path', async () => {
    const open = await testDoor({ document: () => '{"openapi":"3.1.0"}' })
    expect(await send(open.path, { method: 'GET', path: '/openapi.json' })).toMatchObject({
      status: 200,
      text: '{"openapi":"3.1.0"}',
    })
    const bare = await testDoor()
    expect((await send(bare.path, { method: 'GET', path: '/openapi.json' })).status).toBe(404)
  })
})

describe('what is no call', () => {
  test.each([
    ['/', 'POST', 404],
    ['/operations/', 'POST', 404],
    ['/operations/../status', 'POST', 404],
    ['/operations/status?x=1', 'POST', 404],
    ['/operations/%73tatus', 'POST', 404],
    ['/operations/status', 'GET', 405],
    ['/operations/status', 'DELETE', 405],
  ])('%s by %s gets %i and the body of a refusal', async (path, method, status) => {
    const call = vi.fn<Gate['call']>()
    const door = await testDoor({ call })
    const replied = await send(door.path, { path, method })
    expect(replied.status).toBe(status)
    expect(CallError.safeParse(JSON.parse(replied.text)).success).toBe(true)
    expect(call).not.toHaveBeenCalled()
  })
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json, text/html', ''])(
    'the content type "%s" is refused and that of JSON is not',
    async type => {
      const { path } = await testDoor()
      expect((await send(path, { headers: { 'content-type': type } })).status).toBe(415)
      expect(
        (await send(path, { headers: { 'content-type': 'application/json; charset=utf-8' } })).status,
      ).toBe(200)
    },
  )
  test.each([
    ['nothing', ''],
    ['half an object', '{"input":'],
    ['a key twice', '{"input":{},"input":{}}'],
    ['a forbidden key', '{"input":{"__proto__":{}}}'],
    ['two values', '{"input":{}}{}'],
    ['no object', '[]'],
    ['no input', '{}'],
    ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22])],
    ['a depth beyond all bounds', '['.repeat(cap.CALL_BYTES - 1)],
  ])('a body with %s is refused', async (_, body) => {
    const call = vi.fn<Gate['call']>()
    const { path } = await testDoor({ call })
    const replied = await send(path, { body })
    expect(replied.status).toBe(400)
    expect(CallError.safeParse(JSON.parse(replied.text)).success).toBe(true)
    expect(call).not.toHaveBeenCalled()
  })
  test('garbage bytes are refused, the connection is closed, and the door goes on', async () => {
    const { path, lines } = await testDoor()
    for (const bytes of [
      randomBytes(4_096),
      Buffer.from('\0'.repeat(9)),
      'GET / HTTP/9.9\r\n\r\n',
      '\r\nx y\r\n\r\n',
    ])
      expect(await exchange(path, bytes)).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(lines).toContain('door cli: 1 malformed requests were refused')
    expect((await send(path)).status).toBe(200)
  })
  test.each([
    'content-length: 2\r\ntransfer-encoding: chunked',
    'content-length: 2\r\ncontent-length: 3',
    'transfer-encoding: gzip',
    'content-length: -1',
  ])('a frame that two readers could read in two ways (%s) is refused', async header => {
    const call = vi.fn<Gate['call']>()
    const { path } = await testDoor({ call })
    const bytes = `POST /operations/status HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${header}\r\n\r\n{}`
    expect(await exchange(path, bytes)).toMatch(/^HTTP\/1\.1 400 /)
    expect(call).not.toHaveBeenCalled()
  })
})

describe('sizes', () => {
  const call = (bytes: number) => JSON.stringify({ input: { a: 'x'.repeat(bytes - 20) } }).padEnd(bytes)
  test('a call of the cap is taken and one byte more is refused', async () => {
    const { path } = await testDoor()
    expect((await send(path, { body: call(cap.CALL_BYTES) })).status).toBe(200)
    expect(await exchange(path, `${head(cap.CALL_BYTES + 1)}{`)).toMatch(/^HTTP\/1\.1 413 /)
  })
  test('a body without a length is cut off at the cap', async () => {
    const { path } = await testDoor()
    const chunked = head(0).replace('content-length: 0', 'transfer-encoding: chunked')
    const chunk = `1000\r\n${' '.repeat(4_096)}\r\n`
    const small = `${chunked}c\r\n{"input":{}}\r\n0\r\n\r\n`
    expect(await exchange(path, small.replace('host: twin', 'host: twin\r\nconnection: close'))).toMatch(
      /^HTTP\/1\.1 200 /,
    )
    expect(await exchange(path, chunked + chunk.repeat(17))).toMatch(/^HTTP\/1\.1 413 /)
  })
  test('a head of the cap is taken and a longer one is refused', async () => {
    const { path } = await testDoor()
    const filled = (bytes: number) => send(path, { headers: { 'x-fill': 'x'.repeat(bytes) } })
    expect((await filled(cap.DOOR_HEAD_BYTES - 300)).status).toBe(200)
    expect((await filled(cap.DOOR_HEAD_BYTES)).status).toBe(431)
  })
  test('an outcome of the cap is given and one byte more is refused', async () => {
    let length = 0
    const { path } = await testDoor({
      call: () => Promise.resolve(done({ ...OUTCOME, output: 'x'.repeat(length) })),
    })
    const around = Buffer.byteLength(`${JSON.stringify({ ...OUTCOME, output: '' })}\n`)
    length = cap.OUTCOME_BYTES - around
    expect((await send(path)).text).toHaveLength(cap.OUTCOME_BYTES)
    length += 1
    expect((await send(path)).status).toBe(413)
  })
})

describe('time', () => {
  test.each([
    ['nothing at all', ''],
    ['half a head', 'POST /operations/status HT'],
    ['half a body', `${head(12)}{"input"`],
  ])('a connection that sends %s is closed when its time is over, and not before', async (_, bytes) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { path } = await testDoor()
    const { socket, said } = connection(path)
    await new Promise(resolve => socket.once('connect', resolve))
    socket.write(bytes)
    await send(path)
    vi.advanceTimersByTime(cap.DOOR_SECONDS * 1_000 - 1)
    await send(path)
    expect(socket.destroyed || socket.readableEnded).toBe(false)
    vi.advanceTimersByTime(1)
    const text = await said
    expect(text === '' ? '408' : text).toContain('408')
  })
  test('a call may take longer than a connection may be idle', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { state, call } = heldGate()
    const { path } = await testDoor({ call })
    const replied = send(path)
    await vi.waitUntil(() => state.begun === 1)
    vi.advanceTimersByTime(cap.DOOR_SECONDS * 10_000)
    state.end()
    expect((await replied).status).toBe(200)
  })
  test('a client that hangs up has its call aborted', async () => {
    const { state, call } = heldGate()
    const { path } = await testDoor({ call })
    const { socket } = connection(path)
    socket.write(`${head(12)}{"input":{}}`)
    await vi.waitUntil(() => state.begun === 1)
    expect(state.aborted).toBe(0)
    socket.destroy()
    await vi.waitUntil(() => state.aborted === 1)
  })
})

describe('floods', () => {
  test('calls of the cap run at once and one more is refused', async () => {
    const { state, call } = heldGate()
    const { path } = await testDoor({ call })
    const running = Array.from({ length: cap.CALLS_AT_ONCE }, () => send(path))
    await vi.waitUntil(() => state.begun === cap.CALLS_AT_ONCE)
    expect((await send(path)).status).toBe(429)
    state.end()
    expect((await Promise.all(running)).map(({ status }) => status)).toEqual(running.map(() => 200))
    expect((await send(path)).status).toBe(200)
  })
  test('a pipeline of calls is answered in order and within the cap', async () => {
    const { path } = await testDoor({
      call: (_, { input }) => Promise.resolve(done({ ...OUTCOME, output: input['n'] })),
    })
    const { socket, said } = connection(path)
    const body = (n: number) => `{"input":{"n":${n}}}`
    const many = Array.from({ length: 100 }, (_, n) => head(body(n).length) + body(n)).join('')
    socket.write(many + head(2).replace('host: twin', 'host: twin\r\nconnection: close') + '{}')
    const outputs = [...(await said).matchAll(/"output":(\d+)/g)].map(match => Number(match[1]))
    expect(outputs).toEqual([...outputs].sort((a, b) => a - b))
    expect(outputs.length).toBeGreaterThan(0)
  })
  test('connections of the cap are taken and one more is closed', async () => {
    const { path, lines } = await testDoor()
    const open = Array.from({ length: cap.DOOR_CONNECTIONS }, () => connection(path))
    await Promise.all(open.map(({ socket }) => new Promise(resolve => socket.once('connect', resolve))))
    await vi.waitUntil(async () => (await exchange(path, '')) === '')
    expect(lines).toContain(`door cli: 1 connections over ${cap.DOOR_CONNECTIONS} were closed`)
    open[0]?.socket.destroy()
    await vi.waitUntil(() =>
      send(path).then(
        ({ status }) => status === 200,
        () => false,
      ),
    )
  })
  test('a connection of nobody known is closed unheard', async () => {
    const call = vi.fn<Gate['call']>()
    const { path, lines } = await testDoor({ call, channelOf: () => undefined })
    expect(await exchange(path, `${head(12)}{"input":{}}`)).toBe('')
    expect(call).not.toHaveBeenCalled()
    expect(lines).toEqual([expect.stringContaining('another user')])
  })
})

describe('the end of a door', () => {
  test('a door that stops aborts its calls, answers them, and leaves nothing behind', async () => {
    const { state, call } = heldGate()
    const { path, stop } = await testDoor({ call })
    const replied = send(path)
    await vi.waitUntil(() => state.begun === 1)
    await stop()
    expect(state.aborted).toBe(1)
    expect((await replied).status).toBe(403)
    expect(existsSync(dirname(path))).toBe(false)
  })
  test('neither a silent client, nor a half request, nor a call that does not heed holds up the end', async () => {
    const call = vi.fn<Gate['call']>(() => new Promise(() => undefined))
    const { path, stop } = await testDoor({ call })
    const silent = connection(path)
    const half = connection(path)
    half.socket.write(`${head(12)}{"inp`)
    const deaf = connection(path)
    deaf.socket.write(`${head(12)}{"input":{}}`)
    await vi.waitUntil(() => call.mock.calls.length === 1)
    await stop()
    expect(await Promise.all([silent.said, half.said, deaf.said])).toEqual(['', '', ''])
  })
})
