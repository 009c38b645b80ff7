// Makes one brief, from a request to the mail helper to the note in the vault. Holds the order of the steps and nothing of
// what they do; relies on every process it starts being confined and on none of their answers.
import type { Brief } from '../protocol/brief.ts'
import type { Config } from '../protocol/config.ts'
import type { Paths } from '../protocol/paths.ts'
import { refused, type Result } from '../protocol/refusal.ts'

/**
 * `now`: milliseconds since 1970. `since`: Unix seconds, instead of the configured window. `engine`: instead of the
 * configured one. `dryRun`: the vault is not touched. `log`: one step, without mail text. `signal`: stop and clean up.
 */
export interface BriefOptions {
  readonly config: Config
  readonly paths: Paths
  readonly home: string
  readonly since?: number
  readonly engine?: Config['ranker']['engine']
  readonly dryRun: boolean
  readonly now: () => number
  readonly onProgress: (done: number, total: number) => void
  readonly log?: (step: string) => void
  readonly signal?: AbortSignal
  /** The folder of the built processes, where it is not the package's own. */
  readonly dist?: string
}

/** The brief as `--json` prints it, and the note's block as text. */
export interface MadeBrief {
  readonly brief: Brief
  readonly text: string
}

/** A brief of the window that ends now. Refused with the first thing that stood in the way; the last note is then intact. */
export function makeBrief(_options: BriefOptions): Promise<Result<MadeBrief>> {
  return Promise.resolve(
    refused('crashed', { is: 'no stage is started yet', wanted: 'the whole pipeline', fix: 'build it' }),
  )
}
