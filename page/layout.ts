// The frame of every page: landmarks, the way from page to page, the end of the session. Relies on style.ts for its look; every
// address is made of the session's place and constants.
import { html, raw } from 'hono/html'
import { formProof, type Session } from './oneSession.ts'
import type { Html } from './words.ts'
import { STYLE_ELEMENT } from './style.ts'

const TABS = [
  ['', 'Overview'],
  ['proposals', 'Proposals'],
  ['history', 'History'],
  ['brief', 'Brief'],
  ['jobs', 'Jobs'],
] as const
export type Tab = (typeof TABS)[number][0]

/** Where `path` of this session's page is. */
export const at = (session: Session, path: string): string => `/s/${session.place}/${path}`

/** A whole document. `inside`: the session's navigation and end, or '' where there is none. */
function documentOf(
  title: string,
  top: Html | '',
  inside: { readonly main: Html; readonly foot: Html | '' },
): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>${title} - twin</title>
        ${raw(STYLE_ELEMENT)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header class="top">
          <div class="wide">
            <p class="brand">twin</p>
            ${top}
          </div>
        </header>
        <main id="main" class="wide" tabindex="-1">${inside.main}</main>
        ${inside.foot}
      </body>
    </html>`
}

/** A page of a session. `said`: what the last decision came to, shown once. */
export function layout(
  session: Session,
  tab: Tab,
  page: { readonly title: string; readonly body: Html },
): Html {
  const { said } = session
  session.said = null
  const tabs = TABS.map(
    ([path, name]) =>
      html`<li>
        <a href="${at(session, path)}" ${tab === path ? raw('aria-current="page"') : ''}>${name}</a>
      </li>`,
  )
  const main = html`${said === null ? '' : html`<p class="notice good" role="status">${said}</p>`}
    <h1>${page.title}</h1>
    ${page.body}`
  return documentOf(
    page.title,
    html`<nav aria-label="Pages">
      <ul>
        ${tabs}
      </ul>
    </nav>`,
    { main, foot: foot(session) },
  )
}

/** A page for whoever has no session: it shows nothing of twin's. */
export const outside = (title: string, body: Html): Html =>
  documentOf(title, '', {
    main: html`<h1>${title}</h1>
      <div class="card">${body}</div>`,
    foot: '',
  })

const foot = (session: Session): Html =>
  html`<footer>
    <div class="wide">
      <span>On this machine only. Ends after 15 minutes without a click.</span>
      <form method="post" action="${at(session, 'leave')}">
        <input type="hidden" name="proof" value="${formProof(session, 'leave', '')}" />
        <button class="quiet">End now</button>
      </form>
    </div>
  </footer>`
