// Adds an account to twin.toml: a table at its end, so that everything a person wrote stays as it is. What is written is parsed before it
// replaces the file, and must say what it said before and the account. Relies on the caller to have tried the adapter.
import { lstatSync } from 'node:fs'
import { configText } from '../../files/configText.ts'
import { placeAside } from '../../files/writeAside.ts'
import { type Config, parseConfig } from '../../protocol/config.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'

export interface NewAccount {
  readonly name: string
  readonly adapter: string
  /** Absolute. */
  readonly path: string
}

/** The table of an account, as it is put at the end of twin.toml. */
export const tableOf = ({ name, adapter, path }: NewAccount): string =>
  `\n[accounts.${name}]\nadapter = ${JSON.stringify(adapter)}\npath = ${JSON.stringify(path)}\n`

/** Writes the account into the file, whole or not at all; gives what was added. */
export function addAccount(file: string, account: NewAccount): Result<string> {
  const before = configText(file)
  if (!before.ok) return before
  const added = tableOf(account)
  const after = `${before.value}${before.value === '' || before.value.endsWith('\n') ? '' : '\n'}${added}`
  const fits = check(before.value, after, account)
  if (!fits.ok) return fits
  const written = attempt('config', file, (): Result<string> => {
    const mode = lstatSync(file).mode & 0o777
    const aside = placeAside(file, after, mode)
    const now = configText(file)
    if (now.ok && now.value === before.value) {
      aside.commit()
      return done(added)
    }
    aside.discard()
    return changed
  })
  return written.ok ? written.value : written
}

/** Whether the new text says what the old one said, and the account. */
function check(before: string, after: string, account: NewAccount): Result<void> {
  const old = parseConfig(before)
  if (!old.ok) return old
  const parsed = parseConfig(after)
  if (!parsed.ok) return parsed
  const { [account.name]: mine, ...others } = parsed.value.accounts
  const rest: Config = { ...parsed.value, accounts: others }
  const isWhole = JSON.stringify(rest) === JSON.stringify(old.value)
  return mine?.path === account.path && isWhole ? done(undefined) : unfit
}

const unfit = refused('config', {
  is: 'a table at the end of twin.toml would not say what is meant, so nothing was written',
  wanted: 'a twin.toml that ends where a table may begin',
  fix: 'add the account by hand, then run "twin check"',
})
const changed = refused('config', {
  is: 'twin.toml was changed while the account was being added, so nothing was written',
  wanted: 'one change at a time',
  fix: 'run the same command again',
})
