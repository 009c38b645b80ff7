// The folders of the spool: one a state, `dropped` for what is no proposal, `why` for reasons. Names are matched against a
// strict form and files opened once; what is foreign is moved aside unopened, under a name of twin's own, and never removed
// before its time. Every rename is synced in both folders, so that no state is taken twice after a power cut. Throws the
// system's errors, which the callers turn into refusals.
import { randomBytes } from 'node:crypto'
import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { readCapped } from '../../files/readCapped.ts'
import { syncDirectory } from '../../files/syncDirectory.ts'
import { sweepAside, writeAside } from '../../files/writeAside.ts'
import { RECORD_BYTES, SENTENCE_CHARS, SPOOL_NAMES } from '../../protocol/limits.ts'
import { encodeLine, parseJson } from '../../protocol/line.ts'
import { Reason, STATES, type State } from '../../protocol/proposal.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { cut } from '../../protocol/text/cut.ts'
import { privateFolder } from '../privateFolder.ts'
import { removeIfThere, removeTree } from '../removeTree.ts'
import { parseProposalName, type ProposalName, proposalName } from './proposalName.ts'
import { FURTHEST_FIRST, mayBecome } from './spoolStates.ts'

/** Why something was dropped; the first word of its name in `dropped`. */
export const DROPPED = {
  name: 'its name is no proposal’s',
  file: 'it is no regular file of this user alone, or is over the cap',
  json: 'it is not JSON as twin writes it',
  shape: 'it is no proposal of a known kind',
  identity: 'its content belongs to another name',
  taken: 'its id is taken',
} as const
export type Why = keyof typeof DROPPED

/** A proposal's file and the state that it is in. */
export interface Place extends ProposalName {
  readonly state: State
}

const STUMP = /^\.p_[a-z2-7]{26}\.[0-9a-f]{64}\.json\.[0-9a-f]{16}\.tmp$/
const DROPPED_NAME = /^([a-z]{1,16})-[0-9a-f]{16}$/

/** Makes the folders that are missing and checks the ones that are there. */
export function openSpoolFolders(spool: string): Result<void> {
  for (const name of ['', ...STATES, 'dropped', 'why']) {
    const made = privateFolder(join(spool, name))
    if (!made.ok) return made
  }
  return done(undefined)
}

/** The proposals in one state, by name. */
export function placesIn(spool: string, state: State): Place[] {
  return readdirSync(join(spool, state))
    .flatMap(name => parseProposalName(name) ?? [])
    .map(name => ({ ...name, state }))
}

/** Every place of the proposal `id`, the furthest state first: the first is right, and there is no more than one, or somebody copied it. */
export const placesOf = (spool: string, id: string): Place[] =>
  FURTHEST_FIRST.flatMap(state =>
    readdirSync(join(spool, state))
      .filter(name => name.startsWith(id))
      .flatMap(name => parseProposalName(name) ?? [])
      .map(name => ({ ...name, state })),
  )

/** Where each proposal is, by id; the furthest state where it lies in several. */
export const placesEverywhere = (spool: string): Map<string, Place> =>
  new Map(
    FURTHEST_FIRST.toReversed()
      .flatMap(state => placesIn(spool, state))
      .map(place => [place.id, place]),
  )

/** Ids that lie in more than one place. */
export function copiedIds(spool: string): Set<string> {
  const seen = new Set<string>()
  const twice = new Set<string>()
  for (const { id } of STATES.flatMap(state => placesIn(spool, state))) {
    if (seen.has(id)) twice.add(id)
    seen.add(id)
  }
  return twice
}

export const pathOf = (spool: string, place: Place): string => join(spool, place.state, proposalName(place))

/** One rename. Throws Error where the table has no such transition. */
export function transition(spool: string, place: Place, to: State): Place {
  const moved = { ...place, state: to }
  if (!mayBecome(place.state, to)) throw new Error(`Cannot make ${place.state} ${to}: no such transition`)
  renameSync(pathOf(spool, place), pathOf(spool, moved))
  syncDirectory(join(spool, to))
  syncDirectory(join(spool, place.state))
  return moved
}

/** Puts aside what lies in `folder` under `name`, as it is. */
export function drop(
  spool: string,
  at: { readonly folder: string; readonly name: string | Buffer },
  why: Why,
): void {
  const from = Buffer.concat([Buffer.from(`${join(spool, at.folder)}/`), Buffer.from(at.name)])
  // Not synced: what a power cut brings back is dropped again.
  renameSync(from, join(spool, 'dropped', `${why}-${randomBytes(8).toString('hex')}`))
}

/** Drops whatever in a state's folder is not named as a proposal, and removes stumps of files that were being written. */
export function sweepForeign(spool: string, state: State): void {
  const foreign = readdirSync(join(spool, state), { encoding: 'buffer' }).filter(
    name => !parseProposalName(name.toString('latin1')),
  )
  for (const name of foreign.slice(0, SPOOL_NAMES)) {
    const text = name.toString('latin1')
    const path = join(spool, state, text)
    if (STUMP.test(text) && !lstatSync(path).isDirectory()) rmSync(path, { force: true })
    else drop(spool, { folder: state, name }, 'name')
  }
}

/** What was dropped and is kept, and why. */
export const droppedIn = (spool: string): { name: string; why: string }[] =>
  readdirSync(join(spool, 'dropped')).flatMap(name => {
    const why = new Map<string, string>(Object.entries(DROPPED)).get(DROPPED_NAME.exec(name)?.[1] ?? '')
    return why === undefined ? [] : [{ name, why }]
  })

/** Keeps what became of a proposal beside it, for views of it and for taking it back. `at`: Unix seconds. */
export function keepReason(spool: string, id: string, { why, ...reason }: Omit<Reason, 'v'>): void {
  const path = join(spool, 'why', `${id}.json`)
  // A folder in its place could not be replaced, and nobody could decide on the proposal.
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) removeTree(path)
  writeAside(path, encodeLine({ v: 1, ...reason, why: cut(why, SENTENCE_CHARS) }))
}

export const reasonOf = (spool: string, id: string): string | null => keptOf(spool, id)?.why ?? null

/** What an applied change of mail left: what the message has been called since. */
export const messageOf = (spool: string, id: string): string | null => keptOf(spool, id)?.message ?? null

function keptOf(spool: string, id: string): Reason | null {
  const read = readCapped(join(spool, 'why', `${id}.json`), RECORD_BYTES)
  const parsed = read.ok ? parseJson(read.text) : undefined
  const reason = parsed?.ok ? Reason.safeParse(parsed.value) : undefined
  return reason?.success ? reason.data : null
}

/** Removes finished proposals that came to their end before `before`, and the oldest beyond `most`; what was dropped likewise. Milliseconds since 1970. */
export function sweepFinished(spool: string, { before, most }: { before: number; most: number }): void {
  const finished = (['applied', 'refused'] as const)
    .flatMap(state => placesIn(spool, state))
    .map(place => ({ place, since: lstatSync(pathOf(spool, place)).ctimeMs }))
    .sort((a, b) => b.since - a.since)
  for (const { place } of finished.filter((each, at) => at >= most || each.since < before)) {
    // Whatever it is: what somebody put there must not keep what is behind it from being removed.
    removeIfThere(join(spool, 'why', `${place.id}.json`))
    removeIfThere(pathOf(spool, place))
  }
  for (const { name } of droppedIn(spool)) {
    const path = join(spool, 'dropped', name)
    if (lstatSync(path).ctimeMs < before) removeIfThere(path)
  }
  sweepAside(join(spool, 'why'))
}
