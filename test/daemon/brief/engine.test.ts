// Which engine scores, with the real rank stage and a scripted Ollama.
import { createServer } from 'node:net'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { chooseEngine } from '../../../daemon/brief/engine.ts'
import { loadPipeline } from '../../../daemon/brief/pipeline.ts'
import type { Site } from '../../../daemon/brief/stage.ts'
import { Config } from '../../../protocol/config.ts'
import { answer, DIGEST, MODEL, type OllamaScript } from '../../ollama/script.ts'
import { startOllama } from '../../ollama/server.ts'
import { builtDist } from '../builtDist.ts'

let built: Awaited<ReturnType<typeof builtDist>>
beforeAll(async () => {
  built = await builtDist({ mail: 'fake' })
})
afterAll(() => built.remove())

const site = (signal?: AbortSignal): Site => {
  const grants = loadPipeline(built.dist)
  if (!grants.ok) throw new Error(grants.refusal.is)
  return { dist: built.dist, grants: grants.value, now: () => 1_796_016_300_000, signal }
}
const rankerOf = (more: object) => Config.parse({ ranker: { timeout: '5s', ...more } }).ranker
async function scripted(script: Partial<OllamaScript> = {}) {
  const ollama = await startOllama({ chat: answer(8), ...script })
  onTestFinished(() => ollama.close())
  return ollama
}
const WANTED = ['auto', 'ollama'] as const

describe('a model that can be used', () => {
  test.each(WANTED)('chooseEngine takes the model for %s and sends it no mail', async wanted => {
    const ollama = await scripted()
    const engine = await chooseEngine(site(), rankerOf({ host: ollama.host }), wanted)
    expect(engine).toEqual({
      ok: true,
      value: {
        note: wanted === 'auto' ? 'it answered' : 'as was asked for',
        auto: wanted === 'auto',
        model: { model: MODEL, digest: DIGEST, promptVersion: expect.any(Number), think: 'low' },
      },
    })
    expect(ollama.calls).toEqual([])
  })
  test('chooseEngine asks nobody when the rules are asked for', async () => {
    const ollama = await scripted()
    expect(await chooseEngine(site(), rankerOf({ host: ollama.host }), 'rules')).toMatchObject({
      ok: true,
      value: { model: null, note: 'as was asked for' },
    })
    expect(ollama.requests).toEqual([])
  })
})

describe('a model that cannot be used', () => {
  const nobody = async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    server.close()
    return `http://127.0.0.1:${port}`
  }
  test('chooseEngine falls back to the rules on auto and says why, and refuses on ollama', async () => {
    const cases = [
      [await nobody(), 'model-unreachable'],
      [(await scripted({ models: [] })).host, 'model-absent'],
      [(await scripted({ records: { type: 'raw', body: '<html>' } })).host, 'model-unusable'],
    ] as const
    for (const [host, code] of cases) {
      const refused = await chooseEngine(site(), rankerOf({ host }), 'ollama')
      expect(refused).toMatchObject({ ok: false, refusal: { code } })
      const engine = await chooseEngine(site(), rankerOf({ host }), 'auto')
      expect(engine).toEqual({
        ok: true,
        value: { model: null, note: refused.ok ? '' : refused.refusal.is, auto: false },
      })
    }
  })
  test.each(WANTED)(
    'chooseEngine refuses a model that Ollama forwards elsewhere, for %s too',
    async wanted => {
      for (const record of [
        { remote_host: 'https://ollama.example:443' },
        { remote_model: 'gpt-oss:120b' },
      ]) {
        const ollama = await scripted({ models: [{ name: MODEL, ...record }] })
        expect(await chooseEngine(site(), rankerOf({ host: ollama.host }), wanted)).toMatchObject({
          ok: false,
          refusal: { code: 'model-forwarded' },
        })
        expect([...ollama.calls, ...ollama.trials]).toEqual([])
      }
      const cloud = rankerOf({ host: await nobody(), model: 'gpt-oss:120b-cloud' })
      expect(await chooseEngine(site(), cloud, wanted)).toMatchObject({
        ok: false,
        refusal: { code: 'model-forwarded' },
      })
    },
  )
  test('chooseEngine stops a look at the model that is no longer wanted', async () => {
    const ollama = await scripted({ records: { type: 'hang' } })
    const stopped = await chooseEngine(
      site(AbortSignal.timeout(500)),
      rankerOf({ host: ollama.host }),
      'auto',
    )
    expect(stopped).toMatchObject({ ok: false, refusal: { code: 'interrupted' } })
  })
})
