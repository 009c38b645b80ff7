// Applies everything that was approved: changes of mail together, an account at a time, everything else one by one. Relies on
// applyChanges.ts and applyProposal.ts.
import type { Result } from '../../protocol/refusal.ts'
import { applyChanges } from './applyChanges.ts'
import { applyProposal } from './applyProposal.ts'
import { readStored } from './readStored.ts'
import { isChange, type StoredChange } from './storedChange.ts'
import type { Place } from './spoolFolders.ts'
import type { SpoolSite } from './spoolSite.ts'

/** What could not be begun, each with why: it stays approved and is taken again. */
export async function applyApproved(
  site: SpoolSite,
  places: readonly Place[],
): Promise<readonly Result<void>[]> {
  const problems: Result<void>[] = []
  const changes: StoredChange[] = []
  for (const place of places) {
    const read = readStored(site.folder, place)
    if (read.ok && isChange(read.stored)) {
      changes.push(read.stored)
      continue
    }
    const applied = await applyProposal(site, place)
    if (applied.ok) continue
    site.log(`the approved proposal ${place.id} waits: ${applied.refusal.is}`)
    problems.push(applied)
  }
  return [...problems, ...(await applyChanges(site, changes))]
}
