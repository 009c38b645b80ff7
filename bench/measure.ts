// How a benchmark measures: medians of alternating runs, so that a slow moment of the machine hits both sides, and the peak
// memory of every process below one. Relies on /proc for memory; elsewhere it is not measured, and the table says so.
import { existsSync, readFileSync } from 'node:fs'
import { spawn, type SpawnOptions } from 'node:child_process'
import { basename } from 'node:path'

export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

/** Milliseconds that `work` takes. */
export async function elapsed(work: () => unknown): Promise<number> {
  const start = process.hrtime.bigint()
  await work()
  return Number(process.hrtime.bigint() - start) / 1e6
}

export interface Pair {
  readonly measured: number
  readonly baseline: number
}

/** Medians of `times` runs of both, taken in turn, after one run of each that is thrown away. */
export async function inTurn(
  times: number,
  measured: () => Promise<number>,
  baseline: () => Promise<number>,
): Promise<Pair> {
  await measured()
  await baseline()
  const runs: Pair[] = []
  for (let run = 0; run < times; run++) runs.push({ measured: await measured(), baseline: await baseline() })
  return { measured: median(runs.map(run => run.measured)), baseline: median(runs.map(run => run.baseline)) }
}

export interface Ran {
  readonly ms: number
  readonly stdout: string
  /** Peak resident megabytes by process: the script's name, else the program's. Empty where there is no /proc. */
  readonly peaks: ReadonlyMap<string, number>
}

/** Runs a program to its end. `sample`: watch its memory, which costs a little time. Throws when it fails. */
export async function ran(
  command: readonly string[],
  options: SpawnOptions & { readonly sample?: boolean } = {},
): Promise<Ran> {
  const { sample = false, ...rest } = options
  const peaks = new Map<string, number>()
  let stdout = ''
  let stderr = ''
  const start = process.hrtime.bigint()
  const child = spawn(command[0] ?? '', command.slice(1), { ...rest, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout?.on('data', (bytes: Buffer) => (stdout += bytes.toString()))
  child.stderr?.on('data', (bytes: Buffer) => (stderr += bytes.toString()))
  const timer = sample && child.pid !== undefined ? setInterval(look, 3, child.pid, peaks) : undefined
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  clearInterval(timer)
  const ms = Number(process.hrtime.bigint() - start) / 1e6
  if (code !== 0) throw new Error(`Cannot measure ${command.join(' ')}: it ended with ${code}\n${stderr}`)
  return { ms, stdout, peaks }
}

/** VmHWM is a process's own high-water mark: seen once near its end, it holds all that came before. */
function look(pid: number, peaks: Map<string, number>): void {
  for (const each of [pid, ...descendants(pid)]) {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(text(`/proc/${each}/status`))?.[1]
    const name = nameOf(text(`/proc/${each}/cmdline`).split('\0'))
    if (kilobytes && name) peaks.set(name, Math.max(peaks.get(name) ?? 0, Number(kilobytes) / 1024))
  }
}

function descendants(pid: number): number[] {
  const children = text(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean).map(Number)
  return children.flatMap(child => [child, ...descendants(child)])
}

const nameOf = (words: readonly string[]): string => {
  const script = words.find(word => word.endsWith('.cjs'))
  return script && words[0]?.endsWith('node') ? basename(script, '.cjs') : ''
}

function text(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

export const hasProc = existsSync('/proc/self/status')
