// Accounts by name: the UUID of a mailbox URL belongs to a row of Accounts4 that often has no name, and the name is then on an
// ancestor. Pure. Relies on readAccounts.ts for the rows; apple-mail-store.md 7.
import { ACCOUNT_HOPS } from '../../protocol/limits.ts'
import { fold } from '../../protocol/scope.ts'

/** A row of ZACCOUNT: texts are '' where NULL, `parent` is a `key`. */
export interface AccountRow {
  readonly key: bigint
  readonly parent: bigint | undefined
  /** ZIDENTIFIER, upper case: the host of the account's mailbox URLs. */
  readonly identifier: string
  readonly description: string
  readonly username: string
  /** False where a name was cut: what stands behind the cut could be excluded. */
  readonly whole: boolean
  /** Addresses among the row's properties: identity and aliases. */
  readonly addresses: readonly string[]
}

export interface Named {
  /** '' where nothing names the account. */
  readonly label: string
  /** The user's own addresses, as they stand. */
  readonly own: readonly string[]
}

const NOBODY: Named = { label: '', own: [] }
/** A store on this Mac has no account; it is named by the scheme of its URLs. */
const LOCAL: Named = { label: 'local', own: [] }

/** Names accounts by the scheme and host of their URLs. An identifier that two rows claim names neither. */
export function accountNames(rows: readonly AccountRow[]): (scheme: string, host: string) => Named {
  const byKey = new Map(rows.map(row => [row.key, row]))
  return (scheme, host) => {
    const [row, ...others] = rows.filter(one => one.identifier === host.toUpperCase())
    if (!row) return scheme === 'local' ? LOCAL : NOBODY
    const chain = others.length > 0 ? undefined : chainOf(row, byKey)
    return chain?.every(one => one.whole) ? nameOf(chain) : NOBODY
  }
}

/** The row and its ancestors, each once; undefined where they are more than ACCOUNT_HOPS: one of the rest could be excluded. */
function chainOf(row: AccountRow, byKey: ReadonlyMap<bigint, AccountRow>): AccountRow[] | undefined {
  const chain = [row]
  while (chain.length <= ACCOUNT_HOPS + 1) {
    const parent = chain.at(-1)?.parent
    const next = parent === undefined ? undefined : byKey.get(parent)
    if (!next || chain.includes(next)) return chain
    chain.push(next)
  }
  return undefined
}

/** `Name (address)`: every name and every address of the chain, own first, each once whatever its case. */
function nameOf(chain: readonly AccountRow[]): Named {
  const names = distinct(chain.map(row => row.description))
  const users = distinct(chain.map(row => row.username)).filter(user => !names.map(fold).includes(fold(user)))
  const label =
    names.length > 0 && users.length > 0
      ? `${names.join(', ')} (${users.join(', ')})`
      : [...names, ...users].join(', ')
  const own = chain.flatMap(row => [row.username, ...row.addresses]).map(text => text.trim())
  return { label, own: distinct(own).filter(isAddress) }
}

function distinct(texts: readonly string[]): string[] {
  const byFolded = new Map<string, string>()
  for (const text of texts.map(one => one.trim()).filter(Boolean))
    if (!byFolded.has(fold(text))) byFolded.set(fold(text), text)
  return [...byFolded.values()]
}

/** What stands around one `@`, without blanks. */
export const isAddress = (text: string): boolean => /^[^\s@]{1,200}@[^\s@]{1,200}$/.test(text)
