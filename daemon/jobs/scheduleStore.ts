// What the schedule remembers across restarts, in the settings of the state database: the marks of each job, and a pause.
// Relies on each write being one committed transaction. What does not parse is as good as never written.
import type { Database } from 'better-sqlite3'
import * as z from 'zod/mini'
import { parseJson } from '../../protocol/line.ts'
import type { Result } from '../../protocol/refusal.ts'
import { attemptDatabase } from '../database.ts'
import { settings } from '../settings.ts'
import { Marks } from './timetable.ts'

/** Unix seconds; `until` null: until a person ends it. */
const Pause = z.strictObject({
  from: z.int().check(z.minimum(0)),
  until: z.nullable(z.int().check(z.minimum(0))),
})
type Pause = z.infer<typeof Pause>

export interface ScheduleStore {
  readonly marks: (job: string) => Result<Marks | undefined>
  /** The jobs of which marks are kept, whether they still are in twin.toml or not. */
  readonly marked: () => Result<readonly string[]>
  readonly remember: (job: string, marks: Marks) => Result<void>
  /** The same within a transaction of the caller's: throws what SQLite throws. */
  readonly put: (job: string, marks: Marks) => void
  readonly pause: () => Result<Pause | undefined>
  /** Sets the pause, or with undefined ends it. */
  readonly setPause: (pause: Pause | undefined) => Result<void>
}

const PAUSE = 'schedule.pause'
const PREFIX = 'schedule.job.'
const keyOf = (job: string) => `${PREFIX}${job}`

/** The schedule's part of `database`. Each call is refused ("disk") where SQLite cannot do it. */
export function scheduleStore(database: Database): ScheduleStore {
  const { get, put, remove, under } = settings(database)
  const read = <T extends z.ZodMiniType>(key: string, shape: T): Result<z.infer<T> | undefined> =>
    attemptDatabase(() => {
      const parsed = parseJson(get(key) ?? '')
      return parsed.ok ? shape.safeParse(parsed.value).data : undefined
    })
  const putMarks = (job: string, marks: Marks): void => put(keyOf(job), JSON.stringify(marks))
  return {
    marks: job => read(keyOf(job), Marks),
    marked: () => attemptDatabase(() => under(PREFIX).map(({ key }) => key.slice(PREFIX.length))),
    remember: (job, marks) => attemptDatabase(() => putMarks(job, marks)),
    put: putMarks,
    pause: () => read(PAUSE, Pause),
    setPause: pause => attemptDatabase(() => (pause ? put(PAUSE, JSON.stringify(pause)) : remove(PAUSE))),
  }
}
