// What twind costs while nothing happens: resident memory and wake-ups over a minute, against a node that waits for a socket
// and does nothing. A wake-up is a voluntary context switch of any of its threads. Relies on /proc; skipped elsewhere, and said.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { hasProc } from './measure.ts'
import type { Row } from './report.ts'
import { echoServer, runningTwind } from './twindRunning.ts'

const SETTLE = 5_000
const MINUTE = 60_000

export async function idle(): Promise<Row[]> {
  if (!hasProc) return [unmeasured]
  const twind = await runningTwind({ schedule: { mail: ['05:25', '10:30', '14:20'] } })
  const bare = await echoServer(join(twind.home, 'echo.sock'))
  try {
    await pause(SETTLE)
    const before = [wakeUps(twind.pid), wakeUps(bare.pid)]
    await pause(MINUTE)
    const woken = [wakeUps(twind.pid) - (before[0] ?? 0), wakeUps(bare.pid) - (before[1] ?? 0)]
    const [ours, theirs] = [resident(twind.pid), resident(bare.pid)]
    return [
      {
        what: 'twind idle, resident memory',
        measured: `${Math.round(ours)} MB`,
        baseline: `${Math.round(theirs)} MB: a node that waits on a socket`,
        result: `${Math.round(ours)} MB`,
        reach: '≤ 60 MB',
        met: ours <= 60,
      },
      {
        what: 'twind idle, wake-ups in a minute',
        measured: `${woken[0]}`,
        baseline: `${woken[1]}: a node that waits on a socket`,
        result: `${woken[0]}`,
        reach: 'its timers only',
        met: undefined,
      },
    ]
  } finally {
    await bare.end()
    await twind.end()
  }
}

/** Megabytes, proc(5), VmRSS. */
const resident = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/** Voluntary context switches of all threads, proc(5). */
const wakeUps = (pid: number): number =>
  readdirSync(`/proc/${pid}/task`)
    .map(thread => readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8'))
    .reduce((sum, status) => sum + Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1]), 0)

const unmeasured: Row = {
  what: 'twind idle',
  measured: 'not measured',
  baseline: '–',
  result: 'there is no /proc here',
  reach: '≤ 60 MB',
  met: undefined,
}
