// Whose mail may be read: the accounts and exclude entries of twin.toml against an account's label, and the accounts that have a table
// of their own there. Pure. Case is ignored by Unicode's full case folding and text is compared in NFC, so the Turkish dotless ı is
// not i, while ß is ss and Σ is ς.

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

/** `accounts`: the tables of twin.toml, by the names that are their labels. */
export interface Read {
  readonly mail: Scope
  readonly accounts: Readonly<Record<string, unknown>>
}
/** Whether the account with this label is read: by the words of `[mail]`, or as one that a table of its own names. */
export const isRead = (label: string, { mail, accounts }: Read): boolean =>
  inScope(label, mail) || Object.hasOwn(accounts, label)

/**
 * Sentences on entries that no account answers to: a slip of the pen in `accounts` reads nothing and one in `exclude` leaves an
 * account open, and nobody would notice. Entries are counted, never repeated. Nothing to say of an empty `accounts`.
 */
export function scopeGaps(labels: readonly string[], scope: Scope): string[] {
  if (scope.accounts.length === 0) return []
  const named = labels.filter(label => inScope(label, { ...scope, exclude: [] }))
  if (named.length === 0)
    return ['No account of this store matches the setting accounts, so none is in scope.']
  if (!named.some(label => inScope(label, scope)))
    return ['Every account that the setting accounts names is excluded, so none is in scope.']
  return [...missed('accounts', scope.accounts, labels), ...missed('exclude', scope.exclude, labels)]
}

function missed(setting: string, entries: readonly string[], labels: readonly string[]): string[] {
  const count = entries.filter(
    entry => !labels.some(label => inScope(label, { accounts: [entry], exclude: [] })),
  ).length
  if (count === 0) return []
  const some = count === 1 ? '1 entry' : `${count} entries`
  return [`${some} of the setting ${setting} ${count === 1 ? 'matches' : 'match'} no account of this store.`]
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
