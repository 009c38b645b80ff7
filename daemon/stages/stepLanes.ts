// Where the lanes of a step lead: to the model of this machine, or to the hosts of a program. twind dials and relays bytes unread.
// Relies on lane.ts; a model's address is loopback, whatever the configuration said.
import type { Duplex } from 'node:stream'
import { type Endpoint, endpointOf, serveLane } from '../brief/lane.ts'
import type { StepGrants } from './stages.ts'

/** Lanes to a model: a second one for where its server closes the first. */
const MODEL_LANES = 2

/** One endpoint a lane, in the order of the descriptors. */
export function laneEnds(grants: StepGrants): readonly Endpoint[] {
  if (grants.model !== null)
    return Array.from({ length: MODEL_LANES }, () => endpointOf(grants.model?.host ?? ''))
  return grants.actor?.command === undefined ? [] : grants.hosts.map(hostEnd)
}

/** HOST:PORT of an actor, as the configuration has checked it. */
function hostEnd(host: string): Endpoint {
  const at = host.lastIndexOf(':')
  return { addresses: [host.slice(0, at).replace(/^\[|\]$/g, '')], port: Number(host.slice(at + 1)) }
}

/** Hands each lane that a child opens to its endpoint, in turn. */
export function laneServer(ends: readonly Endpoint[]): (lane: Duplex) => void {
  let next = 0
  return lane => {
    const end = ends[next++]
    if (end) serveLane(lane, end)
    else lane.destroy()
  }
}
