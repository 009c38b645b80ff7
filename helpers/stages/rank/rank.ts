// The rank stage: one score a message, from the local model over the lanes or from fixed rules. Relies on byModel.ts for the
// model and on rules.ts for the rules; resumption is skip-if-exists, so a restarted stage takes up where the last one ended.
import type { Handle } from '../../../protocol/brand.ts'
import { isItem, type Rankable } from '../../../protocol/envelope.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import { RankConfig, Score } from '../../../protocol/score.ts'
import { endOf, type StageEnd } from '../../../protocol/stage.ts'
import type { Serve } from '../../confined.ts'
import { readManifest, readRankable, readRecord, writeRecord } from '../../view.ts'
import { byModel, type Job } from './byModel.ts'
import { scoreItemByRules } from './itemRules.ts'
import { type Lane, laneOf } from '../../laneFetch.ts'
import { unreachable } from '../../model.ts'
import { probe } from './probe.ts'
import { scoreByRules } from './rules.ts'

export const serveRank: Serve = async (start, tools) => {
  const config = RankConfig.safeParse(start.config)
  if (!config.success) return endOf(misused)
  const lanes = tools.lanes.map(laneOf)
  if (config.data.mode === 'probe') return probeOnly(config.data, lanes)
  const { mail, manifest } = start.inputs
  const { scores } = start.outputs
  if (!mail || !manifest || !scores) return endOf(misused)
  const found = take({ mail, manifest, scores })
  if (!found.ok) return endOf(found)
  const { earlier, pending } = found.value
  const total = earlier.length + pending.size
  let written = earlier.length
  const record = (handle: Handle, score: Score) => {
    writeRecord(scores, handle, score)
    tools.progress(++written, total)
  }
  if (config.data.engine === 'ollama')
    return byModel({ config: config.data, earlier, pending, record }, lanes)
  for (const [handle, view] of pending)
    record(handle, isItem(view) ? scoreItemByRules(view) : scoreByRules(view, start.now))
  return endOf(done(null))
}

async function probeOnly(config: RankConfig, lanes: readonly Lane[]): Promise<StageEnd> {
  const [lane] = lanes
  return endOf(lane ? await probe(lane, config) : unreachable(config.host))
}

/** What is there already, and what is still to do. */
function take(ports: {
  readonly mail: string
  readonly manifest: string
  readonly scores: string
}): Result<Pick<Job, 'earlier' | 'pending'>> {
  const handles = readManifest(ports.manifest)
  if (!handles.ok) return handles
  const earlier: Score[] = []
  const pending = new Map<Handle, Rankable>()
  for (const handle of handles.value) {
    const score = readRecord(ports.scores, handle, Score)
    if (!score.ok) return score
    if (score.value) {
      earlier.push(score.value)
      continue
    }
    const view = readRankable(ports.mail, handle)
    if (!view.ok) return view
    pending.set(handle, view.value)
  }
  return done({ earlier, pending })
}

const misused = refused('wrong-shape', {
  is: 'the rank stage was started without its ports or with another config',
  wanted: 'inputs mail and manifest, output scores, and the config of protocol/score.ts',
  fix: 'report this: twind and the stage are of different versions',
})
