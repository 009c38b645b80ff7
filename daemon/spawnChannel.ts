// A child that lives on: a program with one channel on fd 3, until it ends or is stopped. Relies on spawn.ts for starting it
// and for killing its whole process group.
import type { Duplex } from 'node:stream'
import type { Refusal } from '../protocol/refusal.ts'
import { crashed, misbehaviour } from './misbehaviour.ts'
import { begin, type Command, duplexes } from './spawn.ts'

export interface Channelled {
  /** Undefined where the program could not be started: then it has ended, too. */
  readonly channel: Duplex | undefined
  /** How it ended; never rejects. The whole process group is gone then. */
  readonly ended: Promise<Refusal>
  /** Kills the process group. */
  readonly stop: () => void
}

/** Starts `command` with a socketpair as fd 3. Nothing bounds how long it lives: the caller does. */
export function spawnChannel(command: Command): Channelled {
  const live = begin(command, { milliseconds: Infinity, slots: 1 })
  const channel = duplexes(live.child)[0]
  // A reader that has gone is seen as the end of the child.
  channel?.on('error', () => undefined)
  return {
    channel,
    ended: live.ended.then(
      end => misbehaviour(command.name, end) ?? crashed(command.name, 'ended by itself'),
    ),
    stop: () => live.stop('interrupted'),
  }
}
