// The places that the rules of jobs are about, from configuration: what jobs read and write, and what they may not. Looks at
// names on disk (realPlace.ts) and decides nothing.
import { packageRoot } from '../../files/packageRoot.ts'
import { systemFiles, systemTrees } from '../../native/systemPlaces.ts'
import type { Config } from '../../protocol/config.ts'
import type { Job } from '../../protocol/configTables.ts'
import { expand } from '../../protocol/paths.ts'
import type { Policy } from '../../protocol/policy.ts'
import { filesOf, realPlace } from '../realPlace.ts'
import type { Places } from '../world.ts'
import type { JobPlaces, Known, Surroundings } from './jobRules.ts'

/** What the mail store is in a sentence. */
export const MAIL = 'the mail store'

export const placesOf = (jobs: Config['jobs'], home: string): JobPlaces[] =>
  Object.entries(jobs).map(([name, job]) => ({
    name,
    network: job.network,
    program: programOf(job),
    reads: job.reads.map(path => realPlace(expand(path, home))),
    writes: job.writes.map(path => realPlace(expand(path, home))),
  }))

const programOf = ({ command }: Pick<Job, 'command'>) =>
  [...command.slice(0, 1), ...filesOf(command.slice(1))].map(realPlace)

/** `apply`: the commands of policy.toml, where they are known. */
export function surroundingsOf(
  config: Config,
  { paths, home }: Places,
  apply: Policy['apply'] = {},
): Surroundings {
  const known = (what: string, path: string): Known => ({ what, place: realPlace(expand(path, home)) })
  const programs = [
    ...Object.entries(config.plugins).map(([name, { command }]) => ({ what: `plugins.${name}`, command })),
    ...Object.entries(apply).map(([name, { argv }]) => ({ what: `apply.${name}`, command: argv })),
  ]
  return {
    secret: [
      known(MAIL, config.mail.store),
      known("the database of Mail's accounts", config.mail.accounts_db),
      ...Object.entries(config.accounts).map(([name, { path }]) =>
        known(`the mail of accounts.${name}`, path),
      ),
      known("twin's state", paths.state),
      known("twin's configuration", paths.config),
    ],
    vault: known("the brief's folder", config.brief.folder),
    code: [
      known("twin's own program", packageRoot),
      ...[...systemTrees(), ...systemFiles()].map(path => known('what every program may read', path)),
      known('node, which runs twin', process.execPath),
      ...programs.flatMap(({ what, command }) =>
        programOf({ command }).map(place => ({ what: `the program of ${what}`, place })),
      ),
    ],
  }
}

/** What no program may read by accident, through a folder of the system that holds it. */
export const apartOf = (around: Surroundings): string[] =>
  [...around.secret, around.vault].map(({ place }) => place.path)
