// Whether the text of an element can be seen, from what is declared for it and how its parent looks: a bounded reading of CSS, which
// a sender can outwit with a layout that only a browser computes. Pure.
import { type Colour, colourOf, type Declarations, sizeIn } from './css.ts'

/**
 * `gone`: nothing inside can come back; `unseen`: visibility, which a child may undo. `size`: of the letters in pixels. `ground`:
 * the colour behind the text, undefined where a picture or something unknown lies there. `opacity`: with that of all around it.
 */
export interface Look {
  readonly gone: boolean
  readonly unseen: boolean
  readonly size: number
  readonly opacity: number
  readonly colour: Colour | undefined
  readonly ground: Colour | undefined
}
export const PAGE: Look = {
  gone: false,
  unseen: false,
  size: 16,
  opacity: 1,
  colour: [0, 0, 0, 1],
  ground: [255, 255, 255, 1],
}
/** Letters up to this size are specks; colours up to this far apart in each channel cannot be told apart. */
const SPECK = 2
const ALIKE = 16
/** Pixels from which a position is off every screen: to the left and above, and to the right and below, where one can scroll. */
const FAR = 500
const FAR_AHEAD = 5_000
/** What shows less than this shows nothing. */
const FAINT = 0.05

/** Whether text of this look shows nothing to a person. */
export const isHidden = (look: Look): boolean =>
  look.gone ||
  look.unseen ||
  look.opacity <= FAINT ||
  look.size <= SPECK ||
  look.colour?.[3] === 0 ||
  blends(look)

/** The same of a picture, which has no letters. */
export const isPictureHidden = ({ gone, unseen, opacity }: Look): boolean =>
  gone || unseen || opacity <= FAINT

function blends({ colour, ground }: Look): boolean {
  if (!colour || !ground || ground[3] < 1) return false
  return [0, 1, 2].every(at => {
    const behind = ground[at] ?? 0
    const seen = behind + ((colour[at] ?? 0) - behind) * colour[3]
    return Math.abs(seen - behind) <= ALIKE
  })
}

/** How an element looks whose parent looks like `parent`. */
export function lookOf(parent: Look, style: Declarations): Look {
  if (style.size === 0) return parent
  const get = (property: string): string | undefined => style.get(`!${property}`) ?? style.get(property)
  return {
    gone: parent.gone || isGone(get, parent),
    unseen: unseen(get('visibility'), parent),
    size: sizeOf(get, parent),
    opacity: parent.opacity * opacityOf(get),
    colour: filled(get) ?? colourOf(get('color')) ?? parent.colour,
    ground: groundOf(get, parent),
  }
}

type Get = (property: string) => string | undefined

const unseen = (visibility: string | undefined, parent: Look): boolean =>
  visibility === undefined || visibility === 'inherit'
    ? parent.unseen
    : /^(?:hidden|collapse)$/.test(visibility)

const KEYWORDS: Readonly<Record<string, number>> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
}

function sizeOf(get: Get, parent: Look): number {
  const shorthand = /(?:^|\s)([\d.]+(?:px|pt|em|rem|%)|0)(?:\/\S+)?\s/.exec(get('font') ?? '')?.[1]
  const value = get('font-size') ?? shorthand
  const fixed = value === undefined ? undefined : KEYWORDS[value]
  return fixed ?? sizeIn(value, value?.endsWith('rem') ? 16 : parent.size) ?? parent.size
}

function groundOf(get: Get, parent: Look): Colour | undefined {
  const value = get('background-color') ?? get('background')
  const picture = `${get('background-image') ?? ''} ${get('background') ?? ''}`
  if (/url\(|gradient/.test(picture)) return undefined
  if (value === undefined || value === 'none' || value === 'inherit') return parent.ground
  const colour = value
    .split(/\s+(?![^(]*\))/)
    .map(colourOf)
    .find(Boolean)
  // A colour that is not known here may be any.
  if (!colour) return get('background-color') === undefined ? parent.ground : undefined
  return colour[3] === 0 ? parent.ground : colour
}

function opacityOf(get: Get): number {
  const filter = /opacity\(\s*([\d.]+%?)\s*\)/.exec(get('filter') ?? '')?.[1]
  const shows = [get('opacity'), filter].map(value => sizeIn(value, 1) ?? 1)
  return shows.reduce((all, one) => all * Math.min(Math.max(one, 0), 1), 1)
}

/** Letters that are filled otherwise; where the ground shows through them, they are seen. */
function filled(get: Get): Colour | undefined {
  const isStencil = [get('background-clip'), get('-webkit-background-clip')].includes('text')
  return isStencil ? undefined : colourOf(get('-webkit-text-fill-color'))
}

function isGone(get: Get, parent: Look): boolean {
  const zoom = sizeIn(get('zoom'), 1)
  return (
    get('display') === 'none' ||
    get('mso-hide') === 'all' ||
    get('content-visibility') === 'hidden' ||
    (zoom !== undefined && zoom <= 0.1) ||
    hasNoRoom(get, parent) ||
    isElsewhere(get) ||
    isClipped(get)
  )
}

/** A box without height or width that shows nothing beyond its edges. */
function hasNoRoom(get: Get, { size }: Look): boolean {
  if (!/^(?:hidden|clip|auto|scroll)/.test(get('overflow') ?? get('overflow-y') ?? get('overflow-x') ?? ''))
    return false
  return ['max-height', 'height', 'max-width', 'width', 'line-height'].some(property => {
    const room = sizeIn(get(property), size)
    return room !== undefined && room <= 1
  })
}

function isElsewhere(get: Get): boolean {
  const isFar = (value: string): boolean => {
    // A share of what is around it: that may be narrow.
    const distance = value.endsWith('%') ? Number.parseFloat(value) * 3 : sizeIn(value, 16)
    return distance !== undefined && (distance <= -FAR || distance >= FAR_AHEAD)
  }
  const far = (property: string): boolean => (get(property) ?? '').split(/[\s,]+/).some(isFar)
  const placed = /^(?:absolute|fixed|relative)$/.test(get('position') ?? '')
  const offset = ['left', 'top', 'right', 'bottom', 'inset'].some(far)
  const moved = [...(get('transform') ?? '').matchAll(/-?[\d.]+(?:px|em|%|vw|vh)/g)].some(
    ([by]) => isFar(by) || Number.parseFloat(by) <= -FAR,
  )
  return (placed && offset) || moved || SHIFTS.some(far)
}

const SHIFTS = ['text-indent', 'margin-left', 'margin-top', 'margin', 'padding-left', 'padding', 'translate']

const isClipped = (get: Get): boolean =>
  /^rect\(\s*(?:0|1px)\S*[\s,]+(?:0|1px)\S*[\s,]+(?:0|1px)\S*[\s,]+(?:0|1px)/.test(get('clip') ?? '') ||
  /^(?:inset\(\s*(?:50|100)%|circle\(\s*0|polygon\([\s0px%,]*\))/.test(get('clip-path') ?? '') ||
  /scale[xy]?\(\s*(?:0(?:\.0\d*)?|\.0\d*)\s*[,)]/.test(get('transform') ?? '') ||
  /^(?:0(?:\.0\d*)?|\.0\d*)(?:\s|$)/.test(get('scale') ?? 'none')
