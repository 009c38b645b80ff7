// Which engine scores this brief, found out before any mail is read: rank is started without mail and with one lane, and tells
// who the model is. A model that is forwarded to another machine is refused whatever was asked for. Relies on rank's probe.
import type { Config } from '../../protocol/config.ts'
import { secondsOf } from '../../protocol/configValues.ts'
import { MODEL_LOAD_SECONDS } from '../../protocol/limits.ts'
import { done, type Refusal, refused, type RefusalCode, type Result } from '../../protocol/refusal.ts'
import { ProbeReport, type RankConfig } from '../../protocol/score.ts'
import { cut } from '../../protocol/text/cut.ts'
import { endpointOf } from './lane.ts'
import type { ModelFacts } from './scoreCache.ts'
import { type Site, startStage } from './stage.ts'

/**
 * `model`: null for the rules. `note`: why this engine, a clause. `auto`: the rules may take over when the model turns out to be
 * unusable only once mail is ranked.
 */
export interface Engine {
  readonly model: ModelFacts | null
  readonly note: string
  readonly auto: boolean
}

/** What `auto` does without. Everything else that goes wrong is an error in every mode. */
const FALLS_BACK: ReadonlySet<RefusalCode> = new Set([
  'model-unreachable',
  'model-absent',
  'model-unusable',
  'late',
])

const ASKED_FOR = 'as was asked for'
const ANSWERED = 'it answered'

/** The engine for `wanted`. Refused when the model asked for cannot be used, or may not be. */
export async function chooseEngine(
  site: Site,
  ranker: Config['ranker'],
  wanted: Config['ranker']['engine'],
): Promise<Result<Engine>> {
  if (wanted === 'rules') return done({ model: null, note: ASKED_FOR, auto: false })
  const model = await probe(site, ranker)
  const auto = wanted === 'auto'
  if (model.ok) return done({ model: model.value, note: auto ? ANSWERED : ASKED_FOR, auto })
  const rules = auto ? rulesInstead(model.refusal) : undefined
  return rules ? done(rules) : model
}

/** The rules, and why, where `refusal` is one that `auto` does without; undefined for every other. */
export function rulesInstead({ code, is }: Refusal): Engine | undefined {
  return FALLS_BACK.has(code) ? { model: null, note: cut(is, 300), auto: false } : undefined
}

/** rank's configuration for `mode`. */
export function rankConfig(ranker: Config['ranker'], mode: RankConfig['mode'], engine: RankConfig['engine']) {
  const { model, host, think } = ranker
  return { mode, engine, model, host, think, timeout: secondsOf(ranker.timeout) * 1_000 } satisfies RankConfig
}

async function probe(site: Site, ranker: Config['ranker']): Promise<Result<ModelFacts>> {
  const config = rankConfig(ranker, 'probe', 'ollama')
  const ended = await startStage(site, {
    stage: 'rank',
    inputs: {},
    outputs: {},
    config,
    lanes: { number: 1, endpoint: endpointOf(ranker.host) },
    milliseconds: config.timeout * 4 + MODEL_LOAD_SECONDS * 1_000,
  })
  if (!ended.ok) return ended
  const report = ended.value.type === 'done' ? ProbeReport.safeParse(ended.value.report) : undefined
  if (!report?.success) return unfit
  const { digest, promptVersion } = report.data
  return done({ model: ranker.model, digest, promptVersion, think: ranker.think })
}

const unfit = refused('wrong-shape', {
  is: 'rank ended its look at the model without a report',
  wanted: "the model's digest and the version of the prompt",
  fix: 'run the same command again',
})
