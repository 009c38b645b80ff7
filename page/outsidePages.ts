// What whoever has no session is shown: the link's button, and sentences that tell nothing of twin's. Relies on oneLink.ts: only
// pressing the button uses the link up.
import { html } from 'hono/html'
import { outside } from './layout.ts'
import type { Html } from './words.ts'

const again = html`Run <code>twin ui</code> in a terminal for a new link.`

/** `token`: checked to be good, so hexadecimal. */
export const openPage = (token: string): Html =>
  outside(
    'Open twin',
    html`<p>This link is good once, for a minute after <code>twin ui</code> printed it.</p>
      <form method="post" action="/open">
        <input type="hidden" name="token" value="${token}" />
        <button>Open</button>
      </form>`,
  )

export const outsidePages = {
  used: outside('This link was used', html`<p>Or it is older than a minute. ${again}</p>`),
  over: outside('This session has ended', html`<p>${again}</p>`),
  left: outside('The session has ended', html`<p>You can close this window.</p>`),
  nothing: outside('There is no such page', html`<p>Go back, or begin anew. ${again}</p>`),
  unproven: outside(
    'Nothing was changed',
    html`<p>
      The form did not come from a page of this session. Go back, reload the page and decide again.
    </p>`,
  ),
  broken: outside(
    'Something went wrong in twin itself',
    html`<p>
      Whether anything was done stands in <code>twin audit</code>; the log of twind names the error.
    </p>`,
  ),
} as const
