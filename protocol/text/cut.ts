// Text of at most so many code points, as the schemas count it. Pure.

/** The first `codePoints` code points of `text`; never ends within a surrogate pair. */
export function cut(text: string, codePoints: number): string {
  // No text has more code points than units.
  if (text.length <= codePoints) return text
  let end = 0
  let count = 0
  for (const char of text) {
    if (count++ === codePoints) break
    end += char.length
  }
  return text.slice(0, end)
}
