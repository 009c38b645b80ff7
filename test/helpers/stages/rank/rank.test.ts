// Rank against the scripted Ollama, in this process: answers, every failure, lost lanes, models that must not be used.
import { afterEach, describe, expect, test } from 'vitest'
import { CLOSING, promptOf, PROMPT_VERSION } from '../../../../helpers/stages/rank/prompt.ts'
import { MODEL_TIMEOUTS } from '../../../../protocol/limits.ts'
import { FAILURES } from '../../../ollama/failures.ts'
import { answer, type Behaviour, DIGEST, MODEL, type OllamaScript } from '../../../ollama/script.ts'
import { type Ollama, startOllama } from '../../../ollama/server.ts'
import { envelope, handleOf, makeRun, type Run } from '../run.ts'
import { rankHere, rankOut } from './rankHere.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})
const model = async (script: OllamaScript): Promise<Ollama> => {
  const ollama = await startOllama(script)
  open.push(ollama.close)
  return ollama
}
const runOf = (count: number): Run => {
  const run = makeRun(
    Array.from({ length: count }, (_, index) => envelope({ subject: `Subject number ${index}.` })),
  )
  open.push(run.remove)
  return run
}
const numberOf = (call: Ollama['calls'][number]) =>
  Number(/Subject number (\d+)\./.exec(call.messages[1]?.content ?? '')?.[1])

describe('rank asks the model', () => {
  test('rank records the answer to each message under its handle', async () => {
    const ollama = await model({ chat: call => answer(numberOf(call), `About ${numberOf(call)}.`, ['a']) })
    const run = runOf(3)
    const { end, progress } = await rankHere({ run, ollama })
    expect(end).toEqual({
      type: 'done',
      report: { digest: DIGEST, version: '0.32.15', promptVersion: PROMPT_VERSION },
    })
    expect([...run.scores()]).toEqual(
      [0, 1, 2].map(number => [
        handleOf(number),
        { by: 'model', score: number, reason: `About ${number}.`, topics: ['a'] },
      ]),
    )
    expect(progress).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
  })

  test('rank sends one message a call, with a schema, fixed options and no leave to cut', async () => {
    const ollama = await model({ chat: answer(5) })
    await rankHere({ run: runOf(2), ollama })
    expect(ollama.calls).toHaveLength(2)
    for (const [index, call] of ollama.calls.entries()) {
      const prompt = promptOf(envelope({ subject: `Subject number ${index}.` }))
      expect(call.messages).toEqual([
        { role: 'system', content: prompt.system },
        { role: 'user', content: prompt.user },
      ])
      expect(call.messages[1]?.content.endsWith(CLOSING)).toBe(true)
      expect(call).toMatchObject({
        stream: false,
        truncate: false,
        shift: false,
        think: 'low',
        options: { temperature: 0, seed: 1, num_ctx: 8_192, num_predict: 1_536 },
        format: { type: 'object', additionalProperties: false },
      })
      expect(Object.keys(call.body)).not.toContain('tools')
    }
  })

  test.each([
    ['off', false, 8_192],
    ['on', true, 12_288],
    ['low', 'low', 8_192],
    ['medium', 'medium', 12_288],
    ['high', 'high', 16_384],
  ] as const)('rank maps think %s to %s in the trial and in every call', async (think, sent, window) => {
    const ollama = await model({ chat: answer(5) })
    await rankHere({ run: runOf(1), ollama, config: { think } })
    for (const call of [...ollama.trials, ...ollama.calls]) {
      expect(call.think).toBe(sent)
      expect(call.options['num_ctx']).toBe(window)
    }
    expect(ollama.trials).toHaveLength(1)
  })

  test('rank has as many requests in flight as it has lanes', async () => {
    const ollama = await model({ chat: { type: 'late', ms: 60, reply: answer(5) } })
    const run = runOf(8)
    const { end } = await rankHere({ run, ollama, lanes: 4 })
    expect(end.type).toBe('done')
    expect(ollama.peak()).toBe(4)
    expect(ollama.connections()).toBe(4)
    expect(run.scores().size).toBe(8)
  })

  test('rank waits for a model that loads slowly, beyond the time of one message', async () => {
    const ollama = await model({ chat: answer(5), load: 2_000 })
    const run = runOf(2)
    const { end } = await rankHere({ run, ollama, config: { timeout: 1_000 } })
    expect(end.type).toBe('done')
    expect([...run.scores().values()].map(score => score.by)).toEqual(['model', 'model'])
  })

  test('rank calls no model when every message has its score', async () => {
    const ollama = await model({ chat: answer(5) })
    const run = runOf(2)
    await rankHere({ run, ollama })
    const before = ollama.calls.length + ollama.trials.length
    const { end } = await rankHere({ run, ollama })
    expect(end.type).toBe('done')
    expect(ollama.calls.length + ollama.trials.length).toBe(before)
  })
})

