// Finds out whether the configured model may and can be asked: its records first, which reads no mail and starts no
// inference, then one answer about a message of our own. Relies on model.ts for what the records mean.
import type { ViewEnvelope } from '../../../protocol/envelope.ts'
import { MODEL_LOAD_SECONDS, MODEL_RECORD_SECONDS } from '../../../protocol/limits.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import type { FailureWhy, ProbeReport, RankConfig } from '../../../protocol/score.ts'
import { checkReply } from './checkReply.ts'
import { budgetOf } from './budget.ts'
import type { Lane } from '../../laneFetch.ts'
import { absent, forwarded, identifyModel, isCloudTag, unreachable } from '../../model.ts'
import { askModels, askRecord, askVersion, type OllamaReply } from '../../askOllama.ts'
import { askChat } from './askChat.ts'
import { promptOf, PROMPT_VERSION } from './prompt.ts'

/** The model's identity, or why it must not be used. Sends the model's name and nothing else. */
export async function probe(lane: Lane, config: RankConfig): Promise<Result<ProbeReport>> {
  if (isCloudTag(config.model)) return forwarded(config.model)
  const ask = { lane, config, milliseconds: Math.max(config.timeout, MODEL_RECORD_SECONDS * 1_000) }
  const version = await askVersion(ask)
  if (!version.ok) return failed(version, config)
  const record = await askRecord(ask)
  if (!record.ok) return record.error.status === 404 ? absent(config.model) : failed(record, config)
  const models = await askModels(ask)
  if (!models.ok) return failed(models, config)
  const records = { version: version.value, record: record.value, models: models.value }
  const identity = identifyModel(config.model, records, config.think !== 'off')
  return identity.ok ? done({ ...identity.value, promptVersion: PROMPT_VERSION }) : identity
}

/**
 * One whole answer with the exact options of the run, before any mail is sent: a model that thinks past its budget, or that
 * no schema binds, shows here (security.md 4). It loads the model, so it may take longer than a message.
 */
export async function tryOut(lane: Lane, config: RankConfig): Promise<Result<null>> {
  const prompt = promptOf(OWN_MESSAGE)
  const milliseconds = config.timeout + MODEL_LOAD_SECONDS * 1_000
  const got = await askChat({ lane, config, milliseconds }, prompt, 0)
  if (!got.ok) {
    if (got.error.why === 'unreachable') return unreachable(config.host)
    return got.error.status === 404 ? absent(config.model) : unusable(config, got.error.why)
  }
  const checked = checkReply(got.value, {
    leastTokens: prompt.leastTokens,
    window: budgetOf(config.think).window,
  })
  if (checked.ok) return done(null)
  return checked.why === 'forwarded' ? forwarded(config.model) : unusable(config, checked.why)
}

function failed(got: Extract<OllamaReply, { ok: false }>, config: RankConfig): Result<never> {
  const { why } = got.error
  return why === 'unreachable' || why === 'timeout' ? unreachable(config.host) : unusable(config, why)
}

const unusable = ({ model, think }: RankConfig, why: FailureWhy) =>
  refused('model-unusable', {
    is: `the configured model gave no valid answer to a trial message, ${why}`,
    wanted: `one JSON object of the asked form from ${model} with think = "${think}", whole and in time`,
    fix: 'set another think, timeout or model under [ranker] in twin.toml',
  })

const OWN_MESSAGE: ViewEnvelope = {
  from: { name: 'Twin', address: 'trial@localhost' },
  subject: 'The signed form is due tomorrow at noon',
  preview: 'Hello, this is a trial message. Could you send the signed form before noon tomorrow? Thank you.',
  sent: 0,
  received: 0,
  read: false,
  flagged: false,
  category: 0,
  urgent: false,
  highImpact: false,
  writtenTo: 1,
  direct: true,
  verified: null,
}
