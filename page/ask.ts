// The page's one way to twind: calls through the gate as the door "ui", answers read as strictly as those of another process.
// Relies on the gate for every right; the page has none of its own.
import type * as z from 'zod/mini'
import type { World } from '../daemon/world.ts'
import type { Channel } from '../protocol/door.ts'
import { done, type Result } from '../protocol/refusal.ts'

const UI: Channel = { door: 'ui', agent: null, terminal: false }
type Input = Readonly<Record<string, unknown>>

/** The output of a read. Throws where it has another shape: a bug of ours must not be shown as an answer. */
export async function ask<T extends z.ZodMiniType>(
  gate: World['gate'],
  asked: { readonly name: string; readonly input?: Input; readonly signal: AbortSignal },
  shape: T,
): Promise<Result<z.infer<T>>> {
  const { name, input = {}, signal } = asked
  const answer = await gate.call(UI, { name, input: { ...input } }, { signal, progress: () => undefined })
  if (!answer.ok) return answer
  const parsed = answer.value.outcome === 'done' ? shape.safeParse(answer.value.output) : undefined
  if (!parsed?.success) throw new Error(`Cannot show ${name}: its answer is of another shape`)
  return done(parsed.data)
}

/** Makes a change that the person has confirmed on this page; it goes on when they close the window. */
export async function change(gate: World['gate'], name: string, input: Input): Promise<Result<void>> {
  const io = { signal: new AbortController().signal, progress: () => undefined }
  const answer = await gate.call(UI, { name, input: { ...input }, confirm: true }, io)
  if (!answer.ok) return answer
  if (answer.value.outcome !== 'done')
    throw new Error(`Cannot change by ${name}: it was only ${answer.value.outcome}`)
  return done(undefined)
}
