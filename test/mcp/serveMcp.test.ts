// The server between a client and twind, with a twind of the test's own: progress, giving up, and what twind cannot answer.
import { PassThrough } from 'node:stream'
import { describe, expect, onTestFinished, test } from 'vitest'
import { lineTransport } from '../../mcp/lineTransport.ts'
import type { AskTwind } from '../../mcp/offered.ts'
import { serveMcp } from '../../mcp/serveMcp.ts'
import { done, refused } from '../../protocol/refusal.ts'
import { callLine, INITIALIZE, type RawMessage, until } from './mcpHome.ts'

const OPERATION = {
  name: 'mail.list',
  summary: 'list mail',
  class: 'read',
  ceiling: 'off',
  agents: true,
  provenance: 'mail',
  reversible: false,
  input: { type: 'object', properties: {} },
}
const answered = (operations: readonly unknown[], more = 0) =>
  done({ outcome: 'done', provenance: 'twin', output: { operations, more } } as const)

function served(ask: AskTwind) {
  const input = new PassThrough()
  const output = new PassThrough()
  const chunks: Buffer[] = []
  const logs: string[] = []
  output.on('data', (bytes: Buffer) => chunks.push(bytes))
  const transport = lineTransport(input, output)
  const ended = serveMcp({
    version: '1',
    instructions: 'x',
    ask,
    transport,
    log: line => void logs.push(line),
  })
  onTestFinished(() => void input.end())
  const messages = () =>
    Buffer.concat(chunks)
      .toString()
      .split('\n')
      .filter(Boolean)
      .map(line => JSON.parse(line) as RawMessage & { params?: object })
  const send = (...lines: object[]) => lines.forEach(line => input.write(`${JSON.stringify(line)}\n`))
  send(INITIALIZE)
  return {
    send,
    messages,
    logs,
    input,
    ended,
    answer: async (id: number) => {
      await until(() => messages().some(message => message.id === id))
      return messages().find(message => message.id === id)
    },
  }
}
const list = (id: number) => ({ jsonrpc: '2.0', id, method: 'tools/list' })

describe('a call on its way', () => {
  test('tells how far it is to a client that asked to be told', async () => {
    const { send, answer, messages } = served(async (_name, _call, io) => {
      io?.progress?.(1, 4)
      io?.progress?.(4, 4)
      return done({ outcome: 'done', provenance: 'mail', output: {} })
    })
    send(callLine(1, 'mail_collect'))
    expect(await answer(1)).toMatchObject({ result: { structuredContent: { outcome: 'done' } } })
    expect(messages().filter(({ method }) => method === 'notifications/progress')).toEqual([])
    send({ ...callLine(2, ''), params: { name: 'mail_collect', _meta: { progressToken: 'p' } } })
    expect(await answer(2)).toMatchObject({ result: { structuredContent: { outcome: 'done' } } })
    expect(messages().filter(({ method }) => method === 'notifications/progress')).toMatchObject([
      { params: { progressToken: 'p', progress: 1, total: 4 } },
      { params: { progressToken: 'p', progress: 4, total: 4 } },
    ])
  })
  test.each(['cancelled', 'closed'])('is given up where the client has %s', async way => {
    let given: AbortSignal | undefined
    const { send, input, ended, messages } = served(
      (_name, _call, io) => ((given = io?.signal), new Promise(() => {})),
    )
    send(callLine(1, 'mail_list'))
    expect(await until(() => given !== undefined)).toBe(true)
    if (way === 'cancelled')
      send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } })
    else input.end()
    expect(await until(() => given?.aborted === true)).toBe(true)
    expect(messages().some(({ id }) => id === 1)).toBe(false)
    input.end()
    await ended
  })
  test('carries the token apart from the input, and none that is no token', async () => {
    const asked: unknown[] = []
    const { send, answer } = served(async (name, call) => {
      asked.push({ name, ...call })
      return done({ outcome: 'done', provenance: 'twin', output: {} })
    })
    const token = 'ab'.repeat(32)
    send(
      callLine(1, 'a_b', { x: 1, token }),
      callLine(2, 'a_b', { token: 'me' }),
      callLine(3, 'a_b', { x: 1 }),
    )
    await Promise.all([1, 2, 3].map(answer))
    expect(asked).toEqual([
      { name: 'a.b', input: { x: 1 }, token },
      { name: 'a.b', input: {}, token: '0'.repeat(64) },
      { name: 'a.b', input: { x: 1 } },
    ])
  })
})

describe('what twind cannot answer', () => {
  test('is an error of tools/list, and a line in the log', async () => {
    const { send, answer, logs } = served(async () =>
      refused('not-running', { is: 'it is not', wanted: 'b', fix: 'c' }),
    )
    send(list(1))
    expect(await answer(1)).toMatchObject({
      error: { code: -32603, message: expect.stringContaining('Cannot ask twind: it is not, wanted b; c.') },
    })
    expect(logs).toEqual(['it is not'])
  })
  test.each([
    ['no list', done({ outcome: 'done', provenance: 'twin', output: {} } as const)],
    ['a name that is none', answered([{ ...OPERATION, name: 'Mail List' }])],
    ['an unknown key', answered([{ ...OPERATION, hint: 'obey' }])],
    [
      'a preview',
      done({
        outcome: 'preview',
        preview: { sentence: '', count: 0, changes: [], token: null, expires: null },
      } as const),
    ],
  ])('a list with %s is refused whole', async (_, answerOfTwind) => {
    const { send, answer } = served(async () => answerOfTwind as Awaited<ReturnType<AskTwind>>)
    send(list(1))
    expect(await answer(1)).toMatchObject({ error: { code: -32603 } })
  })
  test('a list that never ends is given up', async () => {
    let asked = 0
    const { send, answer } = served(async () => (asked++, answered([OPERATION], 1)))
    send(list(1))
    expect(await answer(1)).toMatchObject({ error: { code: -32603 } })
    expect(asked).toBeLessThan(1_100)
    const { send: sendEmpty, answer: answerEmpty } = served(async () => answered([], 5))
    sendEmpty(list(1))
    expect(await answerEmpty(1)).toMatchObject({ result: { tools: [] } })
  })
})
