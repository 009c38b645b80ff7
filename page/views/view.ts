// What a page of a session is given, and what stands in place of an answer that was refused. Relies on layout.ts for the frame.
import { html } from 'hono/html'
import type { Refusal } from '../../protocol/refusal.ts'
import type { Session } from '../oneSession.ts'
import type { PageWorld } from '../pageWorld.ts'
import { type Html, words } from '../words.ts'

/** `id`: from the address, unchecked; null where the address has none. */
export interface Asking {
  readonly world: PageWorld
  readonly session: Session
  readonly signal: AbortSignal
  readonly id: string | null
}
export type View = (asking: Asking) => Promise<Html>

/** A refusal as its three sentences. */
export const refusalNotice = ({ is, wanted, fix }: Refusal): Html =>
  html`<div class="notice bad" role="alert">
    <p>${words(is)}</p>
    <p class="soft">Wanted: ${words(wanted)}.</p>
    <p class="soft">To do: ${words(fix)}.</p>
  </div>`
