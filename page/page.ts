// The local page: listens only while a link or a session of `twin ui` is good, and ends by itself. Part of twind, in a bundle of
// its own that is loaded when the page is first opened. Relies on app.ts for every answer and on the world's clock.
import type { PageLink } from '../daemon/world.ts'
import { done, type Result } from '../protocol/refusal.ts'
import { app } from './app.ts'
import { listen, type Listening } from './listen.ts'
import { oneLink } from './oneLink.ts'
import { oneSession } from './oneSession.ts'
import type { PageWorld } from './pageWorld.ts'

export interface Page {
  /** Listens where it does not yet, and gives a new link; the link before it is void. */
  readonly open: () => Promise<Result<PageLink>>
  /** Ends it at once, with its session. */
  readonly close: () => Promise<void>
}

export function page(world: PageWorld): Page {
  const link = oneLink()
  const session = oneSession()
  let listening: Promise<Result<Listening>> | null = null
  const end = async (atOnce: boolean): Promise<void> => {
    const ending = listening
    listening = null
    const ended = await ending
    if (!ended?.ok) return
    ended.value.end(atOnce)
    world.log('the page is closed')
  }
  const until = (): number | null => {
    const times = [link.until(world.now()), session.until(world.now())].filter(time => time !== undefined)
    return times.length > 0 ? Math.max(...times) : null
  }
  const watch = watchman(until, world.now, () => void end(false))
  const open = async (): Promise<Result<PageLink>> => {
    listening ??= listen(origin => app({ world, link, session, origin, ended: watch }).fetch)
    const opened = await listening
    if (!opened.ok) {
      listening = null
      return opened
    }
    const { token, expires } = link.mint(world.now())
    watch()
    world.log('the page listens for the link of "twin ui"')
    return done({ link: `${opened.value.origin}/open/${token}`, expires: Math.floor(expires / 1000) })
  }
  const close = (): Promise<void> => {
    link.end()
    session.end()
    return end(true)
  }
  return { open, close }
}

/** Calls `over` once nothing is left that could use the page; what it gives is called whenever something may have changed. */
function watchman(until: () => number | null, now: () => number, over: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watch = (): void => {
    clearTimeout(timer)
    const last = until()
    if (last === null) return over()
    timer = setTimeout(watch, Math.max(1, last - now()))
    timer.unref()
  }
  return watch
}
