// Files what a run proposes, many at once, and applies what needs no person. Between two files others get their turn. Relies on
// fileChange.ts for each, on applyApproved.ts for the rest.
import { setImmediate as others } from 'node:timers/promises'
import { done, type Result } from '../../protocol/refusal.ts'
import { interrupted } from '../gate/carryOut.ts'
import { tally } from '../tally.ts'
import { applyApproved } from './applyApproved.ts'
import { fileChange, openFiling } from './fileChange.ts'
import type { RunChange, RunProposed, RunProposer } from '../world.ts'
import { type Place, placesEverywhere, reasonOf } from './spoolFolders.ts'
import { attemptSpool, type SpoolSite } from './spoolSite.ts'
import type { Io } from '../io.ts'

export interface Wishes {
  readonly run: RunProposer
  readonly changes: readonly RunChange[]
}

/** What came of all of them. Refused where the spool cannot be used at all, or where `io.signal` ends it: the rest is not filed. */
export async function proposeChanges(
  site: SpoolSite,
  { run, changes }: Wishes,
  io: Io,
): Promise<Result<RunProposed>> {
  const opened = attemptSpool(() => done(openFiling(site, { name: `run:${run.name}`, rate: run.rate })))
  if (!opened.ok) return opened
  const ids = new Set<string>()
  const refusals: string[] = []
  for (const [at, change] of changes.entries()) {
    await others()
    io.progress(at, changes.length)
    if (io.signal.aborted || site.signal.aborted) return interrupted
    const filed = attemptSpool(() => fileChange(site, opened.value, change))
    if (filed.ok) ids.add(filed.value)
    else refusals.push(filed.refusal.is)
  }
  const waits = await applyFiled(site, opened.value.known, ids)
  return attemptSpool(() => {
    const came = cameOf(site, ids, [...refusals, ...waits])
    return done({ ...came, refused: came.refused + refusals.length })
  })
}

/** Applies those that need no person. Why some still wait. */
export async function applyFiled(
  site: SpoolSite,
  known: ReadonlyMap<string, Place>,
  ids: ReadonlySet<string>,
): Promise<readonly string[]> {
  const places = [...ids].flatMap(id => known.get(id) ?? [])
  const applied = await applyApproved(
    site,
    places.filter(({ state }) => state === 'approved'),
  )
  return applied.flatMap(each => (each.ok ? [] : [each.refusal.is]))
}

/** `sentences`: reasons that lie beside no proposal. */
function cameOf(site: SpoolSite, ids: ReadonlySet<string>, sentences: readonly string[]): RunProposed {
  const now = placesEverywhere(site.folder)
  const places = [...ids].flatMap(id => now.get(id) ?? [])
  const count = (...states: readonly Place['state'][]) =>
    places.filter(({ state }) => states.includes(state)).length
  const ended = places.filter(({ state }) => state === 'refused' || state === 'stuck')
  const reasons = ended.flatMap(({ id }) => reasonOf(site.folder, id) ?? [])
  return {
    applied: count('applied'),
    pending: count('new', 'pending', 'approved', 'applying'),
    refused: count('refused'),
    stuck: count('stuck'),
    reasons: tally([...sentences, ...reasons]),
  }
}
