// A world as twind opens it, in this process, over a home of its own. Relies on openWorld.ts; nothing is started in it.
import { onTestFinished } from 'vitest'
import { openInForce } from '../../daemon/inForce.ts'
import { openWorld } from '../../daemon/openWorld.ts'
import type { Channel } from '../../protocol/door.ts'
import { twinHome } from './twindProcess.ts'

export const AGENT: Channel = { door: 'mcp', agent: 'claude', terminal: false }
export const PERSON: Channel = { door: 'cli', agent: null, terminal: true }

/** `filed`: counts what openWorld was told of. */
export function realWorld(toml = '', policy?: string) {
  const { home, paths } = twinHome(toml, policy)
  const files = openInForce(paths, Date.now)
  if (!files.ok) throw new Error(`Cannot open a world: ${files.refusal.is}, wanted good files`)
  const told = { filed: 0 }
  const stop = new AbortController()
  const opened = openWorld({
    paths,
    home,
    now: Date.now,
    resident: true,
    configuration: files.value.current,
    log: () => undefined,
    doors: () => ['cli', 'agent.claude'],
    signal: stop.signal,
    onFiled: () => void told.filed++,
    openPage: null,
  })
  if (!opened.ok) throw new Error(`Cannot open a world: ${opened.refusal.is}, wanted one`)
  onTestFinished(() => opened.value.close())
  const { world } = opened.value
  const call = (
    channel: Channel,
    name: string,
    more: { input?: Record<string, unknown>; confirm?: boolean; token?: string } = {},
  ) =>
    world.gate.call(channel, { name, input: {}, ...more }, { signal: stop.signal, progress: () => undefined })
  return { home, paths, world, told, call }
}
