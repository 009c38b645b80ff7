// What a run hands over when one of its steps has ended, and what it is told came of it. Types alone. Relies on the spool for filing
// and applying.
import type { Verb } from '../../protocol/adapter.ts'
import type { Handle } from '../../protocol/brand.ts'
import type { RunFile } from '../../protocol/runFile.ts'
import type { StoredMail } from '../store/store.ts'

/**
 * The spool of one step. `id`: of the run, folder name; `name`, `account`, `rules`: of its file. `step`: its name. `proposes`: the
 * verbs that the stage's manifest allows it. `scope`: the messages of the step; `pulledIn`: those that only a thread has brought, which
 * the query says nothing of. `folder`: holds `<handle>.<n>.json`.
 * `drafts`: the folder of draft-lint's own output, `<handle>.json`, where this step is draft-lint; else null.
 */
export interface RunSpool {
  readonly id: string
  readonly name: string
  readonly account: string
  readonly rules: NonNullable<RunFile['apply']>
  readonly step: string
  readonly proposes: readonly Verb[]
  readonly scope: ReadonlyMap<Handle, StoredMail>
  readonly pulledIn: ReadonlySet<Handle>
  readonly folder: string
  readonly drafts: string | null
}

/** `reasons`: sentences of twin's own, without mail text, and how often each was the reason. */
export interface RunSpoolCounts {
  readonly applied: number
  /** They wait: for a person, or for an account that could not be opened. */
  readonly pending: number
  readonly refused: number
  readonly stuck: number
  /** Files of the folder that were no proposal. */
  readonly rejected: number
  readonly reasons: readonly { readonly sentence: string; readonly count: number }[]
}
