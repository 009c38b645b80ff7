// Opens the local page for a person: loads its bundle the first time, so that an idle twind carries no web server. Relies on
// dist/page.cjs, which scripts/bundle.mjs makes of page/page.ts.
import { loadBundle } from '../files/loadBundle.ts'
import type { Result } from '../protocol/refusal.ts'
import type { PageLink, World } from './world.ts'
import type { Page } from '../page/page.ts'
import type { PageWorld } from '../page/pageWorld.ts'

/** What dist/page.cjs exports. */
interface PageBundle {
  readonly page: (world: PageWorld) => Page
}

/** The page of each world: one listener at most, however often it is opened. */
const pages = new WeakMap<World, Page>()

/** A one-time link to the page, which listens from now until its last session ends. */
export async function openPage(world: World): Promise<Result<PageLink>> {
  const page = pages.get(world) ?? load(world)
  pages.set(world, page)
  return page.open()
}

/** Ends its sessions and its listener; for twind's own end. */
export async function closePage(world: World): Promise<void> {
  await pages.get(world)?.close()
}

function load(world: World): Page {
  const bundle: PageBundle = loadBundle('page')
  return bundle.page(world)
}
