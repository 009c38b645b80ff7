// Whether a text matches a pattern of policy.toml, in a time that its author cannot draw out: some patterns take for ever over a
// text that an agent chose for them, and twind does nothing else meanwhile. Relies on node:vm ending a match that is late.
import { createContext, Script } from 'node:vm'

/** Milliseconds: a match that a person would wait for takes thousandths of one. */
const PATIENCE = 250
const LATE = 'ERR_SCRIPT_EXECUTION_TIMEOUT'

/** The one program that is run there; texts reach it as values, never as code. */
const match = new Script('pattern.test(text)')

/** 'late' where it cannot be told in time. `pattern`: a regular expression for the whole of `text`. */
export function matchesPattern(pattern: string, text: string): boolean | 'late' {
  const context = createContext({ pattern: new RegExp(`^(?:${pattern})$`, 'u'), text })
  try {
    return match.runInContext(context, { timeout: PATIENCE }) === true
  } catch (error) {
    // An error of that context is no instance of this one's Error.
    if (typeof error === 'object' && error && 'code' in error && error.code === LATE) return 'late'
    throw error
  }
}
