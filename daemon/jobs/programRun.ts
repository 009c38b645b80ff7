// Runs the program of one job to its end, confined, and gives how it ended and what it printed. Relies on
// native/programProfile.ts for what the program may do, on spawn.ts for its process group, and on jobRules.ts having been asked
// whether it may do that at all.
import { mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sweepAside } from '../../files/writeAside.ts'
import { launchProgram, programProfile } from '../../native/programProfile.ts'
import type { Job } from '../../protocol/configTables.ts'
import { secondsOf } from '../../protocol/configValues.ts'
import { JOB_OUTPUT_BYTES } from '../../protocol/limits.ts'
import type { Network } from '../../protocol/profile.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import { ownTimeZone } from '../localTime.ts'
import type { Ending } from '../misbehaviour.ts'
import type { JobPlaces } from './jobRules.ts'
import { ASIDE, removeTree } from '../removeTree.ts'
import { begin } from '../spawn.ts'

/**
 * `granted`: the places that jobRules.ts judged, and no others: what has come to be there since was not judged. `folder`: the
 * job's own, where its empty folder is made. `apart`: what no system folder may hold by accident.
 */
export interface ProgramPlace {
  readonly name: string
  readonly job: Job
  readonly granted: JobPlaces
  readonly folder: string
  readonly apart: readonly string[]
}
/** `onStart`: the leader of its process group, as soon as there is one. */
export interface ProgramIo {
  readonly signal: AbortSignal
  readonly onStart: (leader: number) => void
}

/** How the program ended; its whole group is gone then. Refused ("config") where it cannot be started under such a table. */
export async function runProgram(place: ProgramPlace, io: ProgramIo): Promise<Result<Ending>> {
  const { name, job, granted, folder } = place
  const temporary = attempt('disk', `the folder of job ${name}`, () => emptyFolder(folder))
  if (!temporary.ok) return temporary
  const profile = programProfile(`jobs.${name}`, {
    command: job.command,
    reads: [...granted.reads, ...granted.program.slice(1)].map(({ path }) => path),
    writes: granted.writes.map(({ path }) => path),
    network: networkOf(job.network),
    temporary: temporary.value,
    apart: place.apart,
  })
  const ended = profile.ok
    ? done(
        await runToEnd(place, launchProgram(profile.value, job.command, { env: { TZ: ownTimeZone() } }), io),
      )
    : profile
  const removed = attempt('disk', `the folder of job ${name}`, () => removeTree(temporary.value))
  return removed.ok ? ended : removed
}

/** A new empty folder; what a run left that was killed together with twind is removed. */
function emptyFolder(folder: string): string {
  sweepAside(folder)
  for (const name of readdirSync(folder))
    if (name.startsWith(TEMPORARY) || name.startsWith(ASIDE)) removeTree(join(folder, name))
  return mkdtempSync(join(folder, TEMPORARY))
}
const TEMPORARY = 'temporary.'

async function runToEnd(
  place: ProgramPlace,
  launch: ReturnType<typeof launchProgram>,
  io: ProgramIo,
): Promise<Ending> {
  const { name, job } = place
  const live = begin(
    { name: `job ${name}`, ...launch },
    {
      milliseconds: secondsOf(job.timeout) * 1_000,
      signal: io.signal,
      slots: 0,
      bytes: JOB_OUTPUT_BYTES,
    },
  )
  if (live.child?.pid !== undefined) io.onStart(live.child.pid)
  return live.ended
}

/** "none", "open" or "loopback:PORT", as config.ts has checked. */
function networkOf(network: string): Network {
  if (network === 'open') return 'open'
  const port = /^loopback:(\d+)$/.exec(network)?.[1]
  return port === undefined ? 'none' : { loopback: Number(port) }
}
