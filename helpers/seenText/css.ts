// The little of CSS that decides whether a text can be seen: declarations, lengths and colours. Pure; anything else reads as
// unknown. Relies on a caller that bounds what it hands in.

/** Values by property, both in lower case; the last of a property counts. `important` ones stand under the same name with a `!`. */
export type Declarations = ReadonlyMap<string, string>

/** What stands between the braces of a rule, or in a style attribute. */
export function declarationsOf(text: string): Declarations {
  const found = new Map<string, string>()
  for (const part of unescaped(text).split(';')) {
    const colon = part.indexOf(':')
    if (colon < 0) continue
    const property = part.slice(0, colon).trim().toLowerCase()
    const value = part
      .slice(colon + 1)
      .trim()
      .toLowerCase()
    const bare = value.replace(/\s*!\s*important$/, '')
    found.set(bare === value ? property : `!${property}`, bare)
  }
  return found
}

/** Without comments, and with escaped letters as what they are. */
export const unescaped = (text: string): string =>
  withoutComments(text).replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) => {
    const code = Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

function withoutComments(text: string): string {
  let out = ''
  let from = 0
  for (let open = text.indexOf('/*'); open >= 0; open = text.indexOf('/*', from)) {
    out += text.slice(from, open)
    const close = text.indexOf('*/', open + 2)
    if (close < 0) return out
    from = close + 2
  }
  return out + text.slice(from)
}

/** A length in pixels: `em`, `rem`, `%` and bare words relative to `base`; undefined where it is none. */
export function pixels(value: string | undefined, base: number): number | undefined {
  const bare = value?.trim().replace(/^calc\(\s*([^\s()]+)\s*\)$/, '$1')
  const match =
    /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?)(px|pt|pc|em|rem|ex|ch|%|in|cm|mm|vw|vh)?$/.exec(bare ?? '')
  if (!match) return undefined
  return Number(match[1]) * (UNITS[match[2] ?? 'px'] ?? base)
}
/** Pixels of a unit; the ones that are not here are relative. `vw` and `vh` as of a small screen. */
const UNITS: Readonly<Record<string, number | undefined>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 37.8,
  mm: 3.78,
  vw: 6,
  vh: 6,
  ex: 8,
  ch: 8,
}
/** The same, where a percentage is of `base` too. */
export const sizeIn = (value: string | undefined, base: number): number | undefined => {
  const size = pixels(value, base)
  return size !== undefined && value?.trim().endsWith('%') ? size / 100 : size
}

/** Red, green, blue from 0 to 255, and opacity from 0 to 1. */
export type Colour = readonly [red: number, green: number, blue: number, alpha: number]
const NAMED: Readonly<Record<string, string>> = {
  white: '#ffffff',
  black: '#000000',
  snow: '#fffafa',
  ivory: '#fffff0',
  ghostwhite: '#f8f8ff',
  whitesmoke: '#f5f5f5',
  floralwhite: '#fffaf0',
  mintcream: '#f5fffa',
  azure: '#f0ffff',
  aliceblue: '#f0f8ff',
  seashell: '#fff5ee',
  gainsboro: '#dcdcdc',
  lightgray: '#d3d3d3',
  lightgrey: '#d3d3d3',
  silver: '#c0c0c0',
  gray: '#808080',
  grey: '#808080',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  navy: '#000080',
  yellow: '#ffff00',
  orange: '#ffa500',
  purple: '#800080',
  maroon: '#800000',
  transparent: '#00000000',
}

/** A colour; undefined where it is none that is known here. */
export function colourOf(value: string | undefined): Colour | undefined {
  const text = value?.trim() ?? ''
  const hex = /^#?([0-9a-f]{3,8})$/.exec(NAMED[text] ?? text)?.[1]
  if (hex !== undefined) return fromHex(hex)
  const turned = /^hsla?\(\s*([\d.]+)(?:deg)?[\s,]+([\d.]+)%[\s,]+([\d.]+)%(?:[\s,/]+([\d.]+%?))?\s*\)$/.exec(
    text,
  )
  if (turned) return fromHsl(turned.slice(1))
  const call = /^rgba?\(\s*([\d.]+%?)[\s,]+([\d.]+%?)[\s,]+([\d.]+%?)(?:[\s,/]+([\d.]+%?))?\s*\)$/.exec(text)
  if (!call) return undefined
  const [red = 0, green = 0, blue = 0] = call.slice(1, 4).map(part => scaled(part, 255))
  return [red, green, blue, call[4] === undefined ? 1 : scaled(call[4], 1)]
}

const scaled = (part: string, whole: number): number =>
  part.endsWith('%') ? (Number(part.slice(0, -1)) / 100) * whole : Number(part)

/** CSS Color 4, section 7.1. */
function fromHsl([hue, saturation, light, alpha]: readonly (string | undefined)[]): Colour {
  const [turn, much, bright] = [Number(hue), Number(saturation) / 100, Number(light) / 100]
  const channel = (of: number): number => {
    const at = (of + turn / 30) % 12
    return 255 * (bright - much * Math.min(bright, 1 - bright) * Math.max(-1, Math.min(at - 3, 9 - at, 1)))
  }
  return [channel(0), channel(8), channel(4), alpha === undefined ? 1 : scaled(alpha, 1)]
}

function fromHex(hex: string): Colour | undefined {
  if (hex.length !== 3 && hex.length !== 4 && hex.length !== 6 && hex.length !== 8) return undefined
  const width = hex.length < 6 ? 1 : 2
  const part = (at: number): number => {
    const digits = hex.slice(at * width, (at + 1) * width)
    return Number.parseInt(width === 1 ? digits + digits : digits || 'ff', 16)
  }
  return [part(0), part(1), part(2), hex.length === 4 || hex.length === 8 ? part(3) / 255 : 1]
}
