// The one way to twind: this agent's own socket, by which twind knows who asks. A connection a call, so that a twind that comes
// back is found by the next one. Relies on daemon/doors/client.ts.
import { askDoor } from '../daemon/doors/client.ts'
import { readTwinToml } from '../files/readTwinToml.ts'
import { type Paths, socketOf } from '../protocol/paths.ts'
import { refused, type Refusal } from '../protocol/refusal.ts'
import type { AskTwind } from './offered.ts'

const NEVER = new AbortController().signal

/** Asks twind as `agent`. Where nobody listens, the refusal says whether the agent is declared at all. */
export function askTwind(paths: Paths, agent: string): AskTwind {
  const path = socketOf(paths, 'mcp', agent)
  return async (name, call, { signal = NEVER, progress = () => {} } = {}) => {
    const result = await askDoor(path, { ...call, name }, { signal, progress })
    return result ?? { ok: false, refusal: absent(paths, agent) }
  }
}

/** Why nobody listens: the agent has no table in twin.toml, or twind does not run. */
function absent(paths: Paths, agent: string): Refusal {
  const config = readTwinToml(paths.twinToml, 'defaults')
  if (config.ok && !Object.hasOwn(config.value.agents, agent)) return undeclared(agent)
  return refused('not-running', {
    is: 'twind does not run, or has no door for this agent yet',
    wanted: 'a running twind',
    fix: 'start "twin daemon"; the next call finds it',
  }).refusal
}

const undeclared = (agent: string): Refusal =>
  refused('unavailable', {
    is: `twin.toml declares no agent ${agent}`,
    wanted: `a table [agents.${agent}]`,
    fix: `let the owner add [agents.${agent}] to twin.toml; the next call finds it`,
  }).refusal
