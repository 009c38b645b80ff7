// Which address of the page answers what, and who is let in: the link's page, the session's pages and its three forms. Relies on
// guard.ts before every answer, on oneLink.ts and oneSession.ts for who it is, and on hono for the rest.
import { Hono, type Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { PAGE_FORM_BYTES } from '../protocol/limits.ts'
import { decide } from './decide.ts'
import { DecisionForm, form, LeaveForm, OpenForm } from './form.ts'
import { guard } from './guard.ts'
import { at } from './layout.ts'
import type { OneLink } from './oneLink.ts'
import { isProof, type OneSession, type Session } from './oneSession.ts'
import { openPage, outsidePages } from './outsidePages.ts'
import type { PageWorld } from './pageWorld.ts'
import { brief } from './views/brief.ts'
import { history } from './views/history.ts'
import { jobs } from './views/jobs.ts'
import { overview } from './views/overview.ts'
import { proposal } from './views/proposal.ts'
import { proposals } from './views/proposals.ts'
import type { Asking, View } from './views/view.ts'

/** `ended`: called when the person has ended the session. */
export interface Parts {
  readonly world: PageWorld
  readonly link: OneLink
  readonly session: OneSession
  readonly origin: string
  readonly ended: () => void
}

const PAGES: readonly (readonly [path: string, view: View])[] = [
  ['', overview],
  ['proposals', proposals],
  ['proposals/:id', proposal],
  ['history', history],
  ['brief', brief],
  ['jobs', jobs],
]

export function app(parts: Parts): Hono {
  const site = new Hono()
  site.use(guard(parts.origin), bodyLimit({ maxSize: PAGE_FORM_BYTES, onError: tooLong }))
  addLink(site, parts)
  for (const [path, view] of PAGES)
    site.get(`/s/:place/${path}`, async context => {
      const session = enter(context, parts)
      if (!session) return context.html(outsidePages.over, 403)
      return context.html(await view(asking(context, parts.world, session)))
    })
  for (const act of ['approve', 'refuse'] as const) addDecision(site, parts, act)
  addLeave(site, parts)
  site.notFound(context => context.html(outsidePages.nothing, 404))
  site.onError((error, context) => {
    // Whoever goes away in the middle of a form is no bug, and fills no log.
    if (context.req.raw.signal.aborted)
      return context.text('Not answered: the form was not sent whole.\n', 400)
    parts.world.log(`the page met a bug of twin's own (${error.name})`)
    return context.html(outsidePages.broken, 500)
  })
  return site
}

/** The link shows a button and changes nothing: a program that looks at links before a person does would use it up. */
function addLink(site: Hono, { world, link, session, origin }: Parts): void {
  site.get('/open/:token', context => {
    const token = context.req.param('token')
    return link.isGood(token, world.now())
      ? context.html(openPage(token))
      : context.html(outsidePages.used, 410)
  })
  site.post('/open', async context => {
    const sent = form(await context.req.text(), OpenForm)
    if (!sent || !link.use(sent.token, world.now())) return context.html(outsidePages.used, 410)
    world.log('the page was opened by its link')
    const begun = session.begin(world.now())
    const place = `Path=/s/${begun.session.place}`
    context.header('Set-Cookie', `${COOKIE}=${begun.cookie}; ${place}; HttpOnly; SameSite=Strict`)
    return context.redirect(`${origin}${at(begun.session, '')}`, 303)
  })
}

function addDecision(site: Hono, parts: Parts, act: 'approve' | 'refuse'): void {
  site.post(`/s/:place/${act}`, async context => {
    const session = enter(context, parts)
    if (!session) return context.html(outsidePages.over, 403)
    const sent = form(await context.req.text(), DecisionForm)
    if (!sent || !isProof(session, act, sent)) return context.html(outsidePages.unproven, 403)
    const { digest, typed } = sent
    const next = await decide(asking(context, parts.world, session), { act, digest, typed })
    return typeof next === 'string'
      ? context.redirect(`${parts.origin}${next}`, 303)
      : context.html(next.page, next.status)
  })
}

function addLeave(site: Hono, parts: Parts): void {
  site.post('/s/:place/leave', async context => {
    const session = enter(context, parts)
    if (!session) return context.html(outsidePages.over, 403)
    const sent = form(await context.req.text(), LeaveForm)
    if (!sent || !isProof(session, 'leave', { ...sent, digest: '' }))
      return context.html(outsidePages.unproven, 403)
    parts.session.end()
    parts.ended()
    return context.html(outsidePages.left)
  })
}

const COOKIE = 'twin'

function enter(context: Context, { session, world }: Parts): Session | null {
  const sent = (context.req.header('cookie') ?? '').split(';').flatMap(pair => {
    const [name = '', value = ''] = pair.trim().split('=', 2)
    return name === COOKIE ? [value] : []
  })
  return session.enter(context.req.param('place') ?? '', sent, world.now())
}

const asking = (context: Context, world: PageWorld, session: Session): Asking => ({
  world,
  session,
  signal: context.req.raw.signal,
  id: context.req.param('id') ?? null,
})

const tooLong = (context: Context): Response => context.text('Not answered: the form is too long.\n', 413)
