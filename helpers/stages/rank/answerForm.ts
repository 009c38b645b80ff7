// The form of the model's answer, the same for mail and for the items of jobs: as a schema for Ollama, and in words; and of
// what is asked. Pure.
import { REASON_CHARS, SCORE_MAX, TOPIC_CHARS, TOPICS } from '../../../protocol/limits.ts'

/** The answer's schema, for Ollama's `format`: only what llama.cpp's grammar enforces. Repeated in words for the model. */
export const ANSWER_SCHEMA = {
  type: 'object',
  properties: {
    reason: { type: 'string', minLength: 1, maxLength: REASON_CHARS },
    topics: {
      type: 'array',
      maxItems: TOPICS,
      items: { type: 'string', minLength: 1, maxLength: TOPIC_CHARS },
    },
    score: { type: 'integer', minimum: 0, maximum: SCORE_MAX },
  },
  required: ['reason', 'topics', 'score'],
  additionalProperties: false,
} as const

/** What the model is told of it. `tells`: what the reason says. */
export const answerForm = (
  tells: string,
): string => `Answer with one JSON object and nothing before or after it:
{"reason": string, "topics": array of strings, "score": integer}
- reason: one sentence in English, at most ${REASON_CHARS} characters, saying ${tells}. No links, no markup.
- topics: none to ${TOPICS} short lower-case words or phrases, at most ${TOPIC_CHARS} characters each.
- score: an integer from 0 to ${SCORE_MAX}.
It must match this JSON schema: ${JSON.stringify(ANSWER_SCHEMA)}`

/** The task again, after the fields. */
export const taskAgain = (what: string): string =>
  `Score that one ${what} with one JSON object of "reason", "topics" and "score", from 0 to ${SCORE_MAX}.`

/** What is asked about one message or item. `fields`: what a stranger wrote stands in them and nowhere else. */
export interface Question {
  readonly system: string
  readonly before: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly after: string
  /** The beginning of the last sentence. */
  readonly that: string
}
