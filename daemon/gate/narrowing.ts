// Which accounts a caller may see: agents are narrowed to the workspaces of `[mcp]`, a person is not. Pure. Relies on
// protocol/scope.ts for how a word names an account, and on workspaces.ts for where one belongs.
import type { Config } from '../../protocol/config.ts'
import type { Channel } from '../../protocol/door.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { fold, inScope, isRead } from '../../protocol/scope.ts'
import { workspacesOf } from './workspaces.ts'

export interface Narrowing {
  /** The workspaces that this caller may name; null where nothing narrows it. */
  readonly workspaces: readonly string[] | null
  /** Whether mail of the account with this label may be seen: it is in scope, and in a workspace of this caller. */
  readonly allows: (label: string) => boolean
}

/** What a caller of this channel may see. An empty `[mcp] workspaces` narrows nothing; a name that is none matches nothing. */
export function narrowing(channel: Channel, config: Config): Narrowing {
  const isOpen = (label: string): boolean => isRead(label, config)
  const listed = config.mcp.workspaces
  if (channel.door !== 'mcp' || listed.length === 0) return { workspaces: null, allows: isOpen }
  const allows = (label: string): boolean =>
    isOpen(label) && workspacesOf(label, config).some(name => listed.includes(name))
  return { workspaces: listed, allows }
}

/** `named`: words of an account, as in `[mail]`; undefined for a call across accounts. `inScope`: the labels of all in scope. */
export interface AccountsAsked {
  readonly named: string | undefined
  readonly inScope: readonly string[]
}
/**
 * The labels to use. An account outside is refused in the words of one that does not exist, and a call that names none is refused
 * unless this caller may see every account.
 */
export function requireAccount(narrowed: Narrowing, asked: AccountsAsked): Result<readonly string[]> {
  const visible = asked.inScope.filter(label => narrowed.allows(label))
  if (asked.named === undefined) return visible.length === asked.inScope.length ? done(visible) : unnamed
  const words = { accounts: [asked.named], exclude: [] }
  const found = fold(asked.named) === '' ? [] : visible.filter(label => inScope(label, words))
  return found.length > 0 ? done(found) : unknown
}

const unnamed = refused('bad-request', {
  is: 'the call names no account, and its caller may not see all of them',
  wanted: 'name an account in scope',
  fix: 'name one of the accounts that mail.accounts lists',
})
const unknown = refused('bad-request', {
  is: 'no account in scope has this name',
  wanted: 'name an account in scope',
  fix: 'name one of the accounts that mail.accounts lists',
})
