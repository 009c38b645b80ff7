// The stages that are built: each dist/NAME.stage.yaml with the program beside it, by NAME@VERSION. A stage that is added changes no
// code. Relies on the build having put each manifest there; one that breaks a rule is unfit, and only a run that uses it is refused.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readCapped } from '../../files/readCapped.ts'
import { CONFIG_BYTES } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { Manifest } from '../../protocol/stage.ts'
import { attempt } from '../attempt.ts'
import type { LoadedStage } from '../stages/stages.ts'
import type { Stages } from './checkedRun.ts'
import { manifestProblem } from './manifestProblem.ts'
import { strictYaml } from './strictYaml.ts'

const SUFFIX = '.stage.yaml'

/** Every stage of the folder `dist`; refused ("config") only where the folder cannot be read. */
export function loadStages(dist: string): Result<Stages> {
  const names = attempt('config', 'the folder of the built stages', () => readdirSync(dist))
  if (!names.ok) return names
  const stages = new Map<string, LoadedStage>()
  const unfit = new Map<string, string>()
  for (const file of names.value.filter(name => name.endsWith(SUFFIX)).toSorted()) {
    const name = file.slice(0, -SUFFIX.length)
    const loaded = loadStage(dist, name)
    if (loaded.ok) stages.set(`${name}@${loaded.value.manifest.version}`, loaded.value)
    else unfit.set(name, loaded.refusal.is)
  }
  return done({ stages, unfit })
}

function loadStage(dist: string, name: string): Result<LoadedStage> {
  const read = readCapped(join(dist, `${name}${SUFFIX}`), CONFIG_BYTES, false)
  if (!read.ok) return unfit(`cannot be read (${read.problem})`)
  const yaml = strictYaml(read.text)
  if (!yaml.ok) return unfit(`${yaml.is}, line ${yaml.line}`)
  const parsed = Manifest.safeParse(yaml.value)
  if (!parsed.success) {
    const path =
      parsed.error.issues[0]?.path.map(part => (typeof part === 'number' ? part : String(part))) ?? []
    return unfit(`is of another form at ${path.join('.') || 'the top'}, line ${yaml.placeOf(path).line}`)
  }
  const manifest = parsed.data
  if (manifest.stage !== name) return unfit('is that of another stage')
  const problem = manifestProblem(manifest)
  if (problem !== undefined) return unfit(problem)
  const script = join(dist, manifest.exec)
  return existsSync(script) ? done({ manifest, script }) : unfit('has no built program beside it')
}

const unfit = (is: string) =>
  refused('config', {
    is,
    wanted: 'the stages that belong to this twin',
    fix: 'run "npm run build", or install twin again',
  })
