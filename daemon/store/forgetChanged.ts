// A message whose raw bytes are other ones by now than its SHA-256 says: a file of the mailbox that was changed in place. It leaves the
// account and is fetched again by the next sync. Throws what SQLite and the system throw.
import { lstatSync, unlinkSync } from 'node:fs'
import { placeRows } from './placeRows.ts'
import type { SyncRun } from './syncRun.ts'

const CHANGED = 'its file was changed while it was brought in'

/** `message`: the adapter's name of the place that it was fetched from; its row has no mail. */
export function forgetChanged({ site, row, problems }: SyncRun, sha256: string, message: string): void {
  placeRows(site.database).fail(row.id, message, CHANGED)
  problems.push(`a message could not be fetched: ${CHANGED}`)
  dropRaw(site.folders.rawOf(row.name, sha256))
}

/** The same for one that is in the index: no place of the account has it any more. */
export function fetchAnew({ site, row, problems }: SyncRun, content: number, sha256: string): void {
  site.database
    .prepare(
      'UPDATE places SET mail = NULL WHERE mail IN (SELECT id FROM mails WHERE content = ? AND account = ?)',
    )
    .run(content, row.id)
  problems.push(`a message is fetched again by the next sync: its file was changed`)
  dropRaw(site.folders.rawOf(row.name, sha256))
}

function dropRaw(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })) unlinkSync(path)
}
