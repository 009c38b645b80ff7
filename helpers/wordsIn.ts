// Words found in a text as whole tokens, whatever their case and normal form: "Ann" is not in "Anna", nor 1234 in 12345, nor
// shop.test in shop.test.evil. Pure; linear in the text.

/** A text with its case and normal form folded away. `at[i]`: the unit of the text that unit i comes from, one entry more than there are units. */
export interface Folded {
  readonly text: string
  readonly at: Uint32Array
}

const CLUSTER = /\s+|[^\s\p{M}]\p{M}*|\p{M}+/gu

/** Letters without case, marks composed, every blank one space, apostrophes and dashes in their ASCII form. */
export function folded(text: string): Folded {
  let out = ''
  const at: number[] = []
  for (const match of text.matchAll(CLUSTER)) {
    const cluster = foldedCluster(match[0])
    for (let unit = 0; unit < cluster.length; unit++) at.push(match.index)
    out += cluster
  }
  at.push(text.length)
  return { text: out, at: Uint32Array.from(at) }
}

function foldedCluster(cluster: string): string {
  if (/^\s/.test(cluster)) return ' '
  if (/^[’‘ʼ]$/.test(cluster)) return "'"
  if (/^[‐‑]$/.test(cluster)) return '-'
  return cluster.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC')
}

/** Scripts that write no blanks between words: there a word ends anywhere. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u
const LETTER = /[\p{L}\p{N}\p{M}_]/u
/** What joins two pieces of one token: hosts, addresses, codes, paths. */
const JOINT = /[.@/:+&#'-]/
const POSSESSIVE = /^'s(?![\p{L}\p{N}\p{M}_])/u

/** Where `word` stands in `text` as a whole token, first to last; [start, end) in units of the text behind `text`. */
export function* placesOf(word: string, text: Folded): Generator<readonly [start: number, end: number]> {
  const sought = folded(word).text.trim()
  if (!/[\p{L}\p{N}]/u.test(sought)) return
  for (let from = text.text.indexOf(sought); from !== -1; from = text.text.indexOf(sought, from + 1)) {
    const end = from + sought.length
    if (isFree(text.text, from, end)) yield [text.at[from] ?? 0, text.at[end] ?? 0]
  }
}

/** Whether `word` stands in `text` as a whole token. */
export const hasWord = (word: string, text: Folded): boolean => placesOf(word, text).next().done === false

function isFree(text: string, start: number, end: number): boolean {
  const before = Array.from(text.slice(Math.max(0, start - 4), start)).reverse()
  const after = Array.from(text.slice(end, end + 4))
  const first = String.fromCodePoint(text.codePointAt(start) ?? 0)
  const last = Array.from(text.slice(Math.max(start, end - 2), end)).at(-1) ?? ''
  if (POSSESSIVE.test(text.slice(end, end + 4))) return !goesOn(first, before)
  return !goesOn(first, before) && !goesOn(last, after)
}

/** Whether the token of `edge` goes on into `beyond`, the characters away from it. */
function goesOn(edge: string, [next = '', after = '']: readonly string[]): boolean {
  if (!LETTER.test(edge)) return false
  if (LETTER.test(next)) return !(UNSPACED.test(edge) || UNSPACED.test(next)) || /\p{M}/u.test(next)
  return JOINT.test(next) && LETTER.test(after) && !UNSPACED.test(after)
}
