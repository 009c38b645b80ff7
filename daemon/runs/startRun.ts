// Begins a run: everything that can be wrong is told first, then the account is synced, and only then is there a folder. Relies on
// performRun.ts for the rest.
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { RunReport } from '../../protocol/runReport.ts'
import { performRun } from './performRun.ts'
import { prepareRun, type PreparedRun } from './prepareRun.ts'
import { makeRunFolder, newRunId, writeHead } from './runFolder.ts'
import { firstReport, runLog } from './runLog.ts'
import type { OpenRun, RunParts } from './runParts.ts'
import type { RunAsked } from './runs.ts'
import type { Io } from '../io.ts'

/** `active`: what runs, by the name of its run. `tidy`: removes what earlier runs left. */
export interface Running {
  readonly parts: RunParts
  readonly active: Map<string, string>
  readonly tidy: () => Result<void>
}

/** Refused ("busy") while a run of that name is under way, and with what is wrong. */
export async function startRun(running: Running, asked: RunAsked, io: Io): Promise<Result<RunReport>> {
  const { parts, active } = running
  const started = parts.now()
  const prepared = prepareRun(parts, asked.file, started)
  if (!prepared.ok) return prepared
  const { name } = prepared.value.checked.run.run
  const id = newRunId(name, Math.floor(started / 1_000))
  return alone(active, { name, id }, async () => {
    const synced = asked.message === null ? await sync(parts, prepared.value, io) : done([])
    if (!synced.ok) return synced
    // Once more: now it is known what the account's adapter can do.
    const again = prepareRun(parts, asked.file, started)
    if (!again.ok) return again
    if (again.value.digest !== prepared.value.digest) return changed(again.value.path)
    const run = begin(parts, again.value, { id, message: asked.message, started })
    if (!run.ok) return run
    tell(parts, running.tidy())
    run.value.log.note(synced.value)
    return performRun(parts, run.value, io)
  })
}

/** A folder that cannot be tidied keeps nobody from running. */
export function tell({ log }: Pick<RunParts, 'log'>, tidied: Result<void>): void {
  if (!tidied.ok) log(`the folder of the runs cannot be tidied: ${tidied.refusal.is}`)
}

/** Does `act` while no other run of that name does anything. */
export async function alone<T>(
  active: Running['active'],
  { name, id }: { readonly name: string; readonly id: string },
  act: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const other = active.get(name)
  if (other !== undefined) return busy(name, other)
  active.set(name, id)
  try {
    return await act()
  } finally {
    active.delete(name)
  }
}

/** A run sees the mailbox as it is now. What could not be read of it is told in the report. */
async function sync(parts: RunParts, { checked }: PreparedRun, io: Io): Promise<Result<readonly string[]>> {
  const synced = await parts.store.sync(checked.run.run.backend, io)
  return synced.ok ? done(synced.value.problems.map(problem => `sync: ${problem}`)) : synced
}

interface Begun {
  readonly id: string
  readonly message: string | null
  /** Milliseconds since 1970. */
  readonly started: number
}

/** The folder of the run, with what was asked for and the first report. */
function begin(parts: RunParts, prepared: PreparedRun, { id, message, started }: Begun): Result<OpenRun> {
  const { checked, path, digest, output } = prepared
  const folder = makeRunFolder(parts.paths.runs, id)
  if (!folder.ok) return folder
  const head = { v: 1, id, file: path, digest, message } as const
  const log = runLog(folder.value, firstReport(id, Math.floor(started / 1_000), checked))
  const headed = writeHead(folder.value, head)
  const reported = headed.ok ? log.change({}) : headed
  return reported.ok ? done({ head, folder: folder.value, checked, output, log }) : reported
}

const changed = (path: string) =>
  refused('config', {
    is: `${path} was changed while its run was about to begin`,
    wanted: 'a file that stays as it is for that long',
    fix: 'run the same command again',
  })
const busy = (name: string, id: string) =>
  refused('busy', {
    is: `the run ${name} is under way as ${id}`,
    wanted: 'one run of a name at a time',
    fix: 'wait until it has ended: "twin runs" shows it',
  })
