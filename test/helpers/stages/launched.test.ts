// The built stages as twind starts them: confined, with relayed lanes, against a scripted model.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { endpointOf } from '../../../daemon/brief/lane.ts'
import { loadPipeline } from '../../../daemon/brief/pipeline.ts'
import { type Site, startStage } from '../../../daemon/brief/stage.ts'
import type { ViewEnvelope } from '../../../protocol/envelope.ts'
import type { RankConfig, Score, Verdict } from '../../../protocol/score.ts'
import { builtDist } from '../../daemon/builtDist.ts'
import { answer, type Behaviour, DIGEST } from '../../ollama/script.ts'
import { type Ollama, startOllama } from '../../ollama/server.ts'
import { bundle } from '../../probes/harness.ts'
import { attempts } from './attempts.ts'
import { config, envelope, facts, handleOf, makeRun, NOW, records, routing, type Run } from './run.ts'

let site: Site
const built: (() => unknown)[] = []
const open: (() => unknown)[] = []
beforeAll(async () => {
  const { dist, remove } = await builtDist({ mail: 'fake' })
  built.push(remove)
  const grants = loadPipeline(dist)
  if (!grants.ok) throw new Error(grants.refusal.is)
  site = { dist, grants: grants.value, now: () => NOW * 1_000 }
})
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})
afterAll(() => built.splice(0).forEach(remove => remove()))

const runOf = (...changes: Partial<ViewEnvelope>[]): Run => {
  const run = makeRun(changes.map(envelope))
  open.push(run.remove)
  return run
}
const model = async (chat: Parameters<typeof startOllama>[0]['chat']): Promise<Ollama> => {
  const ollama = await startOllama({ chat })
  open.push(ollama.close)
  return ollama
}
interface Task {
  readonly run: Run
  readonly host: string
  readonly lanes?: number
  readonly config?: Partial<RankConfig> & Record<string, unknown>
  readonly at?: Site
}
const rank = ({ run, host, lanes = 2, config: changes, at = site }: Task) =>
  startStage(at, {
    stage: 'rank',
    inputs: { mail: run.mail, manifest: run.manifest },
    outputs: { scores: run.output('scores') },
    config: { ...config({ host }), ...changes },
    lanes: { number: lanes, endpoint: endpointOf(host) },
    milliseconds: 20_000,
  })

