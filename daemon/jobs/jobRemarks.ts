// What "twin check" says of the jobs: which may not run and why, and what is allowed and still worth a sentence. Looks at names
// on disk. Relies on jobRules.ts for the rules.
import { statSync } from 'node:fs'
import type { Config } from '../../protocol/config.ts'
import { expand, type Paths } from '../../protocol/paths.ts'
import { attempt } from '../attempt.ts'
import { MAIL, placesOf, surroundingsOf } from './jobPlaces.ts'
import { couldRead, jobProblems, type JobPlaces } from './jobRules.ts'

/** Sentences without a full stop, the gravest first. `home`: for `~/`. */
export function jobRemarks(config: Config, paths: Paths, home: string): string[] {
  const around = surroundingsOf(config, { paths, home })
  const jobs = placesOf(config.jobs, home)
  return [
    ...jobProblems(jobs, around).map(({ is }) => `${is}: it is not run`),
    ...jobs.flatMap(job => {
      const secrets = couldRead(job, around).map(({ what }) => what)
      return [...mailRemarks(job, secrets), ...portRemarks(job, secrets)]
    }),
    ...Object.entries(config.jobs).flatMap(([name, job]) => [
      ...missing(`jobs.${name} starts`, job.command.slice(0, 1)),
      ...missing(
        `jobs.${name} reads`,
        job.reads.map(path => expand(path, home)),
      ),
      ...missing(
        `jobs.${name} writes`,
        job.writes.map(path => expand(path, home)),
      ),
      ...twice(name, job.at),
      ...(job.at.length === 0 ? [`jobs.${name} has no times: it runs only by "twin jobs run ${name}"`] : []),
    ]),
  ]
}

/** What [mail] and policy.toml bound is what twin reads; a table that a person writes is beside both. */
function mailRemarks({ name }: JobPlaces, secrets: readonly string[]): string[] {
  return secrets.includes(MAIL)
    ? [`jobs.${name} could read ${MAIL}, whatever [mail] and "mail.read" say: they bound what twin reads`]
    : []
}

/** Landlock knows ports and no addresses: sandbox.md 2.1. */
function portRemarks({ name, network }: JobPlaces, secrets: readonly string[]): string[] {
  const port = /^loopback:(\d+)$/.exec(network)?.[1]
  if (port === undefined || process.platform !== 'linux') return []
  const also = secrets.length > 0 ? `, and this job could read ${secrets.join(', ')}` : ''
  return [`jobs.${name} has network = "${network}": on Linux that means port ${port} on any host${also}`]
}

const missing = (does: string, paths: readonly string[]): string[] =>
  paths
    .filter(path => !attempt('config', path, () => statSync(path)).ok)
    .map(path => `${does} ${JSON.stringify(path)}, which is not there: it is not run`)

const twice = (name: string, at: readonly string[]): string[] =>
  new Set(at).size < at.length ? [`jobs.${name}.at names a time twice: once is enough`] : []
