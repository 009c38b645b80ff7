// One row of the table of commands: which words call which operation. Types alone.
import type { View } from './views/view.ts'

/** `path`: the words behind "twin". `isYes`: whoever types it has confirmed what it says. */
export interface Row {
  readonly path: string
  readonly operation: string
  readonly examples: readonly string[]
  readonly isYes?: true
  /** Keys of the input that no person gives. */
  readonly without?: readonly string[]
  /** Keys of the input that are paths: made absolute here, since twind's working directory is another. `or-name`: a bare name stays. */
  readonly paths?: Readonly<Record<string, 'path' | 'path-or-name'>>
  readonly view?: () => Promise<View>
}
