// One step of a pipeline while it is checked: what it says, what its stage is, what stands before and after it, and how a fault in it
// is told. Types, and the names that steps go by. Relies on checkRun.ts to go through the steps in their order.
import type { RunFile, RunStep } from '../../protocol/runFile.ts'
import type { Result } from '../../protocol/refusal.ts'
import type { LoadedStage } from '../stages/stages.ts'
import type { CheckedStep, ParsedRun } from './checkedRun.ts'
import { wrongAt } from './parseRunFile.ts'
import type { Path } from './strictYaml.ts'

/** `path`: below the step. `is`: what is wrong, said of the step ("takes no actor"). */
export type Fault = (path: Path, is: string, wanted: string) => Result<never>
/** `names`: of every step of the run. `earlier`: by name, in their order. `run`: the whole of it. */
export interface StepUnderCheck {
  readonly run: RunFile
  readonly at: number
  readonly step: RunStep
  readonly name: string
  readonly names: readonly string[]
  readonly stage: LoadedStage
  readonly earlier: ReadonlyMap<string, CheckedStep>
  readonly fault: Fault
}

/** What a step is called: its own name, else its stage's. */
export const nameOf = ({ name, uses }: RunStep): string => name ?? stageOf(uses)
/** "extract" of "extract@1". */
export const stageOf = (uses: string): string => uses.slice(0, uses.indexOf('@'))

/** How a fault in the step at `at` is told: with the line, and the step's name. */
export const faultOf =
  ({ run, placeOf }: ParsedRun, at: number): Fault =>
  (path, is, wanted) => {
    const step = run.pipeline[at]
    const name = step ? nameOf(step) : `#${at + 1}`
    return wrongAt(placeOf(['pipeline', at, ...path]), `the step ${name} ${is}`, wanted)
  }

/** "a, b and c"; "none" of none. */
export function listed(words: readonly string[]): string {
  if (words.length === 0) return 'none'
  return words.length === 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

/** "one of a, b and c"; `instead` where there are none. */
export const oneOf = (words: readonly string[], instead: string): string =>
  words.length === 0 ? instead : `one of ${listed(words)}`
