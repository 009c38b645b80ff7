// What one step may do: what its stage asks for, as far as the run says so and twin.toml allows it. Everything else it does not get, and a
// person can read why. What the run says itself and cannot be given is a fault. Pure; what is granted here the kernel holds.
import { secondsOf } from '../../protocol/configValues.ts'
import type { Config } from '../../protocol/config.ts'
import type { Actor } from '../../protocol/configTables.ts'
import type { ModelConfig } from '../../protocol/modelConfig.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { StepGrants } from '../stages/stages.ts'
import type { CheckedInput } from './checkedRun.ts'
import { DRAFT_LINT } from './manifestProblem.ts'
import type { StepUnderCheck } from './stepUnderCheck.ts'

export interface Effective {
  readonly grants: StepGrants
  /** What the stage asks for and does not get, a clause each. */
  readonly withheld: readonly string[]
}
type Inputs = Readonly<Record<string, CheckedInput>>
/** `network`: the hosts that it asks for, "actor" for all of its actor's. */
interface Asked {
  readonly bulkRead: boolean
  readonly model: boolean
  readonly exec: boolean
  readonly spool: boolean
  readonly network: readonly string[]
}

/** Refused where the run names an actor, or asks for a spool, that the step cannot have. */
export function effectiveGrants(under: StepUnderCheck, inputs: Inputs, config: Config): Result<Effective> {
  const { stage, step, fault } = under
  const asked = askedBy(stage.manifest.capabilities)
  const { allow } = config.stages
  const bulkRead = bulkReadOf(under, inputs, allow.includes('bulk-read'))
  if (!bulkRead.ok) return bulkRead
  const spool = spoolOf(under, asked.spool, allow.includes('spool'))
  if (!spool.ok) return spool
  const named = actorOf(under, asked, config)
  if (!named.ok) return named
  const actor = named.value
  const isAllowed = actor?.model === undefined ? allow.includes('exec') : allow.includes('model')
  if (actor && !isAllowed)
    return fault(
      ['actor'],
      `names the actor ${step.actor}, which twin.toml does not let a stage have`,
      `"${actor.model === undefined ? 'exec' : 'model'}" in [stages] allow`,
    )
  const hosts =
    actor && allow.includes('net')
      ? actor.net.filter(host => asked.network.some(one => covers(one, host)))
      : []
  const grants = { bulkRead: bulkRead.value, spool: spool.value, actor, model: modelOf(actor, config), hosts }
  return done({ grants, withheld: withheldFrom({ asked, grants, under, allow }) })
}

const askedBy = (capabilities: readonly string[]): Asked => ({
  bulkRead: capabilities.includes('bulk-read'),
  model: capabilities.includes('model'),
  exec: capabilities.includes('exec'),
  spool: capabilities.includes('spool'),
  network: capabilities.filter(one => one.startsWith('net:')).map(one => one.slice('net:'.length)),
})

/** `asked`: "actor", or a host without its port. */
const covers = (asked: string, host: string): boolean =>
  asked === 'actor' || host.slice(0, host.lastIndexOf(':')) === asked

/** The run grants the set by wiring the manifest: nothing sees it that the run does not name. */
function bulkReadOf({ stage, fault }: StepUnderCheck, inputs: Inputs, isAllowed: boolean): Result<boolean> {
  const wired = Object.entries(inputs).find(([, { source }]) => source.from === 'manifest')
  if (wired && !isAllowed)
    return fault(
      ['in', wired[0]],
      'takes the manifest, which twin.toml lets no stage have',
      '"bulk-read" in [stages] allow',
    )
  return !wired && stage.manifest.per === 'set'
    ? fault(
        ['in'],
        'sees the whole set, which the run does not grant',
        'an "in" that wires its manifest: {from: view}',
      )
    : done(wired !== undefined)
}

function spoolOf(
  { step, stage, run, fault }: StepUnderCheck,
  isAsked: boolean,
  isAllowed: boolean,
): Result<boolean> {
  if (step.spool !== true) return done(false)
  const { stage: name, inputs } = stage.manifest
  const takesDraft = name !== DRAFT_LINT && Object.values(inputs).some(({ format }) => format === 'draft')
  const faults: readonly (readonly [boolean, string, string])[] = [
    [takesDraft, 'would spool a draft that nobody has linted', `a step ${DRAFT_LINT}, which alone may`],
    [!isAsked, 'is given a spool, which its stage does not ask for', 'no "spool"'],
    [
      !run.apply,
      'is given a spool, and the run has no "apply": no spool exists',
      'an "apply", or no "spool"',
    ],
    [!isAllowed, 'is given a spool, which twin.toml lets no stage have', '"spool" in [stages] allow'],
  ]
  const found = faults.find(([isFault]) => isFault)
  return found ? fault(['spool'], found[1], found[2]) : done(true)
}

function actorOf({ step, fault }: StepUnderCheck, asked: Asked, config: Config): Result<Actor | null> {
  if (step.actor === undefined) return done(null)
  const refuse = (is: string, wanted: string) => fault(['actor'], is, wanted)
  const actor = Object.hasOwn(config.actors, step.actor) ? config.actors[step.actor] : undefined
  if (!actor)
    return refuse(
      `names the actor ${step.actor}, of which twin.toml knows nothing`,
      [`[actors.${step.actor}] in twin.toml`, ...Object.keys(config.actors)].join(', or '),
    )
  if (!asked.model && !asked.exec) return refuse('takes no actor', 'no "actor"')
  if (actor.model !== undefined && !asked.model) return refuse('takes no model', 'an actor with a command')
  return actor.command !== undefined && !asked.exec
    ? refuse('starts no program', 'an actor with a model')
    : done(actor)
}

const modelOf = (actor: Actor | null, { ranker }: Config): ModelConfig | null =>
  actor?.model === undefined
    ? null
    : {
        model: actor.model,
        host: ranker.host,
        think: ranker.think,
        timeout: secondsOf(ranker.timeout) * 1_000,
      }

interface Granted {
  readonly asked: Asked
  readonly grants: StepGrants
  readonly under: StepUnderCheck
  readonly allow: readonly string[]
}
function withheldFrom({ asked, grants, under, allow }: Granted): readonly string[] {
  const { actor, hosts } = grants
  const noActor = 'the run names no actor for it'
  const netWhy = !actor
    ? noActor
    : allow.includes('net')
      ? 'its actor has no such host'
      : 'twin.toml lets no stage have it'
  const rows: readonly (readonly [boolean, string, string])[] = [
    [asked.bulkRead && !grants.bulkRead, 'bulk-read', 'the run does not wire its manifest'],
    [asked.model && actor?.model === undefined, 'model', actor ? 'its actor is a program' : noActor],
    [asked.exec && actor?.command === undefined, 'exec', actor ? 'its actor is a model' : noActor],
    [
      asked.spool && !grants.spool,
      'spool',
      under.run.apply ? 'the step does not say "spool: true"' : 'the run has no "apply"',
    ],
    ...asked.network.map(
      one =>
        [
          !hosts.some(host => covers(one, host)),
          `net:${one}`,
          actor?.model === undefined ? netWhy : 'its actor is a model',
        ] as const,
    ),
  ]
  return rows.filter(([isWithheld]) => isWithheld).map(([, what, why]) => `${what}: ${why}`)
}
