// The jobs of twin.toml and the brief as one list: what each is called, what it needs to be allowed, and when it is due. Pure.
import { type Capability, type Grant, isCapability } from '../../protocol/capability.ts'
import type { Config } from '../../protocol/config.ts'
import type { Job } from '../../protocol/configTables.ts'
import { grantOf } from '../../protocol/policy.ts'
import type { InForce } from '../world.ts'

/** The brief's name among the jobs; `[jobs.mail]` is refused. */
export const BRIEF = 'mail'

/** `program`: null for the brief. `at`: as configured, whatever policy.toml says. */
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
  const job = Object.entries(jobs).find(([key]) => key === name)?.[1]
  const named = job?.capability
  return named !== undefined && isCapability(named) ? named : `job.${name}`
}

/** Every job, the brief first, then in the order of twin.toml. */
export function scheduledJobs({ config, policy }: Pick<InForce, 'config' | 'policy'>): readonly Scheduled[] {
  const entry = (name: string, at: readonly string[], program: Job | null): Scheduled => {
    const capability = capabilityOf(name, config.jobs)
    return { name, capability, grant: grantOf(policy, capability), at, program }
  }
  return [
    entry(BRIEF, config.schedule.mail, null),
    ...Object.entries(config.jobs).map(([name, job]) => entry(name, job.at, job)),
  ]
}

/** When the schedule has it run: never where policy.toml does not allow it. */
export const timesOf = ({ at, grant }: Scheduled): readonly string[] => (grant === 'never' ? [] : at)
