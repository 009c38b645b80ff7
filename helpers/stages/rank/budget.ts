// How much a model may read and write for one message, by how long it thinks. Pure. One set of options for a whole run:
// another num_ctx makes Ollama load the model again (security.md 4).
import type { RankConfig } from '../../../protocol/score.ts'

type Think = RankConfig['think']

/** Tokens: `window` holds the prompt, at most about 6,500 when every character takes four, and what is written. */
export interface Budget {
  readonly window: number
  /** Thinking counts. */
  readonly written: number
}

const BUDGETS: Readonly<Record<Think, Budget>> = {
  off: { window: 8_192, written: 512 },
  low: { window: 8_192, written: 1_536 },
  medium: { window: 12_288, written: 4_096 },
  on: { window: 12_288, written: 4_096 },
  high: { window: 16_384, written: 8_192 },
}

export const budgetOf = (think: Think): Budget => BUDGETS[think]
