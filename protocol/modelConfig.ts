// Which model of this machine a stage may ask, and how: what twind tells a stage whose actor is a model. Relies on nothing.
import * as z from 'zod/mini'

/**
 * `host`: http://ADDRESS:PORT of Ollama, for the Host header alone: the lane leads there, whatever it says. `timeout`: milliseconds
 * that one message may take in all.
 */
export const ModelConfig = z.strictObject({
  model: z.string(),
  host: z.string(),
  think: z.enum(['off', 'on', 'low', 'medium', 'high']),
  timeout: z.int().check(z.minimum(1)),
})
export type ModelConfig = z.infer<typeof ModelConfig>
