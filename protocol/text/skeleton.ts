// What a name looks like: two names with the same skeleton can be taken for each other. UTS 39, section 4, made coarser: case, accents,
// blanks and what does not show count for nothing either. Pure. Relies on a table of twin's own, small: the letters of other
// scripts, the digits and the pairs that pass for Latin letters in common type.

/** Each Latin letter, and what passes for it. */
const ALIKE: Readonly<Record<string, string>> = {
  a: 'аɑα⍺',
  b: 'Ььƅ',
  c: 'сϲᴄⅽ',
  d: 'ԁⅾɗ',
  e: 'еҽ℮є',
  f: 'ſꞙƒ',
  g: 'ɡց',
  h: 'һհн',
  i: 'іɩιıⅰӏ',
  j: 'јϳ',
  k: 'кκ',
  l: '1|!ⅼℓןاߊⵏǀ',
  m: 'м',
  n: 'ոռ',
  o: '0оοσօ໐०೦ഠ๐ہѳ',
  p: 'рρ',
  q: 'ԛգզ',
  r: 'гᴦⲅ',
  s: 'ѕꜱ5',
  t: 'тτ',
  u: 'υսᴜ',
  v: 'νѵⅴᴠ',
  w: 'ԝɯᴡѡω',
  x: 'хⅹ×χ',
  y: 'уүγʏ',
  z: 'ᴢ',
  '-': '‐‑‒–—−ー',
}
const LATIN = new Map(
  Object.entries(ALIKE).flatMap(([letter, others]) => [...others].map(other => [other, letter] as const)),
)
/** Pairs that pass for one letter, and letters that pass for another in most type: one upright stroke is any other. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/m/g, 'rn'],
  [/vv/g, 'w'],
  [/cl/g, 'd'],
  [/[łƚɫ]/g, 'l'],
  [/ø/g, 'o'],
  [/đ/g, 'd'],
  [/i/g, 'l'],
]
const UNSEEN = /[\s\p{M}\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu

/** For comparison alone. `text` may be anybody's. */
export function skeleton(text: string): string {
  const small = text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(UNSEEN, '')
  const letters = [...small].map(letter => LATIN.get(letter) ?? letter).join('')
  return PAIRS.reduce((looks, [from, to]) => looks.replace(from, to), letters)
}

/** The first of `names` that is another name than `name` and looks like it; null where there is none. */
export function resembling(name: string, names: Iterable<string>): string | null {
  const looks = skeleton(name)
  for (const other of names) if (other !== name && skeleton(other) === looks) return other
  return null
}
