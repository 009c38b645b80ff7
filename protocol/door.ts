// Who calls: the door that a call came through says it, and nothing in the call can. Relies on each door having a channel of
// its own (a unix socket in its own 0700 folder, a browser session, this process).
import * as z from 'zod/mini'

export const DOORS = ['cli', 'ui', 'menubar', 'mcp', 'internal'] as const
export type Door = (typeof DOORS)[number]
/** The doors of a person; `mcp` is an agent's, `internal` is twind's own schedule. */
export const PERSON = ['cli', 'ui', 'menubar'] as const satisfies readonly Door[]

/** A name that a person gives in twin.toml or policy.toml to a job, agent, plugin, workspace, command or argument. */
export const NAME = /^[a-z][a-z0-9-]{0,31}$/

/**
 * `agent`: its name in `[agents.NAME]`, for `mcp` alone. `terminal`: whether a controlling terminal stands behind a call
 * through `cli`, as the kernel tells; false for every other door.
 */
export interface Channel {
  readonly door: Door
  readonly agent: string | null
  readonly terminal: boolean
}

/** A caller in records and proposals: "cli", "ui", "menubar", "internal", "agent:NAME", or "run:NAME" for what a run proposes. */
export const CallerName = z
  .string()
  .check(z.regex(/^(?:cli|ui|menubar|internal|(?:agent|run):[a-z][a-z0-9-]{0,31})$/))
export const callerName = ({ door, agent }: Channel): string => (door === 'mcp' ? `agent:${agent}` : door)

/** The channel of a CallerName, as a stored proposal has it: no terminal stands behind it. A run is twind's own. */
export function channelOf(caller: string): Channel {
  const agent = caller.startsWith('agent:') ? caller.slice('agent:'.length) : null
  const door = agent === null ? DOORS.find(one => one === caller) : 'mcp'
  return { door: door ?? 'internal', agent, terminal: false }
}
