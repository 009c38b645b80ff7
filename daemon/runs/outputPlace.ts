// Where a run may write a file outside of twin's state: a .jsonl or .md file in a folder that is there, and never where mail, twin
// itself or the system keeps its own. Looks at names on disk. Relies on realPlace.ts: two names of one place are seen to be one.
import { lstatSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expand } from '../../protocol/paths.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import { surroundingsOf } from '../jobs/jobPlaces.ts'
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
  const taken = ownerOf(dirname(path), where)
  if (taken !== undefined) return wrong(written, `lies in ${taken}`)
  const real = join(realPlace(dirname(path)).path, basename(path))
  const there = attempt('config', 'the file', () => lstatSync(real))
  if (there.ok && !there.value.isFile()) return wrong(written, 'is no plain file')
  return done({ path: real, format })
}

/** Whose the folder is, in a sentence; undefined where it is a person's own. */
function ownerOf(folder: string, { inForce: { config, policy }, places }: Whereabouts): string | undefined {
  const around = surroundingsOf(config, places, policy.apply)
  const accounts = Object.entries(config.accounts).map(([name, account]) => ({
    what: `the mail of the account ${name}`,
    place: realPlace(expand(account.path, places.home)),
  }))
  const inner = realPlace(folder)
  return [...accounts, ...around.secret, ...around.code].find(({ place }) => liesIn(inner, place))?.what
}

const wrong = (path: string, is: string) =>
  refused('config', {
    is: `the output ${JSON.stringify(path)} ${is}`,
    wanted: "a .jsonl or .md file in a folder of yours, outside of mail and of what is twin's",
    fix: 'correct "output" in the run, or make the folder',
  })
