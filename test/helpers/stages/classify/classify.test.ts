// Classes by rules and by a scripted model, and which messages go on.
import { afterEach, describe, expect, test } from 'vitest'
import { classify } from '../../../../helpers/stages/classify/classify.ts'
import { classByRules } from '../../../../helpers/stages/classify/classOf.ts'
import { ClassifyConfig } from '../../../../protocol/stageConfigs.ts'
import { type Behaviour, MODEL } from '../../../ollama/script.ts'
import { type Ollama, startOllama } from '../../../ollama/server.ts'
import { stageHere, mail } from '../stageHere.ts'

const SCHEMA = {
  type: 'object',
  required: ['class'],
  properties: { class: { type: 'string', enum: ['receipt', 'list', 'rest'] } },
}
const CONFIG = {
  schema: SCHEMA,
  classes: [
    { name: 'list', when: { list: true } },
    { name: 'receipt', when: { words: ['receipt', 'kvittering'] } },
  ],
}
const given = { envelope: mail(), body: '', outputs: ['chosen'], config: CONFIG }
const servers: Ollama[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close()
})

test('classByRules takes the first class whose condition holds, and none where none does', () => {
  const config = ClassifyConfig.parse({ ...CONFIG, classes: [...CONFIG.classes, { name: 'rest' }] })
  const of = (changes: Parameters<typeof mail>[0], classes = config.classes) =>
    classByRules({ ...config, classes }, { records: [], message: { envelope: mail(changes), body: '' } })
  expect(of({ listId: 'a.list' })).toBe('list')
  expect(of({})).toBe('receipt')
  expect(of({ subject: 'Hello' })).toBe('rest')
  expect(of({ subject: 'Hello' }, config.classes.slice(0, 2))).toBeUndefined()
})

describe('classify', () => {
  test('classify writes the class of a message, and nothing for one of no class', async () => {
    expect((await stageHere(classify, given)).out['chosen']).toEqual({ class: 'receipt' })
    const none = await stageHere(classify, { ...given, envelope: mail({ subject: 'Hello' }) })
    expect([none.out['chosen'], none.result]).toEqual([
      undefined,
      { ok: true, value: ['a message is of no class'] },
    ])
  })

  test('classify lets only the kept classes go on', async () => {
    const made = await stageHere(classify, { ...given, config: { ...CONFIG, keep: ['list'] } })
    expect(made.out['chosen']).toBeUndefined()
  })

  test('classify decides by records alone where the message is not wired', async () => {
    const made = await stageHere(classify, {
      records: { records: { total: '500 kr' } },
      outputs: ['chosen'],
      config: { schema: SCHEMA, classes: [{ name: 'receipt', when: { field: 'total', at_least: 100 } }] },
    })
    expect(made.out['chosen']).toEqual({ class: 'receipt' })
  })

  test.each([
    [{ ...CONFIG, classes: [{ name: 'other' }] }, 'with.schema'],
    [{ ...CONFIG, keep: ['other'] }, 'with.keep'],
    [{ ...CONFIG, engine: 'model' }, 'with.instructions'],
    [{ ...CONFIG, classes: [{ name: 'list', when: { equals: 1 } }] }, 'with.classes.0.when'],
    [{ ...CONFIG, classes: [] }, 'with.classes'],
    [{ ...CONFIG, classes: [{ name: 'list', when: { from: ['a.test'] } }] }, 'no key from'],
  ])('classify refuses the configuration %j by its key', async (config, key) => {
    const { result } = await stageHere(classify, { ...given, config })
    expect(result).toMatchObject({ ok: false, refusal: { code: 'config' } })
    expect(JSON.stringify(result)).toContain(key)
  })

  const byModel = async (behaviour: Behaviour) => {
    const ollama = await startOllama({ chat: behaviour })
    servers.push(ollama)
    return stageHere(classify, {
      ...given,
      config: { ...CONFIG, engine: 'model', instructions: 'Receipts are bills that are paid.' },
      model: { model: MODEL, host: ollama.host, think: 'off', timeout: 1_000 },
      port: ollama.port,
    })
  }

  test('classify takes the class that a model chose of those that the run lists', async () => {
    expect((await byModel({ type: 'reply', content: '{"class":"list"}' })).out['chosen']).toEqual({
      class: 'list',
    })
  })

  test.each([
    '{"class":"trash"}',
    '{"class":"rest"}',
    '{"class":["list"]}',
    '{"class":"list","op":"expunge"}',
    '"list"',
  ])('classify writes no class that the run does not list, whatever a model answers: %s', async content => {
    const { result, out } = await byModel({ type: 'reply', content })
    expect(result).toMatchObject({ ok: false, refusal: { code: 'model-unusable' } })
    expect(out['chosen']).toBeUndefined()
  })
})
