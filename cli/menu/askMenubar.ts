// Calls through the menu bar's own socket, and through nothing else: what may be approved there is what the channel says, so
// no other door will do, and a twind that does not run is not stood in for. Relies on the door's client.
import * as z from 'zod/mini'
import { askDoor } from '../../daemon/doors/client.ts'
import { Menu } from '../../protocol/menu.ts'
import { socketOf } from '../../protocol/paths.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { Session } from '../answer.ts'

/** The output of one call, as `shape` wants it. Refused "not-running" where no twind listens. */
export async function askMenubar<T extends z.ZodMiniType>(
  { paths, signal }: Pick<Session, 'paths' | 'signal'>,
  asked: { readonly name: string; readonly input: Record<string, unknown>; readonly confirm?: true },
  shape: T,
): Promise<Result<z.infer<T>>> {
  const io = { signal, progress: () => undefined }
  const answer = await askDoor(socketOf(paths, 'menubar', null), asked, io)
  if (!answer) return absent
  if (!answer.ok) return answer
  const parsed = answer.value.outcome === 'done' ? shape.safeParse(answer.value.output) : undefined
  return parsed?.success ? done(parsed.data) : strange
}

/** What the menu bar shows now. */
export const askMenu = (session: Pick<Session, 'paths' | 'signal'>): Promise<Result<Menu>> =>
  askMenubar(session, { name: 'menu.show', input: {} }, Menu)

const absent = refused('not-running', {
  is: 'it does not run',
  wanted: 'a running twind',
  fix: 'start it in a terminal: twin daemon',
})
const strange = refused('wrong-shape', {
  is: 'its answer is of another shape',
  wanted: 'a twind of the same version as this twin',
  fix: 'end twind and start it again',
})
