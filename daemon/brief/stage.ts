// Starts one stage of the brief: its profile holds its code, exactly its inputs and its one output, and it gets the lanes that
// it was granted. Relies on native/ for the kernel's rules and on spawn.ts for what can go wrong.
import { join } from 'node:path'
import { launch } from '../../native/launch.ts'
import { stageProfile } from '../../native/stageProfile.ts'
import { STAGE_SECONDS } from '../../protocol/limits.ts'
import type { Result } from '../../protocol/refusal.ts'
import { type Endpoint, serveLane } from './lane.ts'
import { ownTimeZone } from '../localTime.ts'
import type { Grants, StageName } from './pipeline.ts'
import { spawnStage, type Unrefused } from '../spawn.ts'

/** What is the same for every stage of one brief. `dist`: the folder of the built stages. */
export interface Site {
  readonly dist: string
  readonly grants: Grants
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly signal?: AbortSignal | undefined
}
/** `inputs`, `outputs`: absolute paths by port name. `milliseconds`: time for the model, on top of the stage's own. */
export interface Order {
  readonly stage: StageName
  readonly inputs: Readonly<Record<string, string>>
  readonly outputs: Readonly<Record<string, string>>
  readonly config: unknown
  readonly lanes?: { readonly number: number; readonly endpoint: Endpoint }
  readonly milliseconds?: number
  readonly onProgress?: (done: number, total: number) => void
}

/** Runs the stage to its end. Without the grant to read the set it gets no input, without the one for the model no lane. */
export function startStage(site: Site, order: Order): Promise<Result<Unrefused>> {
  const granted = site.grants[order.stage]
  const inputs = granted.has('bulk-read') ? order.inputs : {}
  const lanes = granted.has('model') ? order.lanes : undefined
  const script = join(site.dist, `${order.stage}.cjs`)
  const profile = stageProfile(order.stage, {
    script,
    inputs: Object.values(inputs),
    outputs: Object.values(order.outputs),
  })
  const number = lanes?.number ?? 0
  const command = launch(profile, script, { env: { TZ: ownTimeZone() }, descriptors: 1 + number })
  return spawnStage(
    { name: order.stage, ...command },
    {
      start: {
        type: 'start',
        inputs,
        outputs: order.outputs,
        lanes: number,
        now: Math.floor(site.now() / 1_000),
        config: order.config,
      },
      milliseconds: STAGE_SECONDS * 1_000 + (order.milliseconds ?? 0),
      signal: site.signal,
      onLane: lane => (lanes ? serveLane(lane, lanes.endpoint) : lane.destroy()),
      onProgress: order.onProgress ?? (() => undefined),
    },
  )
}
