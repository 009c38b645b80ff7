// Caps that are waits of seconds or minutes, with the same code and shorter waits: the module of caps is replaced for this file.
// Each has its control: what ends, or answers, before the wait is over is not touched.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startStage, type Site } from '../../daemon/brief/stage.ts'
import { probe, tryOut } from '../../helpers/stages/rank/probe.ts'
import { laneOf } from '../../helpers/laneFetch.ts'
import { start } from '../../helpers/starter/start.ts'
import { config, dial, envelope, makeRun } from '../helpers/stages/run.ts'
import { rankHere } from '../helpers/stages/rank/rankHere.ts'
import { answer, type OllamaScript } from '../ollama/script.ts'
import { startOllama } from '../ollama/server.ts'

vi.mock(import('../../protocol/limits.ts'), async original => ({
  ...(await original()),
  ...({
    MAIL_SECONDS: 4,
    STAGE_SECONDS: 4,
    CHILD_EXIT_SECONDS: 2,
    MODEL_LOAD_SECONDS: 3,
    MODEL_RECORD_SECONDS: 3,
    MODEL_BUSY_MILLISECONDS: 400,
  } as object),
}))

const root = realpathSync(mkdtempSync(join(tmpdir(), 'twin-deadlines-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
const folder = (): string => {
  const path = join(root, String(folders++))
  mkdirSync(path, { mode: 0o700 })
  return path
}

const linux = process.platform === 'linux'
const HANG = 'setInterval(() => {}, 1000)'
const DONE = `require('node:fs').writeSync(3, JSON.stringify({ type: 'done', report: 7 }) + '\\n')`

describe.skipIf(!linux)('processes', () => {
  const cwd = process.cwd()
  afterEach(() => {
    process.chdir(cwd)
    vi.unstubAllEnvs()
  })

  test('the starter ends a mail helper that hangs and not one that ends', async () => {
    const run = (program: string): Promise<number> => {
      const dist = folder()
      writeFileSync(join(dist, 'mail.cjs'), program)
      writeFileSync(join(dist, 'twin-mail.cjs'), '')
      vi.stubEnv('TWIN_HOME', folder())
      vi.stubEnv('HOME', folder())
      return start(['node', join(dist, 'twin-mail.cjs')])
    }
    const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    onTestFinished(() => said.mockRestore())
    expect(await run('process.exit(0)')).toBe(0)
    expect(said.mock.calls.join('')).toBe('')
    expect(await run(HANG)).toBe(1)
    expect(said.mock.calls.join()).toContain('SIGKILL')
  })

  const stage = (program: string) => {
    const dist = folder()
    writeFileSync(join(dist, 'filter.cjs'), program)
    const none = new Set<never>()
    const site: Site = { dist, grants: { filter: none, rank: none, brief: none }, now: () => 1_000 }
    return startStage(site, { stage: 'filter', inputs: {}, outputs: {}, config: null })
  }

  test('twind ends a stage that hangs and not one that ends', async () => {
    expect(await stage(DONE)).toMatchObject({ ok: true, value: { type: 'done', report: 7 } })
    expect(await stage(HANG)).toMatchObject({ ok: false, refusal: { code: 'late' } })
  })

  test('twind ends a stage that stays after its last line', async () => {
    expect(await stage(`${DONE}; setTimeout(() => process.exit(0), 100)`)).toMatchObject({ ok: true })
    expect(await stage(`${DONE}; ${HANG}`)).toMatchObject({ ok: false, refusal: { code: 'late' } })
  })
})

describe('the model', () => {
  const asked = async (script: OllamaScript) => {
    const ollama = await startOllama(script)
    const lane = await dial(ollama.port)
    onTestFinished(async () => {
      lane.destroy()
      await ollama.close()
    })
    return { lane: laneOf(lane), ollama }
  }
  const rank = (host: string) => config({ host, timeout: 100 })

  test('a model may take the time to load on top of that of a message and no longer', async () => {
    const slow = await asked({ chat: answer(5), load: 500 })
    expect(await tryOut(slow.lane, rank(slow.ollama.host))).toMatchObject({ ok: true })
    const never = await asked({ chat: answer(5), trial: { type: 'hang' } })
    expect(await tryOut(never.lane, rank(never.ollama.host))).toMatchObject({
      ok: false,
      refusal: { code: 'model-unusable' },
    })
  })

  test('a model’s record may take its own time and no longer', async () => {
    const late = await asked({ chat: answer(5), records: { type: 'late', ms: 400, reply: answer(5) } })
    // What comes is no record, which is told apart from what does not come.
    expect(await probe(late.lane, rank(late.ollama.host))).toMatchObject({
      refusal: { code: 'model-unusable' },
    })
    const never = await asked({ chat: answer(5), records: { type: 'hang' } })
    expect(await probe(never.lane, rank(never.ollama.host))).toMatchObject({
      refusal: { code: 'model-unreachable' },
    })
  })

  test('rank waits before it asks a busy server again', async () => {
    const times: number[] = []
    const { ollama } = await asked({
      chat: (_, index) => {
        times.push(performance.now())
        return index === 0 ? { type: 'error', status: 503 } : answer(6)
      },
    })
    const run = makeRun([envelope()])
    onTestFinished(run.remove)
    await rankHere({ run, ollama })
    expect([...run.scores().values()]).toMatchObject([{ by: 'model', score: 6 }])
    expect(times).toHaveLength(2)
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(350)
  })
})
