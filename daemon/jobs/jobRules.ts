// Which jobs may not be: rule 1, that nothing holds private data and a way out at once, and what no job may write. Pure; places
// come resolved. Only what can be told from the tables is decided here: the kernel enforces the rest. Relies on a job's writes
// being readable by it, on its program and the files that its command names being readable too, and on a job reaching nothing
// of another but through files: so an open job that reads no other job's output is at the end of no chain of jobs.
import { liesIn, type Place } from '../realPlace.ts'

/** A place and what it is in a sentence: "the mail store". */
export interface Known {
  readonly what: string
  readonly place: Place
}
/** `program`: its own file and the files that its command names. */
export interface JobPlaces {
  readonly name: string
  readonly network: string
  readonly program: readonly Place[]
  readonly reads: readonly Place[]
  readonly writes: readonly Place[]
}
/**
 * `secret`: what may never leave this machine, and what no job may change: mail, twin's state and configuration. `vault`: the
 * folder of the notes. `code`: twin's own, the programs of plugins and commands, and the system's folders, which an open job reads
 * although no table says so.
 */
export interface Surroundings {
  readonly secret: readonly Known[]
  readonly vault: Known
  readonly code: readonly Known[]
}
/** `is`: a sentence without a full stop that begins with the job. */
export interface Problem {
  readonly job: string
  readonly is: string
}

/** Every reason why a job of `jobs` may not run, in their order. */
export const jobProblems = (jobs: readonly JobPlaces[], around: Surroundings): Problem[] =>
  jobs.flatMap(job => {
    const others = jobs.filter(({ name }) => name !== job.name)
    return [...opened(job, others, around), ...written(job, others, around)].map(is => ({
      job: job.name,
      is,
    }))
  })

/** What a job could read of `secret` and the vault: with a port, on Linux, that is a way out to any host's same port. */
export const couldRead = (job: JobPlaces, { secret, vault }: Surroundings): Known[] =>
  [...secret, vault].filter(({ place }) => readable(job).some(read => overlap(read, place)))

/** Rule 1, for a job that reaches whatever IP reaches. */
function opened(job: JobPlaces, others: readonly JobPlaces[], around: Surroundings): string[] {
  if (job.network !== 'open') return []
  const outputs = others.flatMap(other =>
    other.writes.map(place => ({ what: `the output of jobs.${other.name}`, place })),
  )
  return readable(job).flatMap(read =>
    [...around.secret, around.vault, ...outputs]
      .filter(({ place }) => overlap(read, place))
      .map(
        ({ what }) =>
          `jobs.${job.name} has network = "open" and could read ${quoted(read)}, which is, holds or lies in ${what}`,
      ),
  )
}

/** What twin and other programs rely on is not a job's to change; the brief's folder only where it is a folder below it. */
function written(job: JobPlaces, others: readonly JobPlaces[], around: Surroundings): string[] {
  const programs = others.flatMap(({ name, program }) =>
    program.map(place => ({ what: `the program of jobs.${name}`, place })),
  )
  return job.writes.flatMap(write => [
    ...[...around.secret, ...around.code, ...programs]
      .filter(({ place }) => overlap(write, place))
      .map(({ what }) => `jobs.${job.name} writes ${quoted(write)}, which is, holds or lies in ${what}`),
    ...(liesIn(around.vault.place, write)
      ? [`jobs.${job.name} writes ${quoted(write)}, which is or holds ${around.vault.what}`]
      : []),
  ])
}

const readable = ({ program, reads, writes }: JobPlaces): readonly Place[] => [
  ...reads,
  ...writes,
  ...program,
]
const overlap = (one: Place, other: Place): boolean => liesIn(one, other) || liesIn(other, one)
const quoted = ({ path }: Place): string => JSON.stringify(path)
