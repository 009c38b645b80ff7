// Where a run may write a file outside of twin's state: a .jsonl or .md file in a folder that is there, and never where mail, twin
// itself or the system keeps its own. Looks at names on disk. Relies on realPlace.ts: two names of one place are seen to be one.
import { lstatSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../../protocol/config.ts'
import { expand } from '../../protocol/paths.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import { placesOf, surroundingsOf } from '../jobs/jobPlaces.ts'
import type { Known } from '../jobs/jobRules.ts'
import { localTime } from '../localTime.ts'
import { liesIn, realPlace } from '../realPlace.ts'
import type { InForce, Places } from '../world.ts'
import { OUTPUT_FORMATS, type OutputFormat } from './outputText.ts'

export interface OutputPlace {
  readonly path: string
  readonly format: OutputFormat
}
/** `started`: milliseconds since 1970, whose day in `zone` stands for {date}. */
export interface Whereabouts {
  readonly inForce: Pick<InForce, 'config' | 'policy'>
  readonly places: Places
  readonly started: number
  readonly zone: string
}

/** The real place of `written`, a path of a run. Refused ("config") with why nothing is written there. */
export function outputPlace(written: string, where: Whereabouts): Result<OutputPlace> {
  const { date } = localTime(where.started, where.zone)
  const path = expand(written.replaceAll('{date}', date), where.places.home)
  const format = OUTPUT_FORMATS.find(one => path.endsWith(`.${one}`))
  if (!format) return wrong(written, 'ends neither in .jsonl nor in .md')
  const folder = attempt('config', 'its folder', () => statSync(dirname(path)))
  if (!path.startsWith('/') || !folder.ok || !folder.value.isDirectory())
    return wrong(written, 'lies in a folder that is not there')
  const taken = ownerOf(path, where)
  if (taken !== undefined) return wrong(written, `lies in ${taken}`)
  const real = join(realPlace(dirname(path)).path, basename(path))
  const there = attempt('config', 'the file', () => lstatSync(real))
  if (there.ok && !there.value.isFile()) return wrong(written, 'is no plain file')
  return done({ path: real, format })
}

/** Whose the place is, in a sentence; undefined where it is a person's own. A file counts too: a program may be one. */
function ownerOf(file: string, { inForce: { config, policy }, places }: Whereabouts): string | undefined {
  const around = surroundingsOf(config, places, policy.apply)
  const accounts = Object.entries(config.accounts).map(([name, account]) => ({
    what: `the mail of the account ${name}`,
    place: realPlace(expand(account.path, places.home)),
  }))
  const inner = realPlace(file)
  const known = [...accounts, ...around.secret, ...around.code, ...jobsAround(config, places)]
  return known.find(({ place }) => liesIn(inner, place))?.what
}

/** Rule 1 over files: what a job with a way out may read is no place for words of mail, and the program of a job is none either. */
const jobsAround = (config: Config, { home }: Places): Known[] =>
  placesOf(config.jobs, home).flatMap(({ name, network, program, reads, writes }) => [
    ...program.map(place => ({ what: `the program of jobs.${name}`, place })),
    ...(network === 'open' ? [...reads, ...writes] : []).map(place => ({
      what: `what jobs.${name} may read, which has network = "open"`,
      place,
    })),
  ])

const wrong = (path: string, is: string) =>
  refused('config', {
    is: `the output ${JSON.stringify(path)} ${is}`,
    wanted: "a .jsonl or .md file in a folder of yours, outside of mail and of what is twin's",
    fix: 'correct "output" in the run, or make the folder',
  })
