// Whether a reply of the model is an answer. Pure. Ollama says 200 to a prompt that it cut, to text that no schema bound, to
// nothing at all and to half an answer (security.md 4): each is rejected whole, and nothing is clamped or mended.
import * as z from 'zod/mini'
import { MODEL_ANSWER_BYTES } from '../protocol/limits.ts'
import { parseJson } from '../protocol/line.ts'
import type { FailureWhy } from '../protocol/score.ts'

/** What is used of /api/chat's reply; the rest of it is not looked at. */
const Reply = z.object({
  message: z.object({ content: z.string() }),
  done: z.boolean(),
  done_reason: z.optional(z.string()),
  prompt_eval_count: z.optional(z.int()),
  remote_host: z.optional(z.string()),
  remote_model: z.optional(z.string()),
})

export interface Bounds {
  /** The fewest tokens that the prompt can have. */
  readonly leastTokens: number
  /** num_ctx. */
  readonly window: number
}

/** `why`: `forwarded` means that another machine has answered, so that nothing more may be asked. */
export type Replied =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: FailureWhy | 'forwarded' }

/** The JSON value that the model answered in `reply`, of whatever shape; or why there is none. */
export function readReply(reply: unknown, bounds: Bounds): Replied {
  const shape = Reply.safeParse(reply)
  if (!shape.success) return no('off-schema')
  const { message, done, done_reason, prompt_eval_count = 0, remote_host, remote_model } = shape.data
  if (remote_host || remote_model) return no('forwarded')
  if (done_reason === 'length') return no(message.content.trim() === '' ? 'empty' : 'cut')
  if (!done || done_reason !== 'stop') return no('unfinished')
  if (prompt_eval_count < bounds.leastTokens || prompt_eval_count > bounds.window) return no('cut')
  return contentOf(message.content)
}

function contentOf(content: string): Replied {
  if (content.trim() === '') return no('empty')
  if (new TextEncoder().encode(content).length > MODEL_ANSWER_BYTES) return no('too-long')
  const parsed = parseJson(content)
  return parsed.ok ? { ok: true, value: parsed.value } : no('not-json')
}

const no = (why: FailureWhy | 'forwarded'): Replied => ({ ok: false, why })
