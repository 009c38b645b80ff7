// The transport against a client that does not keep the protocol: garbage, floods, huge lines, ids used twice, a client that does
// not read. Streams of the test's own stand for stdin and stdout.
import { PassThrough, Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { lineTransport, type LineTransport } from '../../mcp/lineTransport.ts'
import { MCP_LINE_BYTES, MCP_REQUESTS } from '../../protocol/limits.ts'

interface Wire {
  readonly transport: LineTransport
  readonly input: PassThrough
  readonly taken: JSONRPCMessage[]
  readonly sent: () => { id?: unknown; error?: { code: number; message: string }; result?: unknown }[]
  readonly push: (...lines: string[]) => Promise<void>
}
const settled = () => new Promise<void>(resolve => setImmediate(resolve))

async function wire(output: Writable = new PassThrough()): Promise<Wire> {
  const input = new PassThrough()
  const chunks: Buffer[] = []
  if (output instanceof PassThrough) output.on('data', (bytes: Buffer) => chunks.push(bytes))
  const transport = lineTransport(input, output)
  const taken: JSONRPCMessage[] = []
  Object.assign(transport, { onmessage: (message: JSONRPCMessage) => void taken.push(message) })
  await transport.start()
  return {
    transport,
    input,
    taken,
    sent: () =>
      Buffer.concat(chunks)
        .toString()
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line)),
    push: async (...lines) => {
      input.write(lines.map(line => `${line}\n`).join(''))
      await settled()
    },
  }
}
const request = (id: number | string, method = 'tools/list') => JSON.stringify({ jsonrpc: '2.0', id, method })

describe('what a client sends', () => {
  test('a message is handed on as it came', async () => {
    const { taken, push, sent } = await wire()
    await push(request(1), request('a'))
    expect(taken).toMatchObject([{ id: 1 }, { id: 'a' }])
    expect(sent()).toEqual([])
  })
  test.each([
    ['no JSON', 'hello'],
    ['two values', '{}{}'],
    ['a key twice', '{"jsonrpc":"2.0","id":1,"id":2,"method":"tools/list"}'],
    ['a prototype', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"__proto__":{}}}'],
    ['too deep', `{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":${'['.repeat(20)}${']'.repeat(20)}}}`],
    ['another version', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}'],
    ['no method', '{"jsonrpc":"2.0","id":1}'],
    ['an id of another type', '{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list"}'],
    ['a batch', `[${request(1)}]`],
    ['a number', '7'],
  ])('a line with %s is refused, and the next one is taken', async (_, line) => {
    const { taken, push, sent } = await wire()
    await push(line, request(2))
    expect(sent()).toMatchObject([{ jsonrpc: '2.0', error: { code: -32700 } }])
    expect(sent()[0]).not.toHaveProperty('id')
    expect(taken).toMatchObject([{ id: 2 }])
  })
  test('a line of the cap is taken and one a byte longer is refused', async () => {
    const { taken, push, sent } = await wire()
    const bare = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: { a: '' } }).length
    const sized = (id: number, bytes: number) =>
      JSON.stringify({ jsonrpc: '2.0', id, method: 'x', params: { a: 'y'.repeat(bytes - bare) } })
    await push(sized(1, MCP_LINE_BYTES), sized(2, MCP_LINE_BYTES + 1), request(3))
    expect(taken).toMatchObject([{ id: 1 }, { id: 3 }])
    expect(sent()).toMatchObject([{ error: { code: -32700 } }])
  })
})

describe('how much a client may have open', () => {
  test('so many requests are taken at once, and one more is refused by its id', async () => {
    const { transport, taken, push, sent } = await wire()
    await push(...Array.from({ length: MCP_REQUESTS + 1 }, (_, id) => request(id)))
    expect(taken).toHaveLength(MCP_REQUESTS)
    expect(sent()).toMatchObject([{ id: MCP_REQUESTS, error: { code: -32600 } }])
    await transport.send({ jsonrpc: '2.0', id: 0, result: {} })
    await push(request('next'))
    expect(taken.at(-1)).toMatchObject({ id: 'next' })
  })
  test('an id may be open once', async () => {
    const { taken, push, sent } = await wire()
    await push(request(1), request(1), request('1'))
    expect(taken).toMatchObject([{ id: 1 }, { id: '1' }])
    expect(sent()).toMatchObject([{ id: 1, error: { code: -32600 } }])
  })
  test('a request that is cancelled makes room', async () => {
    const { taken, push } = await wire()
    await push(...Array.from({ length: MCP_REQUESTS }, (_, id) => request(id)))
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 3 } }
    await push(JSON.stringify(cancel), request('next'))
    expect(taken.at(-1)).toMatchObject({ id: 'next' })
  })
  test('nothing more is read while nobody reads the answers', async () => {
    const stuck: (() => void)[] = []
    const output = new Writable({
      highWaterMark: 64,
      write: (_chunk, _encoding, next) => void stuck.push(next),
    })
    const { transport, input, taken, push } = await wire(output)
    await push('garbage')
    expect([transport.isCongested(), input.isPaused()]).toEqual([true, true])
    await push(request(1))
    expect(taken).toEqual([])
    stuck.pop()?.()
    await settled()
    await settled()
    expect(input.isPaused()).toBe(false)
    expect(taken).toMatchObject([{ id: 1 }])
  })
})

describe('the end', () => {
  test('comes when the client closes its end', async () => {
    const { transport, input } = await wire()
    let closed = 0
    Object.assign(transport, { onclose: () => void closed++ })
    input.end()
    await transport.closed
    expect([closed, input.destroyed]).toEqual([1, true])
  })
  test('comes when nobody reads any more', async () => {
    const output = new Writable({ write: (_chunk, _encoding, next) => next(new Error('EPIPE')) })
    const { transport, push } = await wire(output)
    await push('garbage')
    await transport.closed
    expect(transport.isCongested()).toBe(false)
  })
  test('comes once when it is closed twice', async () => {
    const { transport } = await wire()
    let closed = 0
    Object.assign(transport, { onclose: () => void closed++ })
    await transport.close()
    await transport.close()
    await transport.closed
    expect(closed).toBe(1)
  })
})