describe('rank takes no answer that breaks a rule', () => {
  test.each(Object.entries(FAILURES))(
    'rank records why there is no score after %s',
    async (_, { behaviour, why }) => {
      const ollama = await model({ chat: behaviour })
      const run = runOf(1)
      const { end } = await rankOut({ run, ollama, config: { timeout: why === 'timeout' ? 1_000 : 20_000 } })
      expect(end.type).toBe('done')
      expect([...run.scores().values()]).toEqual([{ by: 'none', why }])
    },
  )

  test.each(Object.entries(FAILURES))(
    'rank leaves the scores of the other messages alone after %s',
    async (_, { behaviour, why }) => {
      const ollama = await model({ chat: call => (numberOf(call) === 1 ? behaviour : answer(7)) })
      const run = runOf(4)
      const { end } = await rankOut({ run, ollama, config: { timeout: why === 'timeout' ? 1_000 : 20_000 } })
      expect(end.type).toBe('done')
      expect([...run.scores().values()].map(score => score.by)).toEqual(['model', 'none', 'model', 'model'])
    },
  )

  test.each(['score 11', 'trailing text', 'empty content', 'a busy server', 'done false'])(
    'rank asks once more after %s and takes a good second answer',
    async name => {
      const bad = FAILURES[name]?.behaviour as Behaviour
      const ollama = await model({ chat: [bad, answer(6)] })
      const run = runOf(1)
      await rankHere({ run, ollama })
      expect([...run.scores().values()]).toMatchObject([{ by: 'model', score: 6 }])
      expect(ollama.calls).toHaveLength(2)
      expect(ollama.calls[1]?.options).toMatchObject({ seed: 2, num_ctx: 8_192 })
    },
  )

  test('rank asks no third time', async () => {
    const ollama = await model({ chat: answer(11) })
    await rankHere({ run: runOf(1), ollama })
    expect(ollama.calls).toHaveLength(2)
  })

  test('rank gives all tries of one message one deadline', async () => {
    const ollama = await model({ chat: { type: 'late', ms: 250, reply: answer(11) } })
    const run = runOf(1)
    await rankOut({ run, ollama, config: { timeout: 400 } })
    expect([...run.scores().values()]).toEqual([{ by: 'none', why: 'timeout' }])
  })
})

