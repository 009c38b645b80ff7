// What filter and rank say of one message: one record file a handle, the file name is the handle. A score that is off the
// schema is rejected, never clamped: a model that says 11 has not followed the rules. Relies on limits.ts.
import * as z from 'zod/mini'
import { text } from './envelope.ts'
import * as cap from './limits.ts'

/** filter's verdict. A dropped message says by which rule. */
export const Verdict = z.discriminatedUnion('verdict', [
  z.strictObject({ verdict: z.literal('keep') }),
  z.strictObject({ verdict: z.literal('drop'), why: z.enum(['read', 'category']) }),
])
export type Verdict = z.infer<typeof Verdict>

/** filter's config: Apple's category numbers that are dropped. */
export const FilterConfig = z.strictObject({ skipCategories: z.array(z.int()).check(z.maxLength(16)) })
export type FilterConfig = z.infer<typeof FilterConfig>

/** The model's whole answer: an integer 0 to 10, one sentence, at most five topics. */
export const Answer = z.strictObject({
  score: z.int().check(z.minimum(0), z.maximum(cap.SCORE_MAX)),
  reason: text(cap.REASON_CHARS).check(z.minLength(1)),
  topics: z.array(text(cap.TOPIC_CHARS).check(z.minLength(1))).check(z.maxLength(cap.TOPICS)),
})
export type Answer = z.infer<typeof Answer>

/** Why one message got no score from the model. */
export const FailureWhy = z.enum([
  'timeout',
  'unreachable',
  'http',
  'not-json',
  'off-schema',
  'empty',
  'cut',
  'unfinished',
  'too-long',
])
export type FailureWhy = z.infer<typeof FailureWhy>

/** rank's record of one message. */
export const Score = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('model'), ...Answer.shape }),
  z.strictObject({ by: z.literal('rules'), ...Answer.shape }),
  z.strictObject({ by: z.literal('none'), why: FailureWhy }),
])
export type Score = z.infer<typeof Score>

/**
 * rank's config. `mode` probe asks only for the model's record: it reads no mail and starts no inference. `mode` rank asks
 * again for the record, then (while the output is empty) for one answer about a message of ours, and ends refused with
 * model-unusable where that fails; so a brief with nothing to score calls no model. `timeout`: milliseconds a message.
 */
export const RankConfig = z.strictObject({
  mode: z.enum(['probe', 'rank']),
  engine: z.enum(['ollama', 'rules']),
  model: z.string(),
  host: z.string(),
  think: z.enum(['off', 'on', 'low', 'medium', 'high']),
  timeout: z.int().check(z.minimum(1)),
})
export type RankConfig = z.infer<typeof RankConfig>

/** rank's report after a probe, and after ranking with a model (null with rules). `digest` names the weights; `promptVersion` the prompt: both are part of a cache key. */
export const ProbeReport = z.strictObject({ digest: text(200), version: text(64), promptVersion: z.int() })
export type ProbeReport = z.infer<typeof ProbeReport>
