// Builds a folder that looks like Apple Mail's store, as it lies when Mail has ended or as a copy of one that Mail is writing.
// Relies on openStore.ts for all that is in it.
import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { openStore, type OpenStore } from './openStore.ts'
import { storePaths } from './storePaths.ts'
import type { StoreSpec } from './storeSpec.ts'

/** Writes the store below `folder`, which must not hold one yet. Throws RangeError for a spec that contradicts itself. */
export function buildStore(folder: string, spec: StoreSpec): void {
  const store = openStore(folder, spec)
  if (spec.sidecars === 'live-copy' || spec.walOnly) leaveLive(storePaths(folder).index, spec, store)
  else store.close()
}

/** Ends the writer, but leaves the three files as they lay while it ran: its last writes only in -wal. */
function leaveLive(index: string, spec: StoreSpec, store: OpenStore): void {
  // Without a write there would be no -wal to copy.
  store.db.exec(`INSERT OR REPLACE INTO properties (key, value) VALUES ('WriteTransactionGeneration', 1)`)
  if (spec.layout !== 'v2') store.add(spec.walOnly ?? [])
  const aside = mkdtempSync(`${index}-copy-`)
  const files = [index, `${index}-wal`, `${index}-shm`]
  for (const file of files) copyFileSync(file, join(aside, basename(file)))
  store.close()
  for (const file of files) renameSync(join(aside, basename(file)), file)
  rmSync(aside, { recursive: true })
}