describe('rank loses lanes', () => {
  const reset: Behaviour = { type: 'reset' }

  test('rank lets another lane take the message under which one died', async () => {
    const seen = new Map<number, number>()
    const ollama = await model({
      chat: call => {
        const number = numberOf(call)
        seen.set(number, (seen.get(number) ?? 0) + 1)
        return number === 0 && seen.get(0) === 1 ? reset : { type: 'late', ms: 30, reply: answer(3) }
      },
    })
    const run = runOf(5)
    const { end } = await rankHere({ run, ollama, lanes: 2 })
    expect(end.type).toBe('done')
    expect([...run.scores().values()].map(score => score.by)).toEqual(Array(5).fill('model'))
    expect(seen.get(0)).toBe(2)
  })

  test.each([false, true])(
    'rank asks for fresh lanes when the last one dies (midway: %s), and then finishes',
    async midway => {
      let resets = 0
      const ollama = await model({
        chat: call => (numberOf(call) === 2 && resets++ === 0 ? { type: 'reset', midway } : answer(3)),
      })
      const run = runOf(4)
      const first = await rankHere({ run, ollama })
      expect(first.end).toEqual({ type: 'again' })
      expect(run.scores().size).toBe(2)
      const second = await rankHere({ run, ollama })
      expect(second.end.type).toBe('done')
      expect([...run.scores().values()].map(score => score.by)).toEqual(Array(4).fill('model'))
    },
  )

  test.each([
    [1, reset],
    [3, reset],
    [1, { type: 'switch' }],
  ] as const)(
    'rank gives up the one message that ends every connection (%i lanes, %o)',
    async (lanes, bad) => {
      const ollama = await model({ chat: call => (numberOf(call) === 1 ? bad : answer(3)) })
      const run = runOf(4)
      const { end } = await rankOut({ run, ollama, lanes })
      expect(end.type).toBe('done')
      expect([...run.scores().values()]).toMatchObject([
        { by: 'model' },
        { by: 'none', why: 'unreachable' },
        { by: 'model' },
        { by: 'model' },
      ])
    },
  )

  test('rank goes on over the other lanes after a timeout', async () => {
    const ollama = await model({ chat: call => (numberOf(call) === 0 ? { type: 'hang' } : answer(3)) })
    const run = runOf(4)
    const { end } = await rankHere({ run, ollama, lanes: 2, config: { timeout: 1_000 } })
    expect(end.type).toBe('done')
    expect([...run.scores().values()].map(score => score.by)).toEqual(['none', 'model', 'model', 'model'])
  })

  test('rank gives the model up after some messages in a row without an answer in time', async () => {
    const ollama = await model({ chat: { type: 'hang' } })
    const run = runOf(20)
    const { end, starts } = await rankOut({ run, ollama, config: { timeout: 50 } })
    expect(end).toMatchObject({ type: 'refused', refusal: { code: 'model-unusable' } })
    expect(starts).toBe(MODEL_TIMEOUTS + 1)
  })

  test('rank asks for fresh lanes when it was given none or dead ones', async () => {
    const ollama = await model({ chat: answer(3) })
    const run = runOf(1)
    expect((await rankHere({ run, ollama, lanes: 0 })).end).toEqual({ type: 'again' })
    const closed = await startOllama({ chat: answer(3), records: { type: 'reset' } })
    open.push(closed.close)
    expect((await rankHere({ run, ollama: closed })).end).toEqual({ type: 'again' })
    expect(run.scores().size).toBe(0)
  })
})

