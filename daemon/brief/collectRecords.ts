// Reads what a stage left in its output folder as if an enemy had: only regular files of our own named by a handle in scope,
// capped, strict. Everything else is counted and never opened. Relies on files/readCapped.ts; the stage must have ended.
import { opendirSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { readCapped } from '../../files/readCapped.ts'
import type { Handle } from '../../protocol/brand.ts'
import { parseHandle } from '../../protocol/handle.ts'
import { OUTPUT_ENTRIES, RECORD_BYTES } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'

/** `records`: what holds. `bad`: in scope, and not of the shape. `strangers`: names that are no record of this run. */
export interface Collected<T> {
  readonly records: ReadonlyMap<Handle, T>
  readonly bad: readonly Handle[]
  readonly strangers: number
}

/** The records in `folder` for the handles in `scope`. A handle without a file is in neither list. */
export function collectRecords<S extends z.ZodMiniType>(
  folder: string,
  scope: ReadonlySet<Handle>,
  schema: S,
): Result<Collected<z.output<S>>> {
  const records = new Map<Handle, z.output<S>>()
  const bad: Handle[] = []
  for (const handle of scope) {
    const read = readCapped(join(folder, `${handle}.json`), RECORD_BYTES)
    if (!read.ok && read.problem === 'absent') continue
    const parsed = read.ok ? parseJson(read.text) : undefined
    const record = parsed?.ok ? schema.safeParse(parsed.value) : undefined
    if (record?.success) records.set(handle, record.data)
    else bad.push(handle)
  }
  const strangers = attempt('disk', 'the output of a stage', () => countStrangers(folder, scope))
  return strangers.ok ? { ok: true, value: { records, bad, strangers: strangers.value } } : strangers
}

/** Looks at no more than `OUTPUT_ENTRIES` names: a stage could leave a million. Its own stumps are no strangers. */
function countStrangers(folder: string, scope: ReadonlySet<Handle>): number {
  let strangers = 0
  const listing = opendirSync(folder)
  try {
    for (let seen = 0; seen < OUTPUT_ENTRIES; seen++) {
      const entry = listing.readSync()
      if (!entry) break
      const handle = parseHandle(
        /^(?:(h_[a-z2-7]+)\.json|\.(h_[a-z2-7]+)\.tmp)$/.exec(entry.name)?.slice(1).find(Boolean) ?? '',
      )
      if (!handle || !scope.has(handle)) strangers++
    }
  } finally {
    listing.closeSync()
  }
  return strangers
}
