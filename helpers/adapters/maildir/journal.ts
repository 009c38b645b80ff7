// What the adapter has begun and done, a file a change, in its scratch folder: written and synced before the first act and after the
// last, so that after a crash it can be told what was done. The name of a file is a digest of the change's nonce. Relies on the
// folder being the adapter's alone.
import { lstatSync, readdirSync } from 'node:fs'
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import { readCapped } from '../../../files/readCapped.ts'
import { AdapterId, Collection, Verb } from '../../../protocol/adapter.ts'
import { JOURNAL_BYTES, PROPOSAL_DAYS } from '../../../protocol/limits.ts'
import { parseJson } from '../../../protocol/line.ts'
import { Nonce } from '../../../protocol/proposalNonce.ts'
import type { Acts } from './acts.ts'

/**
 * `name`: the unique part of the file name that this change makes, from its nonce. `stamp`: of the file before the first act (a
 * link, an unlink and a rename each change it). `original`: where a file was that is moved, below its folder. `moved`: it lies in tmp/ under `name`; `written`: the draft does. `result`:
 * what the message is called afterwards.
 */
const Entry = z.strictObject({
  v: z.literal(1),
  nonce: Nonce,
  verb: Verb,
  message: z.nullable(AdapterId),
  from: z.nullable(Collection),
  to: z.nullable(z.string()),
  phase: z.enum(['begun', 'moved', 'written', 'done']),
  name: z.string(),
  stamp: z.nullable(z.string()),
  original: z.nullable(z.string()),
  result: z.nullable(AdapterId),
})
export type Entry = z.infer<typeof Entry>

export interface Journal {
  /** Undefined where nothing was begun. */
  readonly read: (nonce: string) => Entry | undefined
  readonly write: (entry: Entry) => void
  /** Nothing of it has been done. */
  readonly forget: (nonce: string) => void
  /** What was begun and is not done. What was done long ago is forgotten on the way. */
  readonly open: () => Entry[]
}

/** `folder`: there already. `now`: Unix seconds. */
export function openJournal(folder: string, acts: Acts, now: () => number): Journal {
  const pathOf = (nonce: string) => `${folder}/${digestOf(nonce)}.json`
  return {
    read: nonce => entryIn(pathOf(nonce)),
    write: entry => acts.note(pathOf(entry.nonce), JSON.stringify(entry)),
    forget: nonce => acts.unlink(Buffer.from(pathOf(nonce))),
    open: () =>
      readdirSync(folder).flatMap(file => {
        const path = `${folder}/${file}`
        const entry = entryIn(path)
        if (entry && entry.phase !== 'done') return [entry]
        if (now() - lstatSync(path).mtimeMs / 1_000 > PROPOSAL_DAYS * 86_400) acts.unlink(Buffer.from(path))
        return []
      }),
  }
}

const digestOf = (nonce: string): string => createHash('sha256').update(nonce).digest('hex')

/** The unique name that the change of this nonce gives a file. `seconds`: when it began, as every Maildir name has it. */
export const uniqueName = (nonce: string, seconds: number): string =>
  `${seconds}.${digestOf(nonce).slice(0, 32)}.twin`

function entryIn(path: string): Entry | undefined {
  const read = readCapped(path, JOURNAL_BYTES)
  const parsed = read.ok ? parseJson(read.text) : undefined
  const entry = parsed?.ok ? Entry.safeParse(parsed.value) : undefined
  return entry?.success ? entry.data : undefined
}
