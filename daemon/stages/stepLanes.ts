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

/** The lanes of one process. */
export interface Lanes {
  readonly number: number
  /** Hands a lane that a child opens to its endpoint, in turn. */
  readonly serve: (lane: Duplex) => void
  /** The last endpoint that could not be reached, as a clause; undefined where there was none. */
  readonly lastRefused: () => string | undefined
}

export function laneServer(ends: readonly Endpoint[]): Lanes {
  let next = 0
  let refused: string | undefined
  return {
    number: ends.length,
    lastRefused: () => refused,
    serve: lane => {
      const at = next++
      const end = ends[at] ?? { addresses: [], port: 0 }
      serveLane(lane, end, () => {
        refused = `a server that answers behind lane ${at} (fd ${FIRST_LANE + at}): none did`
      })
    },
  }
}
const FIRST_LANE = 4
