// A world around openJobs: the real gate, database and audit log in a folder of the test's own, a clock that only the test moves,
// and jobs that do what the test says. Nothing sleeps. Relies on the schedule taking its time from the clock that it is given.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { openAudit } from '../../../daemon/audit/openAudit.ts'
import { openDatabase } from '../../../daemon/database.ts'
import { openGate } from '../../../daemon/gate/gate.ts'
import type { Clock } from '../../../daemon/jobs/clock.ts'
import { openJobs } from '../../../daemon/jobs/openJobs.ts'
import { type Perform, performJob } from '../../../daemon/jobs/performJob.ts'
import { jobs } from '../../../daemon/operations/jobs.ts'
import { schedule } from '../../../daemon/operations/schedule.ts'
import type { InForce, JobStatus, World } from '../../../daemon/world.ts'
import { parseConfig } from '../../../protocol/config.ts'
import { pathsOf } from '../../../protocol/paths.ts'
import { parsePolicy } from '../../../protocol/policy.ts'
import type { Proposed, State } from '../../../protocol/proposal.ts'
import { done, type Refusal, type Result } from '../../../protocol/refusal.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** A clock that stands still until the test moves it. */
export interface FakeClock extends Clock {
  /** Time goes by, awake: timers fire in order. */
  readonly pass: (milliseconds: number) => Promise<void>
  /** Time goes by, asleep: the monotonic clock and the timers stand still. */
  readonly sleep: (milliseconds: number) => void
  /** The wall's clock is set to an instant, in UTC. */
  readonly set: (instant: string) => void
  readonly travel: (zone: string) => void
  /** How often a timer has fired. */
  readonly wakeUps: () => number
}

interface Timer {
  readonly at: number
  readonly act: () => void
}

export function fakeClock(instant: string, firstZone = 'Europe/Berlin'): FakeClock {
  let wall = Date.parse(instant)
  let monotonic = 1_000
  let zone = firstZone
  let fired = 0
  const timers = new Set<Timer>()
  const due = (until: number) => [...timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0]
  return {
    now: () => wall,
    monotonic: () => monotonic,
    zone: () => zone,
    after: (milliseconds, act) => {
      const timer = { at: monotonic + milliseconds, act }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    pass: async milliseconds => {
      const end = monotonic + milliseconds
      for (let timer = due(end); timer; timer = due(end)) {
        wall += timer.at - monotonic
        monotonic = timer.at
        timers.delete(timer)
        fired++
        timer.act()
        await settle(4)
      }
      wall += end - monotonic
      monotonic = end
      await settle()
    },
    sleep: milliseconds => (wall += milliseconds),
    set: to => (wall = Date.parse(to)),
    travel: to => (zone = to),
    wakeUps: () => fired,
  }
}

/** Lets everything happen that waits for nothing but its turn. */
export async function settle(turns = 30): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(resolve => setImmediate(resolve))
}

export interface JobWorldOptions {
  readonly toml: string
  readonly policy?: string
  readonly clock: FakeClock
  /** performJob itself where it is null. */
  readonly perform?: Perform | null
  /** Where configuration, state and database are; a restart gives the same. */
  readonly folder?: string
}
export interface JobWorld {
  readonly world: World
  readonly folder: string
  readonly home: string
  /** What began, in order: "mail schedule". */
  readonly begun: string[]
  readonly logged: string[]
  readonly filed: { proposed: Proposed; state: State }[]
  readonly write: (files: { toml?: string; policy?: string; problem?: Refusal | null }) => void
  /** Ends what runs and closes the files, like a twind that was told to end. */
  readonly end: () => Promise<void>
  /** Closes the files under what runs, like kill -9: nothing more is written. */
  readonly crash: () => void
}

const EASY: Perform = async () => done({ note: null })
const POLICY = '[capabilities]\n"mail.read" = "auto"\n"brief.write" = "auto"\n"job.news" = "auto"\n'

export function jobWorld(options: JobWorldOptions): JobWorld {
  const folder = options.folder ?? temporaryFolder()
  const home = join(folder, 'home')
  mkdirSync(home, { recursive: true })
  const paths = pathsOf({ HOME: home })
  const { clock } = options
  const begun: string[] = []
  const logged: string[] = []
  const filed: JobWorld['filed'] = []
  let inForce = read(options.toml, options.policy ?? POLICY)
  const database = value(openDatabase(paths.database))
  const audit = value(openAudit(paths.audit, clock.now))
  const perform: Perform = (one, job, io) => {
    begun.push(job.name)
    return (options.perform === null ? performJob : (options.perform ?? EASY))(one, job, io)
  }
  const world = {
    paths,
    home,
    now: clock.now,
    resident: true,
    started: clock.now(),
    configuration: () => inForce,
    database,
    audit,
    exposure: { isOffered: () => false, set: () => done([]) },
    plugins: {
      operations: () => [],
      list: () => [],
      start: async () => undefined,
      stop: async () => undefined,
    },
    runs: { files: () => ({ scheduled: [], broken: [] }) },
    operations: () => [...jobs, ...schedule],
    doors: () => [],
    openPage: null,
    log: (line: string) => void logged.push(line),
    spool: {
      file: (_: unknown, proposed: Proposed) => {
        filed.push({ proposed, state: 'pending' })
        return done({ id: `p_${'a'.repeat(26)}`, digest: 'd'.repeat(64) })
      },
      list: () => done(filed.map(({ proposed, state }) => ({ proposal: proposed, state }))),
    },
  } as unknown as World
  Object.assign(world, {
    gate: openGate(() => world),
    jobs: openJobs(() => world, { clock, perform }),
  })
  let isOpen = true
  const crash = () => {
    if (isOpen) database.close()
    isOpen = false
  }
  onTestFinished(async () => {
    if (isOpen) await world.jobs.stop()
    crash()
  })
  return {
    world,
    folder,
    home,
    begun,
    logged,
    filed,
    crash,
    end: async () => {
      await world.jobs.stop()
      crash()
    },
    write: files => {
      const next = read(files.toml ?? options.toml, files.policy ?? options.policy ?? POLICY)
      inForce = { ...next, problem: files.problem ?? null }
    },
  }
}

function read(toml: string, policy: string): InForce {
  return { config: value(parseConfig(toml)), policy: value(parsePolicy(policy)), version: 'v', problem: null }
}

function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`Cannot test: ${result.refusal.is}`)
  return result.value
}

export const statusOf = ({ world }: JobWorld, name = 'mail'): JobStatus => {
  const listed = world.jobs.list()
  const found = listed.ok ? listed.value.find(job => job.name === name) : undefined
  if (!found) throw new Error(`Cannot test: no job ${name}`)
  return found
}
export const runsOf = ({ world }: JobWorld, name = 'mail') => {
  const shown = world.jobs.show(name)
  return shown.ok ? shown.value.runs : []
}
