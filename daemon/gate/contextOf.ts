// What a handler gets beside its input: who calls, the world, whose mail it may show, and a way to be stopped. Relies on
// narrowing.ts for whose mail.
import { narrowing } from './narrowing.ts'
import type { Context } from './operation.ts'
import type { Caller } from './readyCall.ts'
import type { Io } from '../io.ts'

export const contextOf = ({ world, inForce, channel }: Caller, { signal, progress }: Io): Context => ({
  channel,
  world,
  narrowing: narrowing(channel, inForce.config),
  signal,
  progress,
})
