// The gate that every call of every door passes, and nothing else decides. This file is its outside: one gate for one world, an
// agent's floods kept out, then passGate.ts. Relies on the door for who calls, and on clocks and chance for its tokens.
import { randomBytes } from 'node:crypto'
import { callerName } from '../../protocol/door.ts'
import type { Gate, World } from '../world.ts'
import { applyApproved } from './applyApproved.ts'
import { openFloods } from './floods.ts'
import { passGate } from './passGate.ts'
import { offeredTo } from './readyCall.ts'
import { openTokens, type Sources } from './tokens.ts'

const SOURCES: Sources = { elapsed: () => performance.now(), random: () => randomBytes(32) }

/** The gate of the world that `worldOf` gives, which is asked only when a call comes. */
export function openGate(worldOf: () => World, sources: Sources = SOURCES): Gate {
  const tokens = openTokens(sources)
  const floods = openFloods({
    elapsed: sources.elapsed,
    later: (act, milliseconds) => void setTimeout(act, milliseconds).unref(),
    record: (caller, count) => void worldOf().audit.record({ event: 'flood', caller, count }),
  })
  return {
    offered: channel => offeredTo({ world: worldOf(), inForce: worldOf().configuration(), channel }),
    apply: (approved, io) => applyApproved(worldOf(), approved, io),
    call: async (channel, asked, io) => {
      const world = worldOf()
      const inForce = world.configuration()
      const passing = { world, inForce, tokens, channel, asked, io, random: sources.random }
      if (channel.door !== 'mcp') return passGate(passing)
      const entered = floods.enter(callerName(channel), inForce.config.operations.calls)
      if (!entered.ok) return entered
      try {
        return await passGate(passing)
      } finally {
        entered.value()
      }
    },
  }
}
