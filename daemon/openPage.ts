// Opens the local page for a person: loads its bundle the first time, so that an idle twind carries no web server. Relies on
// dist/page.cjs, which scripts/bundle.mjs makes of page/page.ts.
import { join } from 'node:path'
import { packageRoot } from '../files/packageRoot.ts'
import type { Result } from '../protocol/refusal.ts'
import type { PageLink, World } from './world.ts'
import type { Page } from '../page/page.ts'
import type { PageWorld } from '../page/pageWorld.ts'

/** What dist/page.cjs exports. */
interface PageBundle {
  readonly page: (world: PageWorld) => Page
}

/** The page of each world: one listener at most, however often it is opened. */
const pages = new WeakMap<World, Promise<Page>>()

/** A one-time link to the page, which listens from now until its last session ends. */
export async function openPage(world: World): Promise<Result<PageLink>> {
  const opening = pages.get(world) ?? load(world)
  pages.set(world, opening)
  return (await opening).open()
}

/** Ends its sessions and its listener; for twind's own end. */
export async function closePage(world: World): Promise<void> {
  await (await pages.get(world))?.close()
}

async function load(world: World): Promise<Page> {
  const bundle: PageBundle = await import(join(packageRoot, 'dist', 'page.cjs'))
  return bundle.page(world)
}
