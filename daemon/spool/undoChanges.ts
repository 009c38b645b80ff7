// Takes applied changes of mail back, by filing what undoes them as proposals of the person's: policy.toml decides on those as on any
// other. All of them or none. Relies on inverseOf.ts.
import { type Channel, callerName } from '../../protocol/door.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { fileChange, type Filing, openFiling } from './fileChange.ts'
import { type Applied, inverseOf } from './inverseOf.ts'
import { proposalId } from './proposalName.ts'
import { applyFiled } from './proposeChanges.ts'
import { readStored } from './readStored.ts'
import type { RunChange } from '../world.ts'
import { messageOf, placesIn } from './spoolFolders.ts'
import { attemptSpool, type SpoolSite } from './spoolSite.ts'
import { isChange, type StoredChange } from './storedChange.ts'
import { storedOf } from './viewOf.ts'

/** The ids of what was filed. `ids`: of applied changes. */
export async function undoChanges(
  site: SpoolSite,
  channel: Channel,
  ids: readonly string[],
): Promise<Result<readonly string[]>> {
  if (channel.door !== 'cli') return notYours
  const filed = attemptSpool(() => fileAll(site, callerName(channel), ids))
  if (!filed.ok) return filed
  const { filing, undoing } = filed.value
  const waits = await applyFiled(site, filing.known, new Set(undoing))
  for (const why of waits) site.log(`what takes a change back waits: ${why}`)
  return done(undoing)
}

interface Filed {
  readonly filing: Filing
  readonly undoing: readonly string[]
}

function fileAll(site: SpoolSite, name: string, ids: readonly string[]): Result<Filed> {
  const filing = openFiling(site, { name, rate: null })
  const wishes: RunChange[] = []
  for (const id of new Set(ids)) {
    const applied = appliedChange(site, id)
    const inverse = applied.ok ? inverseOf(applied.value) : applied
    if (!inverse.ok) return inverse
    wishes.push(...inverse.value.map((change, at) => ({ nonce: freshNonce(filing, { id, at }), change })))
  }
  const undoing: string[] = []
  for (const wish of wishes) {
    const filed = fileChange(site, filing, wish)
    if (!filed.ok) return filed
    undoing.push(filed.value)
  }
  return done({ filing, undoing })
}

/** The same wish is the same proposal, until it was refused or has expired: then it may be asked for again. */
function freshNonce(
  { proposer, known }: Filing,
  { id, at }: { readonly id: string; readonly at: number },
): string {
  for (let attempt = 0; ; attempt++) {
    const nonce = `undo-${id}-${at}-${attempt}`
    if (known.get(proposalId(proposer.name, nonce))?.state !== 'refused') return nonce
  }
}

function appliedChange(site: SpoolSite, id: string): Result<Applied> {
  const stored = storedOf(site, id)
  if (!stored.ok) return stored
  if (!isChange(stored.value) || stored.value.state !== 'applied') return notApplied(id)
  const { change } = stored.value.proposal
  const account = new Map(Object.entries(site.configuration().config.accounts)).get(change.account)
  if (!account) return noAccount
  const since = messageOf(site.folder, id)
  const elsewhere = change.verb === 'collection.remove' ? elsewhereOf(site, stored.value) : null
  return done({ id, change, since, elsewhere, account })
}

/** Where an applied addition has put the same message; the adapter says whether it is still there. */
function elsewhereOf(site: SpoolSite, { proposal }: StoredChange): Applied['elsewhere'] {
  const { account, message } = proposal.change
  for (const place of placesIn(site.folder, 'applied')) {
    const read = readStored(site.folder, place)
    const added = read.ok && isChange(read.stored) ? read.stored.proposal.change : undefined
    if (added?.verb !== 'collection.add' || added.account !== account) continue
    const since = messageOf(site.folder, place.id)
    if (since === null || added.message?.sha256 !== message?.sha256 || added.to === message?.collection)
      continue
    if (message && added.to !== null) return { ...message, id: since, collection: added.to }
  }
  return null
}

const notYours = refused('denied', {
  is: 'only a person takes something back, at the command line',
  wanted: 'a call of "twin proposals undo"',
  fix: 'run it in a terminal',
})
const notApplied = (id: string) =>
  refused('stale', {
    is: `the proposal ${id} is no change of mail that was applied`,
    wanted: 'the id of one that was',
    fix: 'run "twin proposals list --states applied"',
  })
const noAccount = refused('config', {
  is: 'the account of the change has no table in twin.toml any more',
  wanted: 'an account that is there',
  fix: 'add [accounts.NAME] to twin.toml',
})
