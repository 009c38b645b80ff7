// The folder of one run, state/runs/NAME.TIME-RANDOM/: what is called how in it, and its two small files. run.json says what was
// asked for and never changes; report.json is written anew after each step. Relies on the state folder being twin's own.
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type * as z from 'zod/mini'
import { readCapped } from '../../files/readCapped.ts'
import { writeAside } from '../../files/writeAside.ts'
import { RUN_REPORT_BYTES } from '../../protocol/limits.ts'
import { encodeLine, parseJson } from '../../protocol/line.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { RunHead } from '../../protocol/runKept.ts'
import { RUN_ID, RunReport } from '../../protocol/runReport.ts'
import { attempt } from '../attempt.ts'
import { privateFolder } from '../privateFolder.ts'

const HEAD = 'run.json'
const REPORT = 'report.json'
/** What a run of `--message` made of its message, beside its views. */
export const messagesOf = (folder: string): string => join(folder, 'messages.jsonl')
export const manifestOf = (folder: string): string => join(folder, 'manifest')
/** `number`: of the step, from 1: so no step is called like anything else in the folder, and a listing shows the order. */
export const stepFolder = (folder: string, number: number, name: string): string =>
  join(folder, `${number}-${name}`)
export const workOf = (folder: string, number: number, name: string): string =>
  `${stepFolder(folder, number, name)}.work`
export const spoolOf = (folder: string, step: string): string => join(folder, 'spool', step)

/** A name for a run that begins at `now`, Unix seconds. */
export const newRunId = (name: string, now: number): string =>
  `${name}.${String(now).padStart(10, '0')}-${randomBytes(8).toString('hex')}`

/** The empty folder of a new run. Refused where it cannot be made. */
export function makeRunFolder(runs: string, id: string): Result<string> {
  const checked = privateFolder(runs)
  if (!checked.ok) return checked
  return attempt('disk', 'the folder of this run', () => {
    mkdirSync(join(runs, id), { mode: 0o700 })
    return join(runs, id)
  })
}

/** The runs that are there, by id, the newest first; those of one second by their random part. */
export function listRunIds(runs: string): Result<readonly string[]> {
  const names = attempt('disk', 'the folder of the runs', () => (existsSync(runs) ? readdirSync(runs) : []))
  return names.ok ? done(names.value.filter(isRun).toSorted(newestFirst)) : names
}

/** The folder of the run `id`. Refused ("bad-request") where there is none. */
export function findRun(runs: string, id: string): Result<string> {
  const ids = listRunIds(runs)
  if (!ids.ok) return ids
  return ids.value.includes(id) ? done(join(runs, id)) : unknownRun(id)
}

/** The brief is a run of its own kind, which daemon/brief/ looks after. */
const isRun = (name: string): boolean => RUN_ID.test(name) && nameOfRun(name) !== 'brief'
export const nameOfRun = (id: string): string => RUN_ID.exec(id)?.[1] ?? ''
const newestFirst = (one: string, other: string): number =>
  timeOf(other) - timeOf(one) || (one < other ? 1 : -1)
const timeOf = (id: string): number => Number(RUN_ID.exec(id)?.[2] ?? 0)

export const writeHead = (folder: string, head: RunHead): Result<void> =>
  attempt('disk', 'the file of this run', () => writeAside(join(folder, HEAD), encodeLine(head)))
export const readHead = (folder: string): Result<RunHead> => read(join(folder, HEAD), RunHead)

/** Refused ("config") where the report could not be read back: what a run has under `with` may be nested too deep. */
export function writeReport(folder: string, report: RunReport): Result<void> {
  const text = encodeLine(report)
  if (Buffer.byteLength(text) > RUN_REPORT_BYTES || !parseJson(text).ok) return unwritable
  return attempt('disk', 'the report of this run', () => writeAside(join(folder, REPORT), text))
}
export const readReport = (folder: string): Result<RunReport> => read(join(folder, REPORT), RunReport)

function read<T extends z.ZodMiniType>(path: string, shape: T): Result<z.infer<T>> {
  const text = readCapped(path, RUN_REPORT_BYTES)
  const parsed = text.ok ? parseJson(text.text) : undefined
  const value = parsed?.ok ? shape.safeParse(parsed.value) : undefined
  return value?.success ? done(value.data) : unreadable(path)
}

const unknownRun = (id: string) =>
  refused('bad-request', {
    is: `there is no run ${JSON.stringify(id.slice(0, 80))}`,
    wanted: 'the id of a run that is kept',
    fix: 'run "twin runs" to see them',
  })
const unreadable = (path: string) =>
  refused('disk', {
    is: `${path} is not what a run writes`,
    wanted: 'the folder of a run as twin left it',
    fix: 'remove that folder',
  })
const unwritable = refused('config', {
  is: 'the report of this run would be too long, or its "with" is nested too deep',
  wanted: 'a run that its own report can hold',
  fix: 'make what stands under "with" shorter or flatter',
})
