// What the gate costs: calls of one operation through the cli door of a running twind (HTTP, input, policy, output, audit), one
// after the other on one connection, against a server that parses a JSON body and sends it back on a unix socket of the same
// kind. Relies on dist/ being built.
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { socketOf } from '../protocol/paths.ts'
import { elapsed, median } from './measure.ts'
import { ms, times, type Row } from './report.ts'
import { echoServer, runningTwind } from './twindRunning.ts'

const BLOCKS = 6
const CALLS = 500
const BODY = JSON.stringify({ input: { name: 'status' } })

export async function gateCall(): Promise<Row[]> {
  const twind = await runningTwind()
  const echo = await echoServer(join(twind.home, 'echo.sock'))
  try {
    const gate = caller(socketOf(twind.paths, 'cli', null), '/operations/ops.show')
    const bare = caller(join(twind.home, 'echo.sock'), '/')
    const measured: number[] = []
    const baseline: number[] = []
    // The first block of both warms them up and is thrown away.
    for (let block = 0; block <= BLOCKS; block++) {
      const [ours, theirs] = [await timed(gate.call), await timed(bare.call)]
      if (block === 0) continue
      measured.push(...ours)
      baseline.push(...theirs)
    }
    gate.end()
    bare.end()
    return [
      row('median', median(measured), median(baseline)),
      row('p99', percentile(measured, 0.99), percentile(baseline, 0.99)),
      {
        what: 'gate call over the socket, calls a second',
        measured: perSecond(measured),
        baseline: `${perSecond(baseline)}: a bare JSON echo`,
        result: times(sum(measured) / sum(baseline)),
        reach: '–',
        met: undefined,
      },
    ]
  } finally {
    await echo.end()
    await twind.end()
  }
}

/** Milliseconds of each of CALLS calls in a row. */
async function timed(call: () => Promise<void>): Promise<number[]> {
  const each: number[] = []
  for (let index = 0; index < CALLS; index++) each.push(await elapsed(call))
  return each
}

function caller(socketPath: string, path: string): { call: () => Promise<void>; end: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(BODY) }
  const call = () =>
    new Promise<void>((resolve, reject) => {
      const sent = request({ socketPath, path, method: 'POST', agent, headers }, response => {
        response.resume()
        response.once('end', () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`Cannot measure a call: status ${response.statusCode}, wanted 200`)),
        )
      })
      sent.once('error', reject)
      sent.end(BODY)
    })
  return { call, end: () => agent.destroy() }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
const percentile = (numbers: readonly number[], part: number): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length * part)] ?? Number.NaN
const perSecond = (numbers: readonly number[]): string =>
  `${Math.round((1_000 * numbers.length) / sum(numbers))}/s`
const row = (what: string, measured: number, baseline: number): Row => ({
  what: `gate call over the socket, ${what}`,
  measured: fine(measured),
  baseline: `${fine(baseline)}: a bare JSON echo`,
  result: times(measured / baseline),
  reach: '–',
  met: undefined,
})
/** Milliseconds with two places: a call takes less than one. */
const fine = (value: number): string => (value < 10 ? `${value.toFixed(2)} ms` : ms(value))
