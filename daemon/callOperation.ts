// Makes one call for a person at the command line: of the twind that answers at the cli door, or, where none does, in this process,
// through the same gate and under twind's own lock. Relies on openWorld.ts for all that a call may need.
import { hasTerminal } from '../native/peer.ts'
import type { Outcome } from '../protocol/call.ts'
import { socketOf } from '../protocol/paths.ts'
import type { Result } from '../protocol/refusal.ts'
import { askDoor, isListening } from './doors/client.ts'
import { type InForceFiles, openInForce } from './inForce.ts'
import { takeCallLock } from './instanceLock.ts'
import { openWorld } from './openWorld.ts'
import { registry } from './operations/registry.ts'
import { privateFolder } from './privateFolder.ts'
import type { Asked, Places } from './world.ts'
import type { Io } from './io.ts'

/** What comes of `asked`. Refused ("busy") where another call holds the lock too long, and as the gate refuses. */
export async function callOperation(places: Places, asked: Asked, io: Io): Promise<Result<Outcome>> {
  const path = socketOf(places.paths, 'cli', null)
  const answered = await askDoor(path, asked, io)
  if (answered) return answered
  const state = privateFolder(places.paths.state)
  if (!state.ok) return state
  const lock = await takeCallLock(places.paths.lock, {
    signal: io.signal,
    isAnswered: () => isListening(path),
  })
  if (!lock.ok) return lock
  if (!lock.value) return callOperation(places, asked, io)
  try {
    return await callHere(places, asked, io)
  } finally {
    lock.value.release()
  }
}

async function callHere(places: Places, asked: Asked, io: Io): Promise<Result<Outcome>> {
  const files = openInForce(places.paths, Date.now)
  if (!files.ok) return files
  const opened = openWorld(worldParts(places, files.value, io.signal))
  if (!opened.ok) return opened
  const { world, close } = opened.value
  const isForeign = !registry.some(({ name }) => name === asked.name)
  try {
    if (isForeign) await world.plugins.start()
    const terminal = hasTerminal(process.pid)
    return await world.gate.call({ door: 'cli', agent: null, terminal }, asked, io)
  } finally {
    await world.jobs.stop()
    await world.plugins.stop()
    await world.runs.stop()
    close()
    files.value.close()
  }
}

const worldParts = ({ paths, home }: Places, files: InForceFiles, signal: AbortSignal) => ({
  paths,
  home,
  now: Date.now,
  resident: false,
  configuration: files.current,
  log: () => undefined,
  doors: () => [],
  signal,
  onFiled: () => undefined,
  openPage: null,
})
