// Opens a Maildir as an adapter: what it can do, and the parts that do it. Relies on `root` and `scratch` being the two folders that this
// process may write.
import { makeFolder } from '../../../files/makeFolder.ts'
import type { Descriptor } from '../../../protocol/adapter.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import type { Adapter, Open } from '../adapter.ts'
import { bytesOf } from './bytePath.ts'
import { fetchMessage } from './fetchMessage.ts'
import { listMaildir } from './listMaildir.ts'
import { openLocator } from './locate.ts'
import { openSnapshots } from './snapshot.ts'

/**
 * A file is under as many folders as it has names there; a link and an unlink are two steps; nothing searches, and nothing tells
 * of new mail. A name is unique for ever and survives every change of flags, so an id is good for as long as the message lies there.
 */
export const CAPABILITIES: Descriptor = {
  multi_collection: true,
  server_search: false,
  atomic_move: false,
  push: false,
  id_stability: 'stable',
  credential_scopable: false,
  keywords: true,
  verbs: [],
}

/** Refused where the folder is no Maildir: it holds no cur/ and no new/, and neither does any folder in it. */
export function openMaildir({ root, scratch }: Open): Result<Adapter> {
  const incoming = `${scratch}/incoming`
  makeFolder(incoming)
  const box = { root: bytesOf(root), snapshots: openSnapshots(`${scratch}/snapshot`, bytesOf(root)) }
  const locator = openLocator(box.root)
  const { folders, layout } = locator.folders()
  if (folders.length === 0) return noMaildir
  return done({
    about: layout === 'nested' ? 'plain nested folders' : 'a maildir++',
    capabilities: CAPABILITIES,
    list: (cursor, onPart) => listMaildir(box, cursor, onPart),
    fetch: id => fetchMessage(locator, incoming, id),
    apply: () => unsupported,
    wasApplied: () => done('unknown'),
  })
}

const unsupported = refused('unavailable', {
  is: 'this adapter does not do that',
  wanted: 'a verb that it names among its capabilities',
  fix: 'leave it out of the run',
})
const noMaildir = refused('no-store', {
  is: 'the folder of the account holds no Maildir',
  wanted: 'a folder with cur/ and new/ in it, or in one of its folders',
  fix: 'correct "path" of the account in twin.toml',
})
