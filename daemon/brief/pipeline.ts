// The brief's pipeline as data, and the check that the stages on disk are what it says: the ports that twind fills, the
// capabilities that it grants at most. A stage gets what it asks for and the pipeline grants, and nothing else. Relies on
// stage.yaml lying beside the built stage (dist/<stage>.stage.yaml).
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import { errnoOf } from '../../files/errnoOf.ts'
import { readCapped } from '../../files/readCapped.ts'
import { CONFIG_BYTES } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { Manifest } from '../../protocol/stage.ts'

export type StageName = 'filter' | 'rank' | 'brief'
export type Capability = Manifest['capabilities'][number]
type Ports = Pick<Manifest, 'inputs' | 'outputs'>
/** What each stage of the brief is granted. */
export type Grants = Readonly<Record<StageName, ReadonlySet<Capability>>>

const view = {
  mail: { keyed: true, format: 'envelope' },
  manifest: { keyed: false, format: 'manifest' },
}
const PIPELINE: Record<StageName, Ports & { capabilities: readonly Capability[] }> = {
  filter: {
    inputs: view,
    outputs: { kept: { keyed: true, format: 'verdict' } },
    capabilities: ['bulk-read'],
  },
  rank: {
    inputs: { ...view, mail: { keyed: true, format: 'envelope-or-item' } },
    outputs: { scores: { keyed: true, format: 'score' } },
    capabilities: ['bulk-read', 'model'],
  },
  brief: {
    inputs: {
      ...view,
      routing: { keyed: true, format: 'routing' },
      accepted: { keyed: true, format: 'score' },
      items: { keyed: true, format: 'item' },
      facts: { keyed: false, format: 'facts' },
    },
    outputs: { note: { keyed: false, format: 'note' } },
    capabilities: ['bulk-read'],
  },
}

/** The grants of every stage in `dist`; refused when one is missing or is not what the pipeline wants. */
export function loadPipeline(dist: string): Result<Grants> {
  const filter = grantsOf(dist, 'filter')
  if (!filter.ok) return filter
  const rank = grantsOf(dist, 'rank')
  if (!rank.ok) return rank
  const brief = grantsOf(dist, 'brief')
  return brief.ok ? done({ filter: filter.value, rank: rank.value, brief: brief.value }) : brief
}

function grantsOf(dist: string, stage: StageName): Result<ReadonlySet<Capability>> {
  if (!existsSync(join(dist, `${stage}.cjs`))) return unfit(stage, 'has no built program beside it')
  const read = readCapped(join(dist, `${stage}.stage.yaml`), CONFIG_BYTES, false)
  if (!read.ok) return unfit(stage, `cannot be read (${read.problem})`)
  const manifest = Manifest.safeParse(parseYaml(read.text))
  if (!manifest.success) return unfit(stage, 'is of another form')
  const wanted = PIPELINE[stage]
  if (manifest.data.stage !== stage) return unfit(stage, 'is that of another stage')
  if (manifest.data.per !== 'set' || manifest.data.exec !== `${stage}.cjs`)
    return unfit(stage, 'has another process')
  for (const ports of ['inputs', 'outputs'] as const)
    if (!isDeepStrictEqual({ ...manifest.data[ports] }, wanted[ports]))
      return unfit(stage, `has other ${ports}`)
  return done(new Set(manifest.data.capabilities.filter(one => wanted.capabilities.includes(one))))
}

/** YAML 1.2, each key once, no alias; undefined for anything else. */
function parseYaml(text: string): unknown {
  try {
    return parse(text, { version: '1.2', schema: 'core', strict: true, uniqueKeys: true, maxAliasCount: 0 })
  } catch (error) {
    if (errnoOf(error)) throw error
    return undefined
  }
}

const unfit = (stage: StageName, is: string) =>
  refused('config', {
    is: `the manifest of the stage ${stage} ${is}`,
    wanted: 'the stages that belong to this twin',
    fix: 'run "npm run build", or install twin again',
  })
