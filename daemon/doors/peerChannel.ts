// The channel of a connection: the door that it came through, and what the kernel says of the process at its other end. Relies on
// native/peer.ts. A process of another user is nobody here, even where the folder let it in.
import { isOurs } from '../../files/isOurs.ts'
import type { Channel, Door } from '../../protocol/door.ts'
import { hasTerminal, peerOf } from '../../native/peer.ts'

/** For connections of `door`; undefined where the other end is not this user, or unknown. */
export function peerChannel(door: Door, agent: string | null): (fd: number) => Channel | undefined {
  return fd => {
    const peer = peerOf(fd)
    if (!peer || !isOurs(peer)) return undefined
    return { door, agent, terminal: door === 'cli' && hasTerminal(peer.pid) }
  }
}
