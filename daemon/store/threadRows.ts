// Threads by Message-ID, References and In-Reply-To: messages that have or name one common id are of one thread, the missing ones between
// them too. What headers claim is all there is to go by. Throws what SQLite throws. Relies on the caller's transaction.
import type { Database } from 'better-sqlite3'

export interface ThreadRows {
  /** Puts the mail of the account into the thread of all that have or name one of `ids`; into one of its own where none does. */
  readonly thread: (account: number, mail: number, ids: readonly string[]) => void
}

export function threadRows(database: Database): ThreadRows {
  const mention = database.prepare(
    'INSERT INTO mentions(mail, message_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const related = database.prepare<[number, string], number>(
    `SELECT DISTINCT m.thread FROM mentions x JOIN mails m ON m.id = x.mail
     WHERE m.account = ? AND x.message_id IN (SELECT value FROM json_each(?)) AND m.thread <> 0`,
  )
  const set = database.prepare('UPDATE mails SET thread = ? WHERE id = ?')
  const merge = database.prepare('UPDATE mails SET thread = ? WHERE account = ? AND thread = ?')
  return {
    thread: (account, mail, ids) => {
      const threads = related.pluck().all(account, JSON.stringify(ids))
      const thread = Math.min(mail, ...threads)
      for (const other of threads) if (other !== thread) merge.run(thread, account, other)
      set.run(thread, mail)
      for (const id of ids) mention.run(mail, id)
    },
  }
}
