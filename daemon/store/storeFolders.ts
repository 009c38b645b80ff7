// Where each thing of the store lies. Pure: joins names that are checked before (an account's NAME, which is not PARSED; a SHA-256 in hex).
import { join } from 'node:path'
import { PARSED } from '../../protocol/configTables.ts'

export interface StoreFolders {
  readonly root: string
  readonly index: string
  /** No account's name begins with a dot. Batches that are being parsed; whatever lies here between two syncs is rubbish. */
  readonly work: string
  readonly parsed: string
  readonly parsedOf: (sha256: string) => string
  readonly raw: (account: string) => string
  readonly rawOf: (account: string, sha256: string) => string
}

/** `root`: state/store. Both kinds of folder are divided by the first two characters of the hash. */
export function storeFolders(root: string): StoreFolders {
  const parsed = join(root, PARSED)
  const raw = (account: string): string => join(root, account, 'raw')
  return {
    root,
    index: join(root, 'index.db'),
    work: join(root, '.parsing'),
    parsed,
    parsedOf: sha256 => join(parsed, sha256.slice(0, 2), sha256),
    raw,
    rawOf: (account, sha256) => join(raw(account), sha256.slice(0, 2), sha256),
  }
}