describe('rank refuses a model before it sends any mail', () => {
  const refusals: [string, Partial<OllamaScript> & { name?: string }, string][] = [
    [
      'forwards by remote_host',
      { models: [{ name: MODEL, remote_host: 'https://ollama.com' }] },
      'model-forwarded',
    ],
    [
      'forwards by remote_model',
      { models: [{ name: MODEL, remote_model: 'gpt-oss:120b' }] },
      'model-forwarded',
    ],
    [
      'has a cloud tag',
      { name: 'gpt-oss:120b-cloud', models: [{ name: 'gpt-oss:120b-cloud' }] },
      'model-forwarded',
    ],
    ['is tagged cloud', { name: 'gpt-oss:cloud', models: [{ name: 'gpt-oss:cloud' }] }, 'model-forwarded'],
    [
      'is tagged Cloud and local',
      { name: 'gpt-oss:Cloud:local', models: [{ name: 'gpt-oss:Cloud:local' }] },
      'model-forwarded',
    ],
    ['is not installed', { models: [{ name: 'other:7b' }] }, 'model-absent'],
    [
      'cannot think as configured',
      { models: [{ name: MODEL, capabilities: ['completion'] }] },
      'model-unusable',
    ],
    ['speaks another protocol', { records: { type: 'raw', body: '{"object":"list"}' } }, 'model-unusable'],
    ['answers with a page', { records: { type: 'raw', body: '<html></html>' } }, 'model-unusable'],
  ]
  test.each(refusals)('rank refuses a model that %s, in both modes', async (_, script, code) => {
    const ollama = await model({ chat: answer(9), ...script })
    for (const mode of ['probe', 'rank'] as const) {
      const run = runOf(2)
      const { end } = await rankHere({ run, ollama, config: { mode, model: script.name ?? MODEL } })
      expect(end).toMatchObject({ type: 'refused', refusal: { code } })
      expect(run.scores().size).toBe(0)
    }
    expect(ollama.calls).toEqual([])
    expect(ollama.trials).toEqual([])
  })

  test.each(Object.entries(FAILURES).filter(([, { why }]) => why !== 'timeout'))(
    'rank refuses a model that meets the trial message with %s',
    async (_, { behaviour }) => {
      const ollama = await model({ chat: answer(9), trial: behaviour })
      const run = runOf(2)
      const { end } = await rankHere({ run, ollama })
      expect(end.type).toBe('refused')
      expect(ollama.calls).toEqual([])
      expect(run.scores().size).toBe(0)
    },
  )

  test('rank stops at the first answer that came from another machine', async () => {
    const away: Behaviour = {
      ...answer(9),
      extra: { remote_host: 'https://ollama.com:443', remote_model: 'x' },
    }
    const ollama = await model({ chat: [answer(3), away] })
    const run = runOf(5)
    const { end } = await rankHere({ run, ollama })
    expect(end).toMatchObject({ type: 'refused', refusal: { code: 'model-forwarded' } })
    expect(ollama.calls).toHaveLength(2)
    expect(run.scores().size).toBe(1)
  })

  test('rank names a server that is not there in a probe', async () => {
    const gone = await startOllama({ chat: answer(3), records: { type: 'reset' } })
    open.push(gone.close)
    const { end } = await rankHere({ run: runOf(1), ollama: gone, config: { mode: 'probe' } })
    expect(end).toMatchObject({ type: 'refused', refusal: { code: 'model-unreachable' } })
  })

  test('rank reports version, digest and prompt in a probe, and starts no inference', async () => {
    const ollama = await model({
      chat: answer(3),
      models: [{ name: 'other:1b', digest: 'f'.repeat(64) }, { name: MODEL }],
    })
    const { end } = await rankHere({ run: runOf(1), ollama, config: { mode: 'probe' } })
    expect(end).toEqual({
      type: 'done',
      report: { digest: DIGEST, version: '0.32.15', promptVersion: PROMPT_VERSION },
    })
    expect(ollama.requests).toEqual(['GET /api/version', 'POST /api/show', 'GET /api/tags'])
  })

  test('rank finds a model that is configured without its tag', async () => {
    const ollama = await model({ chat: answer(3), models: [{ name: 'llama3:latest' }, { name: 'llama3' }] })
    const { end } = await rankHere({ run: runOf(1), ollama, config: { mode: 'probe', model: 'llama3' } })
    expect(end.type).toBe('done')
  })
})

describe('rank is started wrongly', () => {
  test.each([{}, { mode: 'rank' }, { extra: true }])('rank refuses the config %j', async changes => {
    const run = runOf(1)
    const { serveHere } = await import('../run.ts')
    const { serveRank } = await import('../../../../helpers/stages/rank/rank.ts')
    const { end } = await serveHere(serveRank, {
      inputs: { mail: run.mail, manifest: run.manifest },
      outputs: { scores: run.output('scores') },
      config: changes,
    })
    expect(end).toMatchObject({ type: 'refused', refusal: { code: 'wrong-shape' } })
  })
})
