// Where a message lies in a view: flat, or divided by the first two characters of its handle where a folder would hold more
// directories than ext4 lets it. Pure.
import type { Handle } from '../../protocol/brand.ts'
import { VIEW_FLAT } from '../../protocol/limits.ts'
import { type Projection, PROJECTIONS } from '../../protocol/runFile.ts'

/** Whether a view of `count` messages is divided. */
export const isDivided = (count: number): boolean => count > VIEW_FLAT

/** The two characters behind "h_" that name a part of a divided view. */
export const partOf = (handle: Handle): string => handle.slice(2, 4)

/** The path of one message in the view at `path`. */
export const placeIn = (path: string, divided: boolean, handle: Handle): string =>
  divided ? `${path}/${partOf(handle)}/${handle}` : `${path}/${handle}`

/** The same projections in the one order that names a view; each once. */
export const inOrder = (projections: readonly Projection[]): readonly Projection[] =>
  PROJECTIONS.filter(one => projections.includes(one))

/** What a view of these is called among those of a run: the first is "mail", another says what it shows. */
export const viewName = (projections: readonly Projection[], isFirst: boolean): string =>
  isFirst ? 'mail' : `mail.${inOrder(projections).join('-')}`
