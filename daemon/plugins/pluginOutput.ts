// What a plugin puts out, made fit to hand on: no text that does not show, none over its cap, no list over its bound, no
// nesting that a door would not carry. Pure. Relies on text/visible.ts; what the words mean is for whoever reads them.
import { PLUGIN_DEPTH, PLUGIN_KEY_CHARS } from '../../protocol/limits.ts'
import { cut } from '../../protocol/text/cut.ts'
import { visible } from '../../protocol/text/visible.ts'

/** `[operations]`: entries of one list, code points of one text. */
export interface OutputBounds {
  readonly list: number
  readonly text: number
}
export interface Bounded {
  readonly value: Readonly<Record<string, unknown>>
  /** Whether a text was cut. */
  readonly cut: boolean
}
/** `list`: over its bound. `shape`: nested too deep, or a key that none should be. */
export type OutputProblem = 'list' | 'shape'

/** `output` within the bounds, or what stands against it. */
export function pluginOutput(
  output: Readonly<Record<string, unknown>>,
  bounds: OutputBounds,
): Bounded | OutputProblem {
  const seen: { problem?: OutputProblem; cut: boolean } = { cut: false }
  const text = (value: string): string => {
    const shown = value.split('\n').map(visible).join('\n')
    const kept = cut(shown, bounds.text)
    seen.cut ||= kept !== shown
    return kept
  }
  const walk = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return text(value)
    if (typeof value !== 'object' || value === null) return value
    if (depth >= PLUGIN_DEPTH) seen.problem ??= 'shape'
    if (seen.problem) return null
    if (!Array.isArray(value)) return table(value, depth)
    if (value.length > bounds.list) seen.problem ??= 'list'
    return seen.problem ? null : value.map(entry => walk(entry, depth + 1))
  }
  const table = (value: object, depth: number): Record<string, unknown> => {
    const entries = Object.entries(value)
    if (entries.some(([key]) => key.length > PLUGIN_KEY_CHARS || visible(key) !== key))
      seen.problem ??= 'shape'
    if (entries.length > bounds.list) seen.problem ??= 'list'
    return Object.fromEntries(entries.map(([key, entry]) => [key, walk(entry, depth + 1)]))
  }
  const value = table(output, 0)
  return seen.problem ?? { value, cut: seen.cut }
}
