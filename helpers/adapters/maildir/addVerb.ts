// collection.add: a second name for the message's file in another folder, fresh and unique, in cur/ and with the same flags. The name
// comes from the change's nonce, so that it can be looked for. An add takes nothing away. Relies on link(2) being atomic.
import { done, type Result } from '../../../protocol/refusal.ts'
import { adapterId } from './adapterId.ts'
import { at } from './bytePath.ts'
import { begin, look, type Settled, stampOf, type VerbWork, type Workshop } from './workshop.ts'
import type { Folder } from './findFolders.ts'
import type { Entry } from './journal.ts'
import { keywordsOf } from './keywordsOf.ts'
import type { Place } from './locate.ts'
import { folderNamed, makeCollection } from './makeCollection.ts'
import { messageName, nameWith } from './messageName.ts'
import { incomplete, noFolder, noLinks, notThere, thereAlready } from './refusals.ts'
import { called } from './systemCall.ts'

export const addVerb: VerbWork = {
  make: (shop, change) => {
    const { message, to } = change
    if (message === null || to === null) return incomplete
    const found = look(shop, message)
    if (!found) return notThere
    const there = folderNamed(shop, to)
    if (there && (there.key === found.folder.key || shop.linked.holds(there, found.stat))) return thereAlready
    return linked(shop, begin(shop, change, found), { message, to })
  },
  settle: (shop, entry) => {
    const there = folderNamed(shop, entry.to ?? '')
    const id = there && adapterId(there.key, entry.name)
    if (id !== undefined && look(shop, id)) return { was: 'yes', result: id }
    return untouched(shop, entry)
  },
}

/** Where nothing has been done to the file since, nothing was done at all. */
export function untouched(shop: Workshop, { message, stamp }: Entry): Settled {
  const found = message === null ? undefined : look(shop, message)
  return { was: found && stampOf(found.stat) === stamp ? 'no' : 'unknown' }
}

function linked(
  shop: Workshop,
  { name }: Entry,
  { message, to }: { message: string; to: string },
): Result<string> {
  const { root, acts, locator } = shop
  const folder = makeCollection(shop, to)
  if (!folder) return noFolder
  const link = locator.find(message, place => {
    const letters = lettersIn(shop, place, folder)
    const path = at(root, folder.path, 'cur', nameWith(messageName(name), letters) ?? name)
    return called(() => acts.link(place.path, path))
  })
  if (!link) return notThere
  if (!link.ok) return noLinks(link.errno)
  acts.sync(at(root, folder.path, 'cur'))
  return done(adapterId(folder.key, name))
}

/** The message's letters as the other folder writes them: a small letter means something else there. */
function lettersIn(shop: Workshop, { folder, name }: Place, to: Folder): string {
  const letters = messageName(name).letters ?? ''
  const kept = [...letters].filter(letter => letter < 'a')
  return [...kept, ...keywordsOf(shop, { letters, from: folder, to })].join('')
}
