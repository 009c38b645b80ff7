// Opens a Maildir as an adapter: what it can do, and the parts that do it. Relies on `root` and `scratch` being the two folders that this
// process may write.
import { makeFolder } from '../../../files/makeFolder.ts'
import type { Descriptor } from '../../../protocol/adapter.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import type { Adapter, Open } from '../adapter.ts'
import { acts } from './acts.ts'
import { applyChange, recover, wasApplied } from './applyChange.ts'
import { bytesOf } from './bytePath.ts'
import { fetchMessage } from './fetchMessage.ts'
import { listMaildir } from './listMaildir.ts'
import { openLocator } from './locate.ts'
import { openWorkshop } from './openWorkshop.ts'
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
  verbs: ['collection.add', 'collection.remove', 'flag.add', 'flag.remove', 'trash', 'expunge', 'draft'],
}

/** Refused where the folder is no Maildir: it holds no cur/ and no new/, and neither does any folder in it. */
export function openMaildir({ root, scratch }: Open): Result<Adapter> {
  const bytes = bytesOf(root)
  const incoming = `${scratch}/incoming`
  const locator = openLocator(bytes)
  const { folders, layout } = locator.folders()
  if (folders.length === 0) return noMaildir
  makeFolder(incoming)
  const box = { root: bytes, snapshots: openSnapshots(`${scratch}/snapshot`, bytes) }
  const shop = openWorkshop({ root: bytes, journal: `${scratch}/journal`, locator, acts })
  recover(shop)
  return done({
    about: layout === 'nested' ? 'plain nested folders' : 'a maildir++',
    capabilities: CAPABILITIES,
    list: (cursor, onPart) => listMaildir(box, cursor, onPart),
    fetch: id => fetchMessage(locator, incoming, id),
    apply: change => applyChange(shop, change),
    wasApplied: nonce => done(wasApplied(shop, nonce)),
  })
}

const noMaildir = refused('no-store', {
  is: 'the folder of the account holds no Maildir',
  wanted: 'a folder with cur/ and new/ in it, or in one of its folders',
  fix: 'correct "path" of the account in twin.toml',
})
