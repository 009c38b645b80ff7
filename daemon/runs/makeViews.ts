// Makes what the steps of a run may read of mail: a view for each set of projections, and the list of the handles where a step is
// granted it. What an interrupted run left of them is out of the way first. Relies on daemon/views/ for the making.
import { join } from 'node:path'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { writeAside } from '../../files/writeAside.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { counted } from '../../protocol/text/counted.ts'
import { attempt } from '../attempt.ts'
import { buildView, type Named, type View } from '../views/buildView.ts'
import type { ParsedOf } from '../views/mailFolder.ts'
import type { Removing } from '../views/removeLater.ts'
import { viewName } from '../views/viewPlaces.ts'
import type { CheckedRun } from './checkedRun.ts'
import { manifestOf } from './runFolder.ts'
import { keyOf, needsManifest, viewsOf } from './stepOrders.ts'

export interface ViewParts {
  readonly folder: string
  readonly messages: readonly Named[]
  readonly parsedOf: ParsedOf
  readonly removing: Removing
  readonly signal: AbortSignal
}
/** `views`: by keyOf. `notes`: what is not in them. */
export interface Views {
  readonly views: ReadonlyMap<string, View>
  readonly notes: readonly string[]
}

export async function makeViews(checked: CheckedRun, parts: ViewParts): Promise<Result<Views>> {
  const cleared = removeViews(parts.folder, parts.removing)
  if (!cleared.ok) return cleared
  const views = new Map<string, View>()
  const notes: string[] = []
  for (const [at, projections] of viewsOf(checked).entries()) {
    const path = join(parts.folder, viewName(projections, at === 0))
    const view = await buildView({ ...parts, path, projections }, parts.signal)
    if (!view.ok) return view
    views.set(keyOf(projections), view.value)
    const { size } = view.value.missing
    if (size > 0)
      notes.push(
        `${counted(size, 'message')} could not be shown (${projections.join(', ')}): gone, or not to be parsed`,
      )
  }
  const listed = needsManifest(checked) ? writeManifest(parts) : done(undefined)
  return listed.ok ? done({ views, notes }) : listed
}

const writeManifest = ({ folder, messages }: ViewParts): Result<void> =>
  attempt('disk', 'the list of the handles of this run', () =>
    writeAside(manifestOf(folder), messages.map(({ handle }) => `${handle}\n`).join(''), 0o444),
  )

/** Every view of the run is out of the way when this returns. */
export function removeViews(folder: string, { remove }: Removing): Result<void> {
  const names = attempt('disk', 'the views of this run', () => {
    rmSync(manifestOf(folder), { force: true })
    return existsSync(folder) ? readdirSync(folder).filter(isView) : []
  })
  if (!names.ok) return names
  for (const name of names.value) {
    const removed = remove(join(folder, name))
    if (!removed.ok) return removed
  }
  return done(undefined)
}
const isView = (name: string): boolean => name === 'mail' || name.startsWith('mail.')
