// A run that was checked: what performs it is told here and nowhere else. Types alone. Relies on checkRun.ts, which is the only one
// that makes one.
import type { Descriptor, Verb } from '../../protocol/adapter.ts'
import type { Account } from '../../protocol/configTables.ts'
import type { Config } from '../../protocol/config.ts'
import type { RecordSchema } from '../../protocol/recordSchema.ts'
import type { Result } from '../../protocol/refusal.ts'
import type { Projection, RunFile } from '../../protocol/runFile.ts'
import type { Boundary } from '../../protocol/runReport.ts'
import type { LoadedStage, StepGrants, StepInput, StepOutput } from '../stages/stages.ts'

/**
 * Where the value at `path` stands in the YAML, both from 1, or the key before it where the value is a block or `side` is "key".
 * `path`: keys and indexes; where that is missing, the nearest around it.
 */
export type PlaceOf = (
  path: readonly (string | number)[],
  side?: 'key',
) => { readonly line: number; readonly column: number }
export interface ParsedRun {
  readonly run: RunFile
  readonly placeOf: PlaceOf
}

/** Every built stage by NAME@VERSION. `unfit`: why a manifest could not be taken, by the NAME of its file. */
export interface Stages {
  readonly stages: ReadonlyMap<string, LoadedStage>
  readonly unfit: ReadonlyMap<string, string>
}
/** `descriptor`: what the account's adapter can do; null where nobody has asked it yet, and then that is not checked. */
export interface Site {
  readonly stages: Stages
  readonly config: Config
  readonly descriptor: Descriptor | null
  readonly checkQuery: (query: string) => Result<void>
}

/** What fills an input: folders of the view, the list of its handles, or what an earlier step puts out. */
export type Source =
  | { readonly from: 'view'; readonly project: readonly Projection[] }
  | { readonly from: 'manifest' }
  | { readonly from: 'step'; readonly step: string; readonly port: string }
/** `schema`: of a record, where it is known. */
export interface CheckedInput {
  readonly source: Source
  readonly format: string
  readonly is: StepInput['is']
  readonly schema: RecordSchema | null
}
export interface CheckedOutput extends Pick<StepOutput, 'is' | 'schema'> {
  readonly format: string
}
/**
 * `inputs`: only those that are wired. `outputs`: only those that this run has a schema for. `config`: what stands under `with`,
 * null where nothing does. `proposes`: verbs that it may spool and the run does not deny whole; empty without `grants.spool`.
 * `output`: the file that gets what `port` puts out, as written: from "/" or "~/", with {date} for the day of the run.
 * `withheld`: what the stage asks for and does not get, a clause each.
 */
export interface CheckedStep {
  readonly name: string
  readonly uses: string
  readonly stage: LoadedStage
  readonly inputs: Readonly<Record<string, CheckedInput>>
  readonly outputs: Readonly<Record<string, CheckedOutput>>
  readonly grants: StepGrants
  readonly config: unknown
  readonly proposes: readonly Verb[]
  readonly output: { readonly path: string; readonly port: string } | null
  readonly withheld: readonly string[]
}
/** `steps`: in their order; each takes from earlier ones alone. `boundaries`: for the report. `notes`: what a person should know. */
export interface CheckedRun {
  readonly run: RunFile
  readonly account: Account
  readonly steps: readonly CheckedStep[]
  readonly boundaries: readonly Boundary[]
  readonly notes: readonly string[]
}
export type CheckRun = (parsed: ParsedRun, site: Site) => Result<CheckedRun>
