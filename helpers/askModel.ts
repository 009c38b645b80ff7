// Asks the model of this machine about one message: who it is first, which sends no mail, then for one answer of a schema, and once
// more where that was none. An answer off its schema is a failure, never mended. Relies on askOllama.ts and readReply.ts.
import { MODEL_RECORD_SECONDS, MODEL_TRIES } from '../protocol/limits.ts'
import type { ModelConfig } from '../protocol/modelConfig.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { askModels, askOllama, askRecord, askVersion, type Chat, type OllamaQuestion } from './askOllama.ts'
import type { EachTools } from './eachTask.ts'
import { type Lane, laneOf } from './laneFetch.ts'
import { absent, forwarded, identifyModel, isCloudTag, unreachable } from './model.ts'
import { readReply } from './readReply.ts'

/** `isAnswer`: whether a value is of the schema that was asked for. `own`: the characters of the prompt that are twin's own. */
export interface ModelQuestion {
  readonly system: string
  readonly user: string
  readonly format: object
  readonly own: number
  readonly isAnswer: (value: unknown) => boolean
}

/** Tokens that the prompt and the answer may take; the same for every stage, since another number makes Ollama load anew. */
export const WINDOW = 16_384
const WRITTEN = { off: 2_048, low: 3_072, medium: 6_144, on: 6_144, high: 10_240 } as const

/** The answer to `question`; refused where the step has no model, where it runs elsewhere, or where it does not answer to the schema. */
export async function askModel(tools: EachTools, question: ModelQuestion): Promise<Result<unknown>> {
  const { model } = tools
  const lanes = tools.lanes.map(laneOf)
  const [first] = lanes
  if (model === null || first === undefined) return noModel
  const usable = await identify(first, model)
  return usable.ok ? await answerOf(lanes, model, question) : usable
}

/** Every message has a process of its own, and none sends mail before it knows that the model runs here. */
async function identify(lane: Lane, config: ModelConfig): Promise<Result<unknown>> {
  if (isCloudTag(config.model)) return forwarded(config.model)
  const ask = { lane, config, milliseconds: Math.max(config.timeout, MODEL_RECORD_SECONDS * 1_000) }
  const version = await askVersion(ask)
  const record = version.ok ? await askRecord(ask) : version
  if (!record.ok && record.error.status === 404) return absent(config.model)
  const models = record.ok ? await askModels(ask) : record
  if (!version.ok || !record.ok || !models.ok) return unreachable(config.host)
  const records = { version: version.value, record: record.value, models: models.value }
  return identifyModel(config.model, records, config.think !== 'off')
}

async function answerOf(
  lanes: readonly Lane[],
  config: ModelConfig,
  question: ModelQuestion,
): Promise<Result<unknown>> {
  const { system, user, format } = question
  const chat = { system, user, format, window: WINDOW, written: WRITTEN[config.think] }
  const deadline = performance.now() + config.timeout
  let why = 'timeout'
  for (let attempt = 0; attempt < MODEL_TRIES; attempt++) {
    const milliseconds = deadline - performance.now()
    // A server may close the first connection; twind gives a second lane for that.
    const lane = lanes.find(one => one.alive())
    if (milliseconds <= 0 || !lane) break
    const tried = await tryOnce({ lane, config, milliseconds }, { chat, question }, attempt)
    if (tried.ok) return done(tried.value)
    if (tried.why === 'forwarded') return forwarded(config.model)
    why = tried.why
  }
  return unusable(why)
}

type Tried = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly why: string }

async function tryOnce(
  ask: OllamaQuestion,
  { chat, question }: { readonly chat: Chat; readonly question: ModelQuestion },
  attempt: number,
): Promise<Tried> {
  const got = await askOllama(ask, chat, attempt)
  if (!got.ok) return { ok: false, why: got.error.why }
  // English has under 8 characters a token; a stranger's words are not counted, since some take few.
  const read = readReply(got.value, { leastTokens: Math.floor(question.own / 8), window: WINDOW })
  if (!read.ok) return read
  return question.isAnswer(read.value) ? read : { ok: false, why: 'off-schema' }
}

const unusable = (why: string) =>
  refused('model-unusable', {
    is: `the model gave no answer that counts (${why})`,
    wanted: 'one JSON value of the asked schema, whole and in time',
    fix: 'set another model, think or timeout in twin.toml, or ask for less',
  })
const noModel = refused('model-absent', {
  is: 'the step has no model to ask',
  wanted: 'an actor with a model',
  fix: 'name an actor in the file of the run, and give it a model in twin.toml',
})
