// The scripts that a word can be wholly written in: UTS 39, section 5.1, augmented as its table says, with Script_Extensions of the
// running Node. None is a word of mixed scripts. Pure.

/** The scripts of UAX 31 table 5 and those of its limited use that have look-alikes; a letter of another is a script of its own. */
const NAMES = (
  'Arab Armn Beng Bopo Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Khmr Knda Laoo Latn Mlym Mymr Orya Sinh ' +
  'Taml Telu Thaa Thai Tibt Adlm Cher Copt Dsrt Goth Lisu Mong Nkoo Olck Osge Syrc Tfng Vaii Yiii Cans'
).split(' ')
const SCRIPTS = NAMES.map(name => [name, new RegExp(String.raw`\p{scx=${name}}`, 'u')] as const)
const EVERYWHERE = /[\p{scx=Zyyy}\p{scx=Zinh}]/u
/** Full-width and mathematical letters are Common or Latin to Unicode, and look like letters all the same. */
const STYLED = /[\uFF21-\uFF3A\uFF41-\uFF5A\u{1D400}-\u{1D7CB}]/u

/** Han goes with the kana of Japan, the hangul of Korea and the bopomofo of Taiwan. */
const AUGMENTED: Readonly<Record<string, readonly string[]>> = {
  Hani: ['Hanb', 'Jpan', 'Kore'],
  Hira: ['Jpan'],
  Kana: ['Jpan'],
  Hang: ['Kore'],
  Bopo: ['Hanb'],
}

/** The scripts of `word`; null where it has only characters of all scripts, such as digits; empty where it mixes some. */
export function resolvedScripts(word: string): ReadonlySet<string> | null {
  const sets = [...new Set(word.normalize('NFD'))].flatMap(char => scriptsOf(char) ?? [])
  const [first, ...rest] = sets
  return first === undefined ? null : new Set([...first].filter(name => rest.every(set => set.has(name))))
}

function scriptsOf(char: string): ReadonlySet<string> | null {
  if (STYLED.test(char)) return new Set(['styled'])
  if (EVERYWHERE.test(char)) return null
  const names = SCRIPTS.flatMap(([name, pattern]) =>
    pattern.test(char) ? [name, ...(AUGMENTED[name] ?? [])] : [],
  )
  return new Set(names.length > 0 ? names : ['other'])
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** Whether a word of `text` mixes scripts: its letters come from several, and no one of them has all. */
export function mixesScripts(text: string): boolean {
  for (const [word] of text.matchAll(WORD)) if (resolvedScripts(word)?.size === 0) return true
  return false
}
