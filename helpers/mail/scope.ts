// Whose mail may be read: the accounts and exclude entries of twin.toml against an account's label. Pure. Case is ignored by
// Unicode's full case folding and text is compared in NFC, so the Turkish dotless ı is not i, while ß is ss and Σ is ς.

export interface Scope {
  readonly accounts: readonly string[]
  readonly exclude: readonly string[]
}

/** In scope: something in `accounts` occurs in the label and nothing in `exclude` does. '' (no name) is never in scope. */
export function inScope(label: string, scope: Scope): boolean {
  const text = fold(label)
  const occurs = (entry: string) => text.includes(fold(entry))
  return fold(label.trim()) !== '' && scope.accounts.some(occurs) && !scope.exclude.some(occurs)
}

/**
 * Case folded, NFC, without blanks at the ends. Folding is per code point: lower case of a whole text depends on the
 * neighbours (final sigma). Upper case first joins what lower case keeps apart (ſ, ẞ); of ı it would make i, so ı stays.
 */
export function fold(text: string): string {
  let folded = ''
  for (const char of text.normalize('NFC').trim())
    folded += char === 'ı' ? char : char.toLowerCase().toUpperCase().toLowerCase()
  return folded.normalize('NFC')
}
