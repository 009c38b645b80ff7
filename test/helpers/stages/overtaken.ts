// Rank as an attacker would have it: it uses its lane as rank does, then tries everything else. Bundled and started by
// launched.test.ts in rank's place, under rank's profile.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { runStage } from '../../../helpers/confined.ts'
import { laneOf } from '../../../helpers/laneFetch.ts'
import { probe } from '../../../helpers/stages/rank/probe.ts'
import { RankConfig } from '../../../protocol/score.ts'
import { attempts } from './attempts.ts'

runStage(async (start, { lanes }) => {
  const { elsewhere, secret, ...rest } = start.config as { elsewhere: number; secret: string }
  const config = RankConfig.parse(rest)
  const [lane] = lanes.map(laneOf)
  const model = lane ? await probe(lane, config) : undefined
  return {
    type: 'done',
    report: {
      model: model?.ok === true,
      tried: await attempts({ port: elsewhere, secret }),
      // The control within: what rank is granted still works.
      granted: readdirSync(start.inputs['mail'] ?? '').length,
      manifest: readFileSync(start.inputs['manifest'] ?? '', 'utf8').length > 0,
      written: writeFileSync(`${start.outputs['scores']}/mine`, '') === undefined,
    },
  }
})
