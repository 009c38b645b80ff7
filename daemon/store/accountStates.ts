// What is known of each account that was ever synced, from the index alone. Relies on accountRows.ts; a descriptor that does not parse
// is none. Throws SQLite's errors.
import type { Database } from 'better-sqlite3'
import * as z from 'zod/mini'
import { Descriptor } from '../../protocol/adapter.ts'
import { parseJson } from '../../protocol/line.ts'
import { accountRows, type AccountRow } from './accountRows.ts'
import type { AccountState } from './store.ts'

/** Of one account, by its id. */
export const COUNTS = {
  messages: 'SELECT count(*) FROM mails WHERE account = ?',
  unparsed:
    'SELECT count(*) FROM mails m JOIN contents c ON c.id = m.content WHERE m.account = ? AND c.problem IS NOT NULL',
  absent: 'SELECT count(*) FROM places WHERE account = ? AND mail IS NULL',
  shared: `SELECT count(*) FROM (SELECT c.message_id FROM mails m JOIN contents c ON c.id = m.content
    WHERE m.account = ? AND c.message_id IS NOT NULL GROUP BY c.message_id HAVING count(*) > 1)`,
} as const

/** By name. */
export function accountStates(database: Database): readonly AccountState[] {
  const count = (sql: string, { id }: AccountRow): number =>
    database.prepare<[number], number>(sql).pluck().get(id) ?? 0
  return accountRows(database)
    .all()
    .map(row => ({
      name: row.name,
      synced: row.synced,
      whole: row.unfinished === 0,
      capabilities: row.descriptor === null ? null : (jsonOf(Descriptor, row.descriptor) ?? null),
      messages: count(COUNTS.messages, row),
      unparsed: count(COUNTS.unparsed, row),
      absent: count(COUNTS.absent, row),
      sharedIds: count(COUNTS.shared, row),
      problems: jsonOf(z.array(z.string()), row.problems) ?? [],
    }))
}

function jsonOf<T>(shape: z.ZodMiniType<T>, text: string): T | undefined {
  const json = parseJson(text)
  const value = json.ok ? shape.safeParse(json.value) : undefined
  return value?.success ? value.data : undefined
}
