// Does what one job is for: the brief, or a program of the person's. What comes of it, in twin's own words; what a program
// printed goes into its folder and nowhere else. Relies on the caller to run one job at a time.
import { join } from 'node:path'
import { done, type Refusal, type RefusalCode, refused, type Result } from '../../protocol/refusal.ts'
import type { Job } from '../../protocol/configTables.ts'
import { makeBriefNow } from '../mail/makeBriefNow.ts'
import { type Ending, misbehaviour } from '../misbehaviour.ts'
import { privateFolder } from '../privateFolder.ts'
import type { RunOutcome, World } from '../world.ts'
import { itemsNote, readItems } from './jobItems.ts'
import { apartOf, placesOf, surroundingsOf } from './jobPlaces.ts'
import { jobProblems } from './jobRules.ts'
import { writeItems, writeOutput } from './keptOutput.ts'
import { runProgram } from './programRun.ts'
import type { Scheduled } from './scheduled.ts'
import type { Io } from '../io.ts'

/** `note`: what is to be said of a run that went well. `onStart`: the leader of the program's process group. */
export interface JobIo extends Io {
  readonly onStart: (leader: number) => void
}
export type Performed = Result<{ readonly note: string | null }>
export type Perform = (world: World, job: Scheduled, io: JobIo) => Promise<Performed>

/** Refused with what went wrong. */
export const performJob: Perform = async (world, { name, program }, io) => {
  if (program) return performProgram(world, { name, job: program }, io)
  const made = await makeBriefNow(world, {}, io)
  return made.ok ? done({ note: null }) : made
}

interface Named {
  readonly name: string
  readonly job: Job
}

/** `job`: the table that the gate let run. What is judged and run is that one, or nothing. */
async function performProgram(world: World, { name, job }: Named, io: JobIo): Promise<Performed> {
  const { config, policy } = world.configuration()
  const around = surroundingsOf(config, world, policy.apply)
  const places = placesOf(config.jobs, world.home)
  const now = new Map(Object.entries(config.jobs)).get(name)
  const granted = places.find(one => one.name === name)
  if (!granted || JSON.stringify(now) !== JSON.stringify(job))
    return against(`jobs.${name} was changed while it was about to begin`)
  const problem = jobProblems(places, around).find(one => one.job === name)
  if (problem) return against(problem.is)
  const all = privateFolder(world.paths.jobs)
  const folder = all.ok ? privateFolder(join(world.paths.jobs, name)) : all
  if (!folder.ok) return folder
  const place = { name, job, granted, folder: folder.value, apart: apartOf(around) }
  const ended = await runProgram(place, io)
  return ended.ok ? keep({ name, job }, { folder: folder.value, now: world.now() }, ended.value) : ended
}

/** What it printed is kept whatever it did; items only of a run that went well. */
function keep({ name, job }: Named, to: { folder: string; now: number }, ended: Ending): Performed {
  const { stdout, stderr, cut } = ended
  const written = writeOutput(to.folder, { stdout, stderr, cut })
  const refusal = refusalOf({ name, job }, ended)
  if (refusal) return { ok: false, refusal }
  if (!written.ok) return written
  if (!job.items) return done({ note: cut ? 'it printed more than is kept' : null })
  const read = readItems(stdout)
  const kept = writeItems(to.folder, { printed: Math.floor(to.now / 1_000), items: [...read.items] })
  return kept.ok ? done({ note: itemsNote(read, cut) }) : kept
}

/** The launcher's own code and words; a program of the person's may exit 5 as well, and is then merely one that failed. */
const UNCONFINED = { code: 5, begins: 'Cannot confine' }

function refusalOf({ name, job }: Named, ended: Ending): Refusal | undefined {
  const isUnconfined = ended.code === UNCONFINED.code && ended.stderr.startsWith(UNCONFINED.begins)
  const refusal = misbehaviour(`job ${name}`, ended)
  if (refusal?.code === 'late')
    return {
      ...refusal,
      wanted: `its end within ${job.timeout}`,
      fix: `look at what it printed: twin jobs show ${name}; jobs.${name}.timeout in twin.toml is its time`,
    }
  if (!refusal || isUnconfined || (refusal.code !== 'crashed' && ended.code !== UNCONFINED.code))
    return refusal
  const is = ended.code === null ? refusal.is : `job ${name} ended with code ${ended.code}`
  return {
    code: 'job-failed',
    is,
    wanted: 'exit code 0',
    fix: `look at what it printed: twin jobs show ${name}`,
  }
}

const against = (is: string) =>
  refused('config', {
    is,
    wanted: 'no job that holds private data and a way out at once, or writes what is not its own',
    fix: 'correct [jobs] in twin.toml, then run "twin check"',
  })

/** How a run is remembered that ended with a refusal of `code`. */
export function outcomeOf(code: RefusalCode): RunOutcome {
  if (code === 'late' || code === 'interrupted') return code
  const REFUSED: readonly RefusalCode[] = [
    'config',
    'denied',
    'cannot-confine',
    'busy',
    'unavailable',
    'audit',
  ]
  return REFUSED.includes(code) ? 'refused' : 'failed'
}
