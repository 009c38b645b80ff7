// The process groups of programs that a killed twind left running. The launcher ends them with twind, but for
// what macOS lets leave the group. A group is remembered while its program runs, by its leader's id and start, and killed at the next start only if that
// very process still lives: another one with its number is somebody else's. Relies on processStart.ts to tell them apart.
import type { Database } from 'better-sqlite3'
import * as z from 'zod/mini'
import { parseJson } from '../../protocol/line.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { attemptDatabase } from '../database.ts'
import { processStart } from '../processStart.ts'
import { settings } from '../settings.ts'
import { killGroup } from '../spawn.ts'

export interface LeftGroups {
  readonly remember: (job: string, leader: number) => Promise<Result<void>>
  readonly forget: (job: string) => Result<void>
  /** Kills what is left of an earlier twind; the jobs whose program it was. */
  readonly sweep: () => Promise<Result<readonly string[]>>
}

const Group = z.strictObject({ leader: z.int().check(z.minimum(2)), start: z.string() })
const PREFIX = 'job.group.'

/** Each call is refused ("disk") where SQLite cannot do it. */
export function leftGroups(database: Database): LeftGroups {
  const { put, remove, under } = settings(database)
  const forget = (job: string) => attemptDatabase(() => remove(`${PREFIX}${job}`))
  return {
    forget,
    remember: async (job, leader) => {
      const start = await processStart(leader)
      return attemptDatabase(() => {
        if (start !== undefined) put(`${PREFIX}${job}`, JSON.stringify({ leader, start }))
      })
    },
    sweep: async () => {
      const rows = attemptDatabase(() => under(PREFIX))
      if (!rows.ok) return rows
      const killed: string[] = []
      for (const { key, value } of rows.value) {
        const job = key.slice(PREFIX.length)
        if (await killIfSame(value)) killed.push(job)
        const forgotten = forget(job)
        if (!forgotten.ok) return forgotten
      }
      return done(killed)
    },
  }
}

async function killIfSame(value: string): Promise<boolean> {
  const parsed = parseJson(value)
  const group = parsed.ok ? Group.safeParse(parsed.value).data : undefined
  if (!group || (await processStart(group.leader)) !== group.start) return false
  killGroup(group.leader)
  return true
}
