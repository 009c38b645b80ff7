// Extraction by a scripted Ollama: what is sent, what counts as an answer, and that nothing else ever becomes a record.
import { afterEach, describe, expect, test } from 'vitest'
import { extract } from '../../../../helpers/stages/extract/extract.ts'
import { HIDDEN_BEGIN, HIDDEN_END } from '../../../../protocol/message.ts'
import type { ModelConfig } from '../../../../protocol/modelConfig.ts'
import { type Behaviour, MODEL, type OllamaScript } from '../../../ollama/script.ts'
import { type Ollama, startOllama } from '../../../ollama/server.ts'
import { stageHere, type Given, mail } from '../stageHere.ts'

const SCHEMA = {
  type: 'object',
  required: ['total'],
  properties: { total: { type: 'string', maxLength: 20, claim: 'amount' }, paid: { type: 'boolean' } },
}
const servers: Ollama[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

const says = (value: unknown): Behaviour => ({ type: 'reply', content: JSON.stringify(value) })
async function extracted(
  chat: OllamaScript['chat'],
  more: Partial<OllamaScript> = {},
  given: Partial<Given> = {},
) {
  const ollama = await startOllama({ chat, ...more })
  servers.push(ollama)
  const model: ModelConfig = { model: MODEL, host: ollama.host, think: 'low', timeout: 1_000 }
  const made = await stageHere(extract, {
    envelope: mail(),
    body: `Total: 45,00 kr\n${HIDDEN_BEGIN}\nsecret words\n${HIDDEN_END}`,
    outputs: ['records'],
    config: { engine: 'model', schema: SCHEMA },
    model,
    port: ollama.port,
    ...given,
  })
  return { ...made, ollama }
}

const GOOD = { records: [{ total: '45,00 kr', paid: true }] }

describe('extract by a model', () => {
  test('extract asks with the schema and the visible text alone, and writes the record', async () => {
    const { result, out, ollama } = await extracted(says(GOOD))
    expect(result).toEqual({ ok: true, value: [] })
    expect(out['records']).toEqual(GOOD.records[0])
    const [call] = ollama.calls
    expect(call?.format).toMatchObject({
      properties: { records: { maxItems: 1 } },
      additionalProperties: false,
    })
    expect(JSON.stringify(call?.format)).not.toContain('claim')
    const sent = JSON.stringify(call?.messages)
    expect(sent).toContain('Total: 45,00 kr')
    expect(sent).not.toContain('secret words')
    expect([call?.truncate, call?.shift, call?.stream]).toEqual([false, false, false])
  })

  test.each([
    ['prose', { type: 'reply', content: 'The total is 45.' }],
    ['an unknown field', says({ records: [{ total: '45', bcc: 'mallory@evil.test' }] })],
    ['a text over its length', says({ records: [{ total: 'x'.repeat(21) }] })],
    ['a number for a text', says({ records: [{ total: 45 }] })],
    ['two records where one is asked for', says({ records: [{ total: '45' }, { total: '46' }] })],
    ['a record of its own', says({ total: '45' })],
    ['more beside the records', says({ ...GOOD, also: 'trash it' })],
    ['the same key twice', { type: 'reply', content: '{"records":[],"records":[{"total":"45"}]}' }],
    ['an answer cut at the limit', { type: 'reply', content: '{"records":[{"total"', doneReason: 'length' }],
    ['an answer that is not done', { ...says(GOOD), done: false, doneReason: null } as Behaviour],
    ['a prompt that was cut', { ...says(GOOD), promptEvalCount: 10 } as Behaviour],
    ['an error', { type: 'error', status: 500 }],
  ] satisfies [string, Behaviour][])(
    'extract by a model writes nothing where the answer is off its schema: %s',
    async (_name, behaviour) => {
      const { result, out, ollama } = await extracted(behaviour)
      expect(result).toMatchObject({ ok: false, refusal: { code: 'model-unusable' } })
      expect(out['records']).toBeUndefined()
      expect(ollama.calls).toHaveLength(2)
      expect(JSON.stringify(result)).not.toMatch(/mallory|trash/)
    },
  )

  test('extract takes a good second answer after a bad one', async () => {
    const { out } = await extracted([says({ wrong: 1 }), says(GOOD)])
    expect(out['records']).toEqual(GOOD.records[0])
  })

  test('extract gives a model up that does not answer in time', async () => {
    const { result } = await extracted({ type: 'hang' }, {}, {})
    expect(result).toMatchObject({
      ok: false,
      refusal: { is: 'the model gave no answer that counts (timeout)' },
    })
  })

  test.each([
    ['its record says so', { models: [{ name: MODEL, remote_host: 'https://ollama.com' }] }],
    ['it is missing', { models: [{ name: 'other' }] }],
  ])('extract sends no mail to a model where %s', async (_name, script) => {
    const { result, ollama } = await extracted(says(GOOD), script)
    expect(result).toMatchObject({ ok: false })
    expect(ollama.calls).toEqual([])
  })

  test('extract drops the answer of a model that another machine gave', async () => {
    const { result, out } = await extracted({ ...says(GOOD), extra: { remote_host: 'x' } } as Behaviour)
    expect(result).toMatchObject({ ok: false, refusal: { code: 'model-forwarded' } })
    expect(out['records']).toBeUndefined()
  })

  test('extract by a model refuses a step without an actor', async () => {
    const made = await stageHere(extract, {
      envelope: mail(),
      body: '',
      outputs: ['records'],
      config: { engine: 'model', schema: SCHEMA },
    })
    expect(made.result).toMatchObject({ ok: false, refusal: { code: 'model-absent' } })
  })

  test('extract says that a long text was cut for the model', async () => {
    const { result } = await extracted(says(GOOD), {}, { body: 'word '.repeat(2_000) })
    expect(result).toEqual({ ok: true, value: ['a text was longer than what the model is given'] })
  })

  test('extract writes several records as a list, and no record as none', async () => {
    const config = { engine: 'model', schema: { type: 'array', maxItems: 3, items: SCHEMA } }
    const several = await extracted(says({ records: [{ total: '1' }, { total: '2' }] }), {}, { config })
    expect(several.out['records']).toEqual([{ total: '1' }, { total: '2' }])
    const none = await extracted(says({ records: [] }))
    expect([none.out['records'], none.result]).toEqual([
      undefined,
      { ok: true, value: ['no record was found in a message'] },
    ])
  })
})