describe('the confined stages', () => {
  test('filter decides confined as it does in the open', async () => {
    const run = runOf({}, { read: true }, { category: 3 }, { read: true, writtenTo: 1 })
    const ended = await startStage(site, {
      stage: 'filter',
      inputs: { mail: run.mail, manifest: run.manifest },
      outputs: { kept: run.output('kept') },
      config: { skipCategories: [2, 3] },
    })
    expect(ended).toEqual({ ok: true, value: { type: 'done', report: null } })
    const verdicts = [...records<Verdict>(run.output('kept')).values()].map(({ verdict }) => verdict)
    expect(verdicts).toEqual(['keep', 'drop', 'drop', 'keep'])
  })

  test('rank scores over its relayed lanes and reports who the model is', async () => {
    const ollama = await model(answer(7, 'It is due.', ['money']))
    const run = runOf({}, {}, {})
    const ended = await rank({ run, host: ollama.host })
    expect(ended).toMatchObject({ ok: true, value: { type: 'done', report: { digest: DIGEST } } })
    expect([...run.scores().values()]).toEqual(
      Array.from({ length: 3 }, () => ({ by: 'model', score: 7, reason: 'It is due.', topics: ['money'] })),
    )
    expect(ollama.connections()).toBe(2)
  })

  test('rank asks for fresh lanes when the relay ends them, and takes up where it was', async () => {
    const behaviours: Behaviour[] = [answer(7), answer(7), { type: 'reset' }, answer(6)]
    const ollama = await model(behaviours)
    const run = runOf({}, {}, {}, {})
    const first = await rank({ run, host: ollama.host, lanes: 1 })
    expect(first).toMatchObject({ ok: true, value: { type: 'again' } })
    expect(run.scores().size).toBe(2)
    const second = await rank({ run, host: ollama.host, lanes: 1 })
    expect(second).toMatchObject({ ok: true, value: { type: 'done' } })
    expect(run.scores().size).toBe(4)
  })

  test('rank scores by rules without any lane', async () => {
    const run = runOf({ subject: 'Invoice due' }, {})
    const ended = await startStage(site, {
      stage: 'rank',
      inputs: { mail: run.mail, manifest: run.manifest },
      outputs: { scores: run.output('scores') },
      config: config({ engine: 'rules' }),
    })
    expect(ended).toEqual({ ok: true, value: { type: 'done', report: null } })
    expect([...run.scores().values()].map((score: Score) => score.by)).toEqual(['rules', 'rules'])
  })

  test('rank names a server that nobody runs in a probe', async () => {
    const ollama = await startOllama({ chat: answer(1) })
    await ollama.close()
    const ended = await rank({ run: runOf({}), host: ollama.host, config: { mode: 'probe' } })
    expect(ended).toMatchObject({ ok: false, refusal: { code: 'model-unreachable' } })
  })

  test('brief writes the note and the object confined, in the zone that it is told', async () => {
    const run = runOf({ subject: 'Invoice' }, { read: true })
    const write = (port: string, name: string, value: unknown) =>
      writeFileSync(join(run.output(port), name), JSON.stringify(value))
    write('routing', `${handleOf(0)}.json`, routing())
    write('routing', `${handleOf(1)}.json`, routing({ messageId: '<two@body.test>' }))
    write('accepted', `${handleOf(0)}.json`, { by: 'model', score: 8, reason: 'It is due.', topics: [] })
    const given = facts({ collected: 2, filtered: { read: 1, category: 0 }, timeZone: 'Asia/Tokyo' })
    write('facts', 'facts.json', given)
    const inputs = { mail: run.mail, manifest: run.manifest }
    const ended = await startStage(site, {
      stage: 'brief',
      inputs: {
        ...inputs,
        routing: run.output('routing'),
        accepted: run.output('accepted'),
        items: run.output('items'),
        facts: run.output('facts'),
      },
      outputs: { note: run.output('note') },
      config: null,
    })
    expect(ended).toEqual({ ok: true, value: { type: 'done', report: null } })
    const note = readFileSync(join(run.output('note'), 'note.md'), 'utf8')
    expect(note).toContain('# Mail, Monday 30 November 2026, 14:25')
    expect(note).toContain(
      '- **8** [“Invoice”](message://%3Cone%40body.test%3E) “Some Body” (“some (at) body.test”), 12:25',
    )
    const object = JSON.parse(readFileSync(join(run.output('note'), 'brief.json'), 'utf8')) as object
    expect(Object.keys(object)).toEqual(['items', 'sections', 'coverage'])
  })
})

describe('a rank that was taken over', () => {
  const listen = async (): Promise<{ port: number; accepted: () => number }> => {
    let accepted = 0
    const sockets: Socket[] = []
    const server = createServer(socket => {
      accepted++
      sockets.push(socket)
      socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    open.push(() => {
      server.close()
      for (const socket of sockets) socket.destroy()
    })
    return { port: (server.address() as AddressInfo).port, accepted: () => accepted }
  }
  const secretFile = (): string => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-secret-')))
    open.push(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'secret'), 'a secret')
    return join(folder, 'secret')
  }
  const takenOver = (): Site => {
    const dist = join(site.dist, 'taken-over')
    mkdirSync(dist, { recursive: true })
    bundle('test/helpers/stages/overtaken.ts', join(dist, 'rank.cjs'))
    return { ...site, dist }
  }

  test('rank reaches the model over its lane and refuses every other connection', async () => {
    const ollama = await model(answer(5))
    const { port, accepted } = await listen()
    const secret = secretFile()
    const ended = await rank({
      run: runOf({}, {}),
      host: ollama.host,
      config: { elsewhere: port, secret },
      at: takenOver(),
    })
    expect(ended).toMatchObject({
      ok: true,
      value: { type: 'done', report: { model: true, granted: 2, manifest: true, written: true } },
    })
    const report = ended.ok && ended.value.type === 'done' ? ended.value.report : undefined
    const { tried } = report as { tried: Record<string, string> }
    for (const [act, outcome] of Object.entries(tried)) expect([act, outcome]).not.toEqual([act, 'done'])
    expect(accepted()).toBe(0)
    expect(readFileSync(secret, 'utf8')).toBe('a secret')
  })

  test('the same acts succeed in a process that is not confined', async () => {
    const { port, accepted } = await listen()
    const secret = secretFile()
    const tried = await attempts({ port, secret })
    for (const [act, outcome] of Object.entries(tried)) expect([act, outcome]).toEqual([act, 'done'])
    expect(accepted()).toBe(2)
    expect(readFileSync(secret, 'utf8')).toBe('x')
  })
})
