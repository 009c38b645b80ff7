// The lists of messages that callers have asked for: state/runs/list.<time>-<random>/list.json, so that a handle can be shown
// later to the caller that it was given to, and to nobody else. Relies on the state being ours alone; each list is written once.
import { existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { readCapped } from '../../files/readCapped.ts'
import { writeAside } from '../../files/writeAside.ts'
import { CallerName } from '../../protocol/door.ts'
import { Routing, ViewEnvelope } from '../../protocol/envelope.ts'
import { HANDLE } from '../../protocol/handle.ts'
import { ANSWER_BYTES, ENVELOPES, LIST_SECONDS, LISTS_OF_ONE, STALE_SECONDS } from '../../protocol/limits.ts'
import { encodeLine, parseJson } from '../../protocol/line.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import { privateFolder } from '../privateFolder.ts'
import { removeTree } from '../removeTree.ts'
import type { Message } from '../brief/view.ts'

const NAME = /^list\.([0-9]{10,12})-[0-9a-f]{16}$/
const FILE = 'list.json'

const Kept = z.strictObject({
  v: z.literal(1),
  caller: CallerName,
  made: z.int().check(z.minimum(0)),
  messages: z
    .array(
      z.strictObject({ handle: z.string().check(z.regex(HANDLE)), view: ViewEnvelope, routing: Routing }),
    )
    .check(z.maxLength(ENVELOPES)),
})
type Kept = z.infer<typeof Kept>
/** `made`: when the list was made, Unix seconds. */
export type Found = Omit<Kept['messages'][number], 'handle'> & { readonly made: number }

/** Keeps what `caller` was just given, at `now` (Unix seconds), and removes what is too old or too many. */
export function keepList(
  runs: string,
  owner: { readonly caller: string; readonly now: number },
  messages: readonly Message[],
): Result<void> {
  const { caller, now } = owner
  const checked = privateFolder(runs)
  if (!checked.ok) return checked
  sweepLists(runs, owner)
  return attempt('disk', 'the list that was asked for', () => {
    const folder = join(runs, `list.${String(now).padStart(10, '0')}-${randomBytes(8).toString('hex')}`)
    mkdirSync(folder, { mode: 0o700 })
    writeAside(join(folder, FILE), encodeLine({ v: 1, caller, made: now, messages }))
  })
}

/** The message that `handle` names in a kept list of `caller`; undefined for any other handle. */
export function findListed(
  runs: string,
  { caller, now }: { readonly caller: string; readonly now: number },
  handle: string,
): Result<Found | undefined> {
  const names = listNames(runs)
  if (!names.ok) return names
  for (const name of names.value) {
    const list = isOld(name, now) ? undefined : readList(join(runs, name))
    if (list?.caller !== caller) continue
    const found = list.messages.find(message => message.handle === handle)
    if (found) return done({ view: found.view, routing: found.routing, made: list.made })
  }
  return done(undefined)
}

/** Removes lists that are too old, broken ones, and those of `caller` that would be one too many. What cannot be removed is left. */
function sweepLists(runs: string, { caller, now }: { readonly caller: string; readonly now: number }): void {
  const names = listNames(runs)
  if (!names.ok) return
  let own = 0
  for (const name of names.value) {
    const list = isOld(name, now) ? undefined : readList(join(runs, name))
    const mine = list?.caller === caller
    if (mine) own++
    if (list ? !mine || own < LISTS_OF_ONE : !isOld(name, now) && isFresh(join(runs, name), now)) continue
    attempt('disk', 'an old list', () => removeTree(join(runs, name)))
  }
}

/** The newest first. */
function listNames(runs: string): Result<string[]> {
  return attempt('disk', 'the folder of the runs', () =>
    // Before the first list and the first brief there is none.
    (existsSync(runs) ? readdirSync(runs) : [])
      .filter(name => NAME.test(name))
      .sort()
      .reverse(),
  )
}

/** Of a clock that was set back too: what claims to be from the future is old. */
const isOld = (name: string, now: number): boolean =>
  Math.abs(now - Number(NAME.exec(name)?.[1])) > LIST_SECONDS

/** A folder without its list yet may belong to a call that is under way. */
function isFresh(path: string, now: number): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat !== undefined && Math.abs(now * 1_000 - stat.mtimeMs) < STALE_SECONDS * 1_000
}

function readList(folder: string): Kept | undefined {
  const read = readCapped(join(folder, FILE), ANSWER_BYTES)
  const parsed = read.ok ? parseJson(read.text) : undefined
  const kept = parsed?.ok ? Kept.safeParse(parsed.value) : undefined
  return kept?.success ? kept.data : undefined
}
