// The questions that are put to Ollama, through the ollama package over a lane: its version, a model's record, the list of models,
// and one chat call with a schema. Relies on laneFetch.ts for the transport and on security.md 4 for the options.
import { Ollama } from 'ollama/browser'
import type { ModelConfig } from '../protocol/modelConfig.ts'
import { ExchangeError, type Lane, laneFetch } from './laneFetch.ts'

/** What one question needs. `milliseconds`: until it is given up, which ends the lane. */
export interface OllamaQuestion {
  readonly lane: Lane
  readonly config: ModelConfig
  readonly milliseconds: number
}

export type OllamaReply =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly error: ExchangeError }

export const askVersion = (ask: OllamaQuestion): Promise<OllamaReply> => over(ask, ollama => ollama.version())
export const askModels = (ask: OllamaQuestion): Promise<OllamaReply> => over(ask, ollama => ollama.list())
export const askRecord = (ask: OllamaQuestion): Promise<OllamaReply> =>
  over(ask, ollama => ollama.show({ model: ask.config.model }))

/** `format`: the schema of the answer. `window`, `written`: tokens that are read in all, and written. */
export interface Chat {
  readonly system: string
  readonly user: string
  readonly format: object
  readonly window: number
  readonly written: number
}

/** One answer to `chat`. `attempt`, from 0: a second one is sampled, since the first answer would come again. */
export function askOllama(ask: OllamaQuestion, chat: Chat, attempt: number): Promise<OllamaReply> {
  const { model, think } = ask.config
  const request = {
    model,
    stream: false as const,
    messages: [
      { role: 'system', content: chat.system },
      { role: 'user', content: chat.user },
    ],
    format: chat.format,
    think: thinkValue(think),
    keep_alive: '10m',
    // Not in the package's types; the server refuses with 400 what it would otherwise cut without a word.
    truncate: false,
    shift: false,
    options: {
      temperature: attempt === 0 ? 0 : 0.4,
      seed: 1 + attempt,
      num_ctx: chat.window,
      num_predict: chat.written,
    },
  }
  return over(ask, ollama => ollama.chat(request))
}

/** Ollama's `think`: gpt-oss takes the words only, other thinking models true and false. */
export function thinkValue(think: ModelConfig['think']): boolean | 'low' | 'medium' | 'high' {
  return think === 'off' ? false : think === 'on' ? true : think
}

/** Runs one call with a deadline of its own; the lane is done when the deadline passes. */
async function over(ask: OllamaQuestion, call: (ollama: Ollama) => Promise<unknown>): Promise<OllamaReply> {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), ask.milliseconds)
  try {
    const fetch = laneFetch(ask.lane, abort.signal)
    return { ok: true, value: await call(new Ollama({ host: ask.config.host, fetch })) }
  } catch (error) {
    if (error instanceof ExchangeError) return { ok: false, error }
    throw error
  } finally {
    clearTimeout(timer)
  }
}
