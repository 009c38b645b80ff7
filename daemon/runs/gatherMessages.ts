// The messages of a run under their handles: found in the store and given fresh handles once, or, where the run goes on, read from what
// it kept. Relies on the store for the query and on runMessages.ts for the keeping.
import { existsSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { handleFrom } from '../../protocol/handle.ts'
import { VIEW_MESSAGES } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { RunReport } from '../../protocol/runReport.ts'
import type { Found, Store } from '../store/store.ts'
import type { Named } from '../views/buildView.ts'
import type { CheckedRun } from './checkedRun.ts'
import { messagesOf } from './runFolder.ts'
import { readMessages, writeMessages } from './runMessages.ts'

/** `now`: milliseconds since 1970. `onView`: keeps what the view holds, before its messages are kept. `onNotes`: what is odd about the query. */
export interface Gathering {
  readonly store: Pick<Store, 'find'>
  readonly folder: string
  readonly onView: (view: RunReport['view']) => Result<void>
  readonly onNotes: (notes: readonly string[]) => void
  readonly now: number
  readonly timeZone: string
}

/** Refused as the store refuses the query, with "over-limit" where a view would be too large, and with "disk". */
export async function gatherMessages(
  { run }: CheckedRun,
  { store, folder, onView, onNotes, now, timeZone }: Gathering,
): Promise<Result<readonly Named[]>> {
  if (existsSync(messagesOf(folder))) return readMessages(folder)
  const found = store.find({
    account: run.run.backend,
    query: run.view.query,
    limit: run.view.limit,
    expand: run.view.expand,
    now: Math.floor(now / 1_000),
    timeZone,
  })
  if (!found.ok) return found
  onNotes(found.value.notes)
  if (found.value.messages.length > VIEW_MESSAGES) return tooMany(found.value.messages.length)
  const messages = found.value.messages.map(one => ({ handle: mintHandle(), found: one }))
  const told = onView(countsOf(found.value))
  const written = told.ok ? await writeMessages(folder, messages) : told
  return written.ok ? done(messages) : written
}

/** A fresh random handle: the only name of a message downstream of twind. */
export const mintHandle = () => handleFrom(randomBytes(16))

const countsOf = ({ messages, matched, more, cut }: Found): RunReport['view'] => ({
  matched,
  roots: messages.filter(({ root }) => root).length,
  messages: messages.length,
  more,
  cut,
})

const tooMany = (count: number) =>
  refused('over-limit', {
    is: `the view would hold ${count} messages`,
    wanted: `at most ${VIEW_MESSAGES}`,
    fix: 'narrow view.query, lower view.limit, or leave out expand',
  })
