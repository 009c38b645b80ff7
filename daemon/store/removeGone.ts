// The last step of a sync but one: messages that no collection holds any more leave the index, then their files go. In this order, so
// that a row never names a file that is not there; what a kill leaves in between is swept. Throws the system's and SQLite's errors.
import { removeIfThere } from '../removeTree.ts'
import { settleRows } from './settleRows.ts'
import type { SyncRun } from './syncRun.ts'

/** How many messages are gone from the account. */
export function removeGone({ site, row }: SyncRun): number {
  const dropped = site.database.transaction(() => settleRows(site.database).dropGone(row.id))()
  for (const { sha256, last } of dropped) {
    removeIfThere(site.folders.rawOf(row.name, sha256))
    if (last) removeIfThere(site.folders.parsedOf(sha256))
  }
  return dropped.length
}
