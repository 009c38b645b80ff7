// The jobs of twin.toml, the brief, and the runs that start by themselves as one list: what each is called, what it needs to be
// allowed, and when it is due. Pure.
import { type Capability, type Grant, isCapability } from '../../protocol/capability.ts'
import type { Config } from '../../protocol/config.ts'
import type { Job } from '../../protocol/configTables.ts'
import { grantOf } from '../../protocol/policy.ts'
import type { ScheduledRun } from '../runs/runs.ts'
import type { InForce } from '../world.ts'

/** The brief's name among the jobs; `[jobs.mail]` is refused. */
export const BRIEF = 'mail'

/** What a run is called among the jobs: no table can have such a name. */
const RUN = 'run.'
export const jobOfRun = (run: string): string => RUN + run
/** The run that a job is; undefined for every other job. */
export const runOfJob = (job: string): string | undefined =>
  job.startsWith(RUN) ? job.slice(RUN.length) : undefined

/** `program`: null for the brief and for a run. `at`: as configured, whatever policy.toml says. */
export interface Scheduled {
  readonly name: string
  readonly capability: Capability
  readonly grant: Grant
  readonly at: readonly string[]
  readonly program: Job | null
}

/** Whether there is a job of this name. */
export const isJob = (name: string, jobs: Config['jobs']): boolean =>
  name === BRIEF || Object.hasOwn(jobs, name)

/** The capability that a run of `name` needs. */
export function capabilityOf(name: string, jobs: Config['jobs']): Capability {
  if (name === BRIEF) return 'brief.write'
  if (runOfJob(name) !== undefined) return 'mail.read'
  const job = Object.entries(jobs).find(([key]) => key === name)?.[1]
  const named = job?.capability
  return named !== undefined && isCapability(named) ? named : `job.${name}`
}

/** Every job, the brief first, then in the order of twin.toml, then the runs. */
export function scheduledJobs(
  { config, policy }: Pick<InForce, 'config' | 'policy'>,
  runs: readonly ScheduledRun[],
): readonly Scheduled[] {
  const entry = (name: string, at: readonly string[], program: Job | null): Scheduled => {
    const capability = capabilityOf(name, config.jobs)
    return { name, capability, grant: grantOf(policy, capability), at, program }
  }
  return [
    entry(BRIEF, config.schedule.mail, null),
    ...Object.entries(config.jobs).map(([name, job]) => entry(name, job.at, job)),
    ...runs.map(({ name, at }) => entry(jobOfRun(name), at, null)),
  ]
}

/** When the schedule has it run: never where policy.toml does not allow it. */
export const timesOf = ({ at, grant }: Scheduled): readonly string[] => (grant === 'never' ? [] : at)
