// What a brief costs besides the model: 200 new messages of a 500,000-message store, ranked by a model that answers at once, and
// then the same again with nothing new. The command a person runs is what is measured, from start to exit, and the peak
// memory of each of its processes. Relies on the scripted Ollama of test/ollama and on dist/.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../files/packageRoot.ts'
import { answer } from '../test/ollama/script.ts'
import { startOllama, type Ollama } from '../test/ollama/server.ts'
import { hasProc, median, ran, type Ran } from './measure.ts'
import { ms, times, type Row } from './report.ts'
import { benchStore, whileInUse, type BenchStore } from './stores.ts'

const RUNS = 5
const SLOW = 50
const IN_FLIGHT = 4

export async function briefSpeed(): Promise<Row[]> {
  const ollama = await startOllama({ chat: answer(6) })
  try {
    const store = benchStore(500_000, { engine: 'ollama', host: ollama.host })
    const rows = await whileInUse(store.store, () => measured(store, ollama))
    return [...rows, ...(await inFlight())]
  } finally {
    await ollama.close()
  }
}

async function measured(store: BenchStore, ollama: Ollama): Promise<Row[]> {
  const first: number[] = []
  const second: number[] = []
  let asked = 0
  for (let run = 0; run <= RUNS; run++) {
    forget(store)
    const before = ollama.calls.length
    const fresh = await brief(store)
    if (ollama.calls.length - before < 50)
      throw new Error('Cannot measure the brief: the model was not asked')
    const between = ollama.calls.length
    const again = await brief(store)
    asked += ollama.calls.length - between
    if (run === 0) continue
    first.push(fresh.ms)
    second.push(again.ms)
  }
  forget(store)
  const { peaks } = await brief(store, true)
  return [
    {
      ...simple('brief, 200 new messages, model time excluded', median(first), 3_000),
      baseline: await bare(),
    },
    {
      ...simple('second brief, nothing new', median(second), 1_000),
      baseline: `${asked} calls to the model`,
      met: median(second) <= 1_000 && asked === 0,
    },
    memory(peaks),
  ]
}

/** What starting anything costs here and now: the seconds are to be read with it. */
async function bare(): Promise<string> {
  const runs: number[] = []
  for (let run = 0; run < RUNS; run++) runs.push((await ran([process.execPath, '-e', '0'], { env: {} })).ms)
  return `${ms(median(runs))}: node -e 0`
}

const simple = (what: string, value: number, most: number): Row => ({
  what,
  measured: ms(value),
  baseline: '–',
  result: ms(value),
  reach: `≤ ${most / 1000} s`,
  met: value <= most,
})

function memory(peaks: ReadonlyMap<string, number>): Row {
  const sorted = [...peaks].sort(([, a], [, b]) => b - a)
  const most = sorted[0]?.[1] ?? Number.NaN
  return {
    what: 'peak memory of each process of that brief',
    measured: sorted.map(([name, megabytes]) => `${name} ${Math.round(megabytes)}`).join(', ') + ' MB',
    baseline: hasProc ? 'VmHWM' : 'no /proc: not measured here',
    result: hasProc ? `${Math.round(most)} MB` : '–',
    reach: '≤ 150 MB',
    met: hasProc ? most <= 150 : undefined,
  }
}

/** A model that takes its time: as many requests in flight as it serves together, and little time besides. */
async function inFlight(): Promise<Row[]> {
  const ollama = await startOllama({ chat: { type: 'late', ms: SLOW, reply: answer(6) } })
  try {
    const store = benchStore(50_000, { engine: 'ollama', host: ollama.host, parallel: IN_FLIGHT })
    return await whileInUse(store.store, async () => {
      forget(store)
      const { ms: whole } = await brief(store)
      const calls = ollama.calls.length
      const ideal = (calls * SLOW) / IN_FLIGHT
      return [
        {
          what: `ranking ${calls} messages, ${IN_FLIGHT} lanes, a model that takes ${SLOW} ms`,
          measured: `${ms(whole)}, ${ollama.peak()} in flight`,
          baseline: `${ms(ideal)}: the model alone`,
          result: times(whole / ideal),
          reach: 'bounded by the model',
          met: ollama.peak() === IN_FLIGHT,
        },
      ]
    })
  } finally {
    await ollama.close()
  }
}

/** No score is cached and no note is written: as on the first morning. */
function forget({ paths, home }: BenchStore): void {
  rmSync(paths.state, { recursive: true, force: true })
  for (const note of readdirSync(join(home, 'vault'))) rmSync(join(home, 'vault', note))
}

function brief({ home, since }: BenchStore, sample = false): Promise<Ran> {
  const command = [process.execPath, join(packageRoot, 'dist/twin.cjs'), 'brief', '--json']
  const window = ['--since', new Date(since * 1000).toISOString()]
  return ran([...command, ...window], {
    env: { PATH: process.env['PATH'], HOME: home, TWIN_HOME: home, TZ: 'UTC' },
    sample,
  })
}
