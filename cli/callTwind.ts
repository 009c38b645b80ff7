// Makes one call: of the twind that listens on the cli door, and where none does, in this process through the same gate. Relies on
// the door's client, which is small; everything else is loaded only when it is needed.
import { askDoor } from '../daemon/doors/client.ts'
import type { Asked } from '../daemon/world.ts'
import type { Outcome } from '../protocol/call.ts'
import { type Paths, socketOf } from '../protocol/paths.ts'
import type { Result } from '../protocol/refusal.ts'
import { loadEngine } from './loadEngine.ts'
import type { Io } from '../daemon/io.ts'

/** What comes of `asked`. */
export async function callTwind(
  places: { readonly paths: Paths; readonly home: string },
  asked: Asked,
  io: Io,
): Promise<Result<Outcome>> {
  const answered = await askDoor(socketOf(places.paths, 'cli', null), asked, io)
  if (answered) return answered
  const { callOperation } = loadEngine()
  return callOperation(places, asked, io)
}
