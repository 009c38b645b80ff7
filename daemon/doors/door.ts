// What a door is made of, and what goes on behind it. Types alone, shared by the files of this folder.
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Channel } from '../../protocol/door.ts'
import type { Gate } from '../world.ts'
import type { Deadlines } from './connectionDeadlines.ts'

/** `channelOf`: who is at the other end of the connection `fd`; undefined where nobody that may be served. */
export interface DoorParts {
  /** "cli", "menubar" or "agent.NAME". */
  readonly name: string
  readonly path: string
  readonly channelOf: (fd: number) => Channel | undefined
  readonly call: Gate['call']
  /** The OpenAPI document; null where this door does not give it. */
  readonly document: (() => string) | null
  readonly log: (line: string) => void
}
export interface OpenDoor {
  readonly name: string
  /** Takes no more connections, aborts every call and removes the socket; within half of STOP_SECONDS. */
  readonly stop: () => Promise<void>
}
export interface Traffic {
  readonly deadlines: Deadlines
  readonly channels: Map<Socket, Channel>
  readonly calls: Set<AbortController>
  readonly responses: Set<ServerResponse>
}
