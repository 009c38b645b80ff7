// The scripted Ollama keeps the contract that a real one is held to, and speaks the wire format as the ollama package reads it.
import { Ollama } from 'ollama/browser'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from './contract.ts'
import { FAILURES } from './failures.ts'
import { answer, DIGEST, MODEL } from './script.ts'
import { type Ollama as Scripted, startOllama } from './server.ts'

contract('the scripted Ollama', async () => {
  const { port, host, close } = await startOllama({
    chat: call => {
      const dull = call.messages[1]?.content.includes('news@shoes.test')
      return {
        type: 'late',
        ms: 80,
        reply: answer(dull ? 1 : 9, dull ? 'A sale.' : 'She needs a signature.'),
      }
    },
  })
  return { port, host, close, model: MODEL, think: 'low', timeout: 10_000 }
})

describe('the wire format', () => {
  let scripted: Scripted
  let client: Ollama
  beforeAll(async () => {
    scripted = await startOllama({ chat: answer(7) })
    client = new Ollama({ host: scripted.host })
  })
  afterAll(() => scripted.close())
  const ask = { model: MODEL, messages: [{ role: 'user', content: 'Hello' }], format: { type: 'object' } }

  test('the package reads version, list and record', async () => {
    expect(await client.version()).toEqual({ version: '0.32.15' })
    expect((await client.list()).models[0]).toMatchObject({ name: MODEL, digest: DIGEST })
    expect((await client.show({ model: MODEL })).capabilities).toContain('thinking')
    await expect(client.show({ model: 'no:1b' })).rejects.toMatchObject({ status_code: 404 })
  })

  test('the package reads a whole reply and a streamed one as the same text', async () => {
    const whole = await client.chat({ ...ask, stream: false })
    let text = ''
    let last: unknown
    for await (const part of await client.chat({ ...ask, stream: true })) {
      text += part.message.content
      last = part
    }
    expect(text).toBe(whole.message.content)
    expect(whole).toMatchObject({ done: true, done_reason: 'stop', prompt_eval_count: 2 })
    expect(last).toMatchObject({ done: true, done_reason: 'stop', prompt_eval_count: 2 })
  })

  test('the server refuses a foreign Host, as the fix of CVE-2024-28224 does', async () => {
    const { request } = await import('node:http')
    const status = await new Promise(resolve => {
      request({ port: scripted.port, path: '/api/tags', headers: { host: 'evil.test' } }, reply => {
        reply.resume()
        resolve(reply.statusCode)
      }).end()
    })
    expect(status).toBe(403)
  })

  test('the list of failures names each one that the reference lists', () => {
    const names = Object.keys(FAILURES).join('; ')
    for (const name of [
      'missing model',
      'busy',
      'without the schema',
      'empty content',
      'done false',
      'cut prompt',
    ])
      expect(names).toContain(name)
    for (const name of ['score 11', 'extra keys', 'duplicate keys', 'trailing text', 'hang', 'id of another'])
      expect(names).toContain(name)
  })
})
