// The doors of one twind: cli, menubar, and one for each agent that twin.toml declares, as long as it does. Relies on openDoor.ts
// for each, and on the instance lock for every socket in the folder being this twind's to remove.
import type { Config } from '../../protocol/config.ts'
import { type Paths, socketOf } from '../../protocol/paths.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import type { Gate } from '../world.ts'
import type { DoorParts, OpenDoor } from './door.ts'
import { sweepDoorPaths } from './doorPath.ts'
import { openDoor } from './openDoor.ts'
import { peerChannel } from './peerChannel.ts'

export interface Doors {
  readonly names: () => readonly string[]
  /** Opens the doors of agents that are new in `config`, and closes those of agents that are gone from it. */
  readonly follow: (config: Config) => Promise<void>
  readonly stop: () => Promise<void>
}
interface DoorsParts {
  readonly paths: Paths
  readonly call: Gate['call']
  readonly document: () => string
  readonly log: (line: string) => void
}

/** Opens all of them, or none: refused with the first that cannot be opened. */
export async function openDoors(parts: DoorsParts, config: Config): Promise<Result<Doors>> {
  const open = new Map<string, OpenDoor>()
  const stop = async () => {
    await Promise.all([...open.values()].map(door => door.stop()))
    open.clear()
  }
  const wanted = [...fixedDoors(parts), ...agentDoors(parts, config)]
  for (const door of wanted) {
    const opened = await openDoor(door)
    if (!opened.ok) {
      await stop()
      return opened
    }
    open.set(door.name, opened.value)
  }
  sweepDoorPaths(parts.paths.doors, new Set(open.keys()))
  let turn = Promise.resolve()
  const follow = (next: Config) => (turn = turn.then(() => followAgents(parts, open, next)))
  return done({ names: () => [...open.keys()], follow, stop: () => turn.then(stop) })
}

function fixedDoors({ paths, call, document, log }: DoorsParts): readonly DoorParts[] {
  const common = { call, log }
  return [
    {
      ...common,
      name: 'cli',
      path: socketOf(paths, 'cli', null),
      channelOf: peerChannel('cli', null),
      document,
    },
    {
      ...common,
      name: 'menubar',
      path: socketOf(paths, 'menubar', null),
      channelOf: peerChannel('menubar', null),
      document: null,
    },
  ]
}

const agentDoors = ({ paths, call, log }: DoorsParts, { agents }: Config): readonly DoorParts[] =>
  Object.keys(agents).map(agent => ({
    name: `agent.${agent}`,
    path: socketOf(paths, 'mcp', agent),
    channelOf: peerChannel('mcp', agent),
    call,
    document: null,
    log,
  }))

async function followAgents(parts: DoorsParts, open: Map<string, OpenDoor>, config: Config): Promise<void> {
  const wanted = new Map(agentDoors(parts, config).map(door => [door.name, door]))
  for (const [name, door] of open) {
    if (!name.startsWith('agent.') || wanted.has(name)) continue
    open.delete(name)
    await door.stop()
    parts.log(`door ${name} is closed: twin.toml no longer declares it`)
  }
  for (const [name, door] of wanted) {
    if (open.has(name)) continue
    const opened = await openDoor(door)
    if (opened.ok) open.set(name, opened.value)
    parts.log(opened.ok ? `door ${name} is open` : `door ${name} cannot be opened: ${opened.refusal.is}`)
  }
}
