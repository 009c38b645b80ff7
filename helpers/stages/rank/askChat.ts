// What rank asks Ollama: one chat call with the schema of a score. Pure but for the lane. Relies on askOllama.ts for how it is asked,
// and on budget.ts for how much.
import type { RankConfig } from '../../../protocol/score.ts'
import { askOllama, type OllamaQuestion, type OllamaReply } from '../../askOllama.ts'
import { ANSWER_SCHEMA } from './answerForm.ts'
import { budgetOf } from './budget.ts'
import type { Prompt } from './prompt.ts'

export interface RankQuestion extends OllamaQuestion {
  readonly config: RankConfig
}

/** One answer to `prompt`. `attempt`, from 0: a second one is sampled, since the first answer would come again. */
export const askChat = (ask: RankQuestion, { system, user }: Prompt, attempt: number): Promise<OllamaReply> =>
  askOllama(ask, { system, user, format: ANSWER_SCHEMA, ...budgetOf(ask.config.think) }, attempt)
