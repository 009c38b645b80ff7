// The skeleton of a name: UTS 39, section 4, so that two names with one skeleton look alike. The table is twin's own and small: the
// letters of other scripts, the digits and the pairs that pass for Latin letters in common type. Pure.

/** Prototype to what looks like it, in small letters after NFD; accents are looked at as what they are. */
const ALIKE: Readonly<Record<string, string>> = {
  a: 'аɑα⍺ａ𝐚𝑎',
  b: 'Ььƅｂ𝐛',
  c: 'сϲᴄⅽｃ𝐜',
  d: 'ԁⅾｄ𝐝',
  e: 'еҽ℮ｅ𝐞',
  f: 'ſꞙｆ𝐟',
  g: 'ɡցｇ𝐠',
  h: 'һհｈ𝐡',
  i: 'іɩιıⅰｉ𝐢ӏ',
  j: 'јϳｊ𝐣',
  k: 'кκｋ𝐤',
  l: '1|ⅼｌ𝐥ℓןاߊⵏI',
  n: 'ոռｎ𝐧',
  o: '0оοσօ໐०೦ｏ𝐨ഠ๐ہ',
  p: 'рρｐ𝐩',
  q: 'ԛգｑ𝐪',
  r: 'гᴦⲅｒ𝐫',
  s: 'ѕꜱｓ𝐬',
  t: 'тτｔ𝐭',
  u: 'υսᴜｕ𝐮',
  v: 'νѵⅴᴠｖ𝐯',
  w: 'ԝɯᴡѡｗ𝐰',
  x: 'хⅹ×ｘ𝐱',
  y: 'уүγʏｙ𝐲',
  z: 'ᴢｚ𝐳',
  '-': '‐‑‒–—−ー',
}
const PROTOTYPE = new Map(
  Object.entries(ALIKE).flatMap(([prototype, chars]) => [...chars].map(char => [char, prototype] as const)),
)
/** Pairs that pass for one letter, and the letter that passes for another in most type. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/m/g, 'rn'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/ł|ƚ|ɫ/g, 'l'],
  [/ø/g, 'o'],
  [/đ/g, 'd'],
  // One upright stroke is any other: i without its dot too.
  [/i/g, 'l'],
]

/** What `name` looks like. Compared, never shown. */
export function skeleton(name: string): string {
  const small = name.normalize('NFKD').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
  const letters = [...small].map(char => PROTOTYPE.get(char) ?? char).join('')
  return PAIRS.reduce((text, [from, to]) => text.replace(from, to), letters)
}

/** Whether `name` is none of `known` and looks like one of them. */
export const looksLike = (name: string, known: readonly string[]): boolean =>
  !known.includes(name) && known.some(one => skeleton(one) === skeleton(name))
