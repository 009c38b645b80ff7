// What a name looks like: two names with the same skeleton can be taken for each other. Coarser than UTS 39, section 4: case, marks,
// blanks and what does not show count for nothing either. Pure. Relies on a table of the letters that pass for Latin ones.

/** Each Latin letter, and what passes for it in the fonts that people read names in. */
const ALIKE: Readonly<Record<string, string>> = {
  a: 'аαɑ',
  b: 'ьƅЬ',
  c: 'сϲᴄ',
  d: 'ԁɗ',
  e: 'еєҽ',
  f: 'ſƒ',
  g: 'ɡց',
  h: 'һհн',
  i: 'іιıӏ1lǀ|!',
  j: 'јϳ',
  k: 'кκ',
  m: 'мμ',
  n: 'ոпν',
  o: 'оοօ0ѳσ',
  p: 'рρ',
  q: 'ԛզ',
  r: 'гᴦ',
  s: 'ѕꜱ5',
  t: 'тτ',
  u: 'υս',
  v: 'ѵᴠ',
  w: 'ԝω',
  x: 'хχ',
  y: 'уүγ',
  z: 'ᴢ',
}
const LATIN = new Map(
  Object.entries(ALIKE).flatMap(([letter, others]) => [...others].map(other => [other, letter] as const)),
)
const UNSEEN = /[\s\p{M}\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/gu

/** For comparison alone. `text` may be anybody's. */
export const skeleton = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase().normalize('NFKD').replace(UNSEEN, '')]
    .map(letter => LATIN.get(letter) ?? letter)
    .join('')

/** The first of `names` that is another name than `name` and looks like it; null where there is none. */
export const resembling = (name: string, names: Iterable<string>): string | null => {
  const looks = skeleton(name)
  for (const other of names) if (other !== name && skeleton(other) === looks) return other
  return null
}
