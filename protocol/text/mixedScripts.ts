// Words that look like another word because their letters come from several scripts: "Trаsh" with a Cyrillic а. Only what mixes is
// found; a word that is wholly of another script looks like what it is to nobody who could tell. Pure. Relies on UTS 39, 5.1.

/** Scripts of which some letters look the same. */
const SCRIPTS: readonly (readonly [name: string, letter: RegExp])[] = [
  ['Latin', /(?![\uFF21-\uFF5A])\p{sc=Latn}/u],
  ['Cyrillic', /\p{sc=Cyrl}/u],
  ['Greek', /\p{sc=Grek}/u],
  ['Armenian', /\p{sc=Armn}/u],
  ['Cherokee', /\p{sc=Cher}/u],
  ['full-width', /[\uFF21-\uFF5A]/u],
  ['mathematical', /[\u{1D400}-\u{1D7FF}]/u],
]
const WORD = /[\p{L}\p{M}\p{N}]+/gu

/** The scripts of the first word of `text` that mixes some, two or more; null where none does. */
export function mixedScripts(text: string): readonly string[] | null {
  for (const [word] of text.matchAll(WORD)) {
    const found = SCRIPTS.filter(([, letter]) => letter.test(word)).map(([name]) => name)
    if (found.length > 1) return found
  }
  return null
}

/** What JSON writes with a letter: "\\n" before a Cyrillic word mixes nothing. */
const ESCAPE = /\\(?:u[0-9a-fA-F]{4}|.)/gu

/** The same as a sentence of twin's, for whoever decides on `text`, which may be JSON; null where there is nothing to say. */
export function mixedRemark(text: string): string | null {
  const scripts = mixedScripts(text.replace(ESCAPE, ' '))
  return scripts && `A word of this mixes ${scripts.join(' and ')} letters: it may only look like another.`
}
