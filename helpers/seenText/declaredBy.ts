// What is declared for one element: by the style blocks, by attributes that mean a style, and by its style attribute, in the order in
// which they win. Pure.
import { STYLE_CHARS } from '../../protocol/limits.ts'
import { type Declarations, declarationsOf } from './css.ts'

type Attributes = Readonly<Record<string, string>>
const NONE: Declarations = new Map()

/** The later ones over the earlier, but for what is declared important. */
export function declaredBy(sheet: readonly Declarations[], attributes: Attributes): Declarations {
  const { style = '' } = attributes
  const own = style === '' ? NONE : declarationsOf(style.slice(0, STYLE_CHARS))
  const meant = presentational(attributes)
  if (sheet.length === 0 && meant.size === 0) return own
  return new Map([...meant, ...sheet.flatMap(each => [...each]), ...own])
}

/** Attributes that mean what a style would. */
function presentational({ bgcolor, color, background, text }: Attributes): Declarations {
  const letters = color ?? text
  if (bgcolor === undefined && letters === undefined && background === undefined) return NONE
  const style = new Map<string, string>()
  if (bgcolor !== undefined) style.set('background-color', bgcolor.toLowerCase())
  if (letters !== undefined) style.set('color', letters.toLowerCase())
  if (background !== undefined) style.set('background-image', 'url(x)')
  return style
}
