// Who speaks through a unix socket: the kernel's word on the process that connected, never the caller's. Relies on the addon;
// without it nobody is known, and a door that knows nobody lets nobody in.
import type { Result } from '../protocol/refusal.ts'
import { type Addon, loadAddon } from './addon.ts'

/** As it was when the connection was made; the process may have ended since. */
export interface Peer {
  readonly pid: number
  readonly uid: number
}

let addon: Result<Addon> | undefined
function loaded(): Addon | undefined {
  addon ??= loadAddon()
  return addon.ok ? addon.value : undefined
}

/** The peer of the connected unix socket `fd`; undefined for anything else. */
export const peerOf = (fd: number): Peer | undefined => loaded()?.peer(fd)

/** Whether a terminal controls the process `pid` now. False where it is gone, or where the system does not tell. */
export const hasTerminal = (pid: number): boolean => loaded()?.hasTerminal(pid) ?? false

/** The descriptor of a net.Socket that is open; node has no public name for it. */
export function descriptorOf(socket: object): number | undefined {
  const handle = '_handle' in socket ? socket._handle : undefined
  if (typeof handle !== 'object' || handle === null || !('fd' in handle)) return undefined
  return typeof handle.fd === 'number' && handle.fd >= 0 ? handle.fd : undefined
}
