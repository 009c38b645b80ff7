// The conversation of an adapter with twind: the first line opens the account, each later one is a question, and whatever breaks the
// protocol ends it. Relies on channel.ts for lines and on the adapter for what they mean.
import { errnoOf } from '../../files/errnoOf.ts'
import { type AdapterLine, AdapterQuestion } from '../../protocol/adapter.ts'
import { parseJson } from '../../protocol/line.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { Adapter, OpenAdapter } from './adapter.ts'
import { blobOf } from '../../protocol/blob.ts'
import type { Channel } from './channel.ts'
import { sendListing } from './sendListing.ts'
import { systemRefusal } from './systemRefusal.ts'

type Question = Exclude<AdapterQuestion, { op: 'open' | 'blob' }>

/** Serves until twind closes the channel. The code to exit with: 0, or 1 where a line broke the protocol. */
export function answerAll(channel: Channel, open: OpenAdapter): 0 | 1 {
  const first = next(channel)
  if (first === null) return 0
  if (first?.op !== 'open') return 1
  const opened = guarded(() => open(first))
  if (!opened.ok) {
    channel.send({ type: 'refused', id: first.id, refusal: opened.refusal })
    return 0
  }
  channel.send({ type: 'opened', id: first.id, about: opened.value.about })
  const blob = blobOf()
  for (let question = next(channel); question !== null; question = next(channel)) {
    if (question === undefined || question.op === 'open') return 1
    if (question.op === 'blob') {
      if (!blob.push(question)) return 1
      continue
    }
    const raw = blob.take(question.id)
    if (raw === undefined) return 1
    reply(channel, opened.value, { question, raw })
  }
  return 0
}

/** The next line of twind; null at the end of the channel, undefined for what is none. */
function next(channel: Channel): AdapterQuestion | null | undefined {
  const line = channel.read()
  if (line === null || line === undefined) return line
  const parsed = parseJson(line)
  const question = parsed.ok ? AdapterQuestion.safeParse(parsed.value) : undefined
  return question?.success ? question.data : undefined
}

interface Asked {
  readonly question: Question
  readonly raw: Buffer | null
}

function reply(channel: Channel, adapter: Adapter, asked: Asked): void {
  const { id } = asked.question
  const answered = guarded(() => answerTo(channel, adapter, asked))
  if (!answered.ok) channel.send({ type: 'refused', id, refusal: answered.refusal })
}

function answerTo(channel: Channel, adapter: Adapter, { question, raw }: Asked): Result<void> {
  const { id } = question
  const send = <T>(result: Result<T>, line: (value: T) => AdapterLine): Result<void> =>
    result.ok ? done(channel.send(line(result.value))) : result
  if (question.op === 'capabilities')
    return done(channel.send({ type: 'capabilities', id, capabilities: adapter.capabilities }))
  if (question.op === 'list') return sendListing(channel, adapter, question)
  if (question.op === 'fetch')
    return send(adapter.fetch(question.message), file => ({ type: 'file', id, ...file }))
  if (question.op === 'was-applied')
    return send(adapter.wasApplied(question.nonce), answer => ({ type: 'was-applied', id, answer }))
  const { nonce, verb, message, from, to } = question
  const change = { nonce, verb, message, from, to, raw }
  return send(adapter.apply(change), applied => ({ type: 'applied', id, message: applied }))
}

/** A system error ends the question, not the adapter; anything else is a bug and ends it. */
function guarded<T>(act: () => Result<T>): Result<T> {
  try {
    return act()
  } catch (error) {
    const errno = errnoOf(error)
    if (errno === undefined) throw error
    return systemRefusal(errno)
  }
}
