// What a handler gets beside its input: who calls, the world, whose mail it may show, and a way to be stopped. Relies on
// narrowing.ts for whose mail.
import type { Channel } from '../../protocol/door.ts'
import type { Io, World } from '../world.ts'
import { narrowing } from './narrowing.ts'
import type { Context } from './operation.ts'

export const contextOf = (world: World, channel: Channel, { signal, progress }: Io): Context => ({
  channel,
  world,
  narrowing: narrowing(channel, world.configuration().config),
  signal,
  progress,
})
