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

/** Calls `act` once, so many milliseconds from now, unless what it gives is called before. */
export type Later = (act: () => void, milliseconds: number) => () => void

export function page(world: PageWorld, later: Later = timer): Page {
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
  const watch = watchman({ until, now: world.now, later, over: () => void end(false) })
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

interface Watched {
  readonly until: () => number | null
  readonly now: () => number
  readonly later: Later
  /** Called once nothing is left that could use the page. */
  readonly over: () => void
}

/** What it gives is called whenever something may have changed. */
function watchman({ until, now, later, over }: Watched): () => void {
  let cancel = (): void => undefined
  const watch = (): void => {
    cancel()
    const last = until()
    if (last === null) return over()
    cancel = later(watch, Math.max(1, last - now()))
  }
  return watch
}

/** A timer that keeps no process alive. */
const timer: Later = (act, milliseconds) => {
  const pending = setTimeout(act, milliseconds).unref()
  return () => clearTimeout(pending)
}
