// Which accounts a caller may see: agents are narrowed to the workspaces of `[mcp]`, a person is not. Pure. Relies on
// protocol/scope.ts for how a word names an account.
import type { Config } from '../../protocol/config.ts'
import type { Channel } from '../../protocol/door.ts'

export interface Narrowing {
  /** The workspaces that this caller may name; null where nothing narrows it. */
  readonly workspaces: readonly string[] | null
  /** Whether mail of the account with this label may be seen. */
  readonly allows: (label: string) => boolean
}
export type NarrowingOf = (channel: Channel, config: Config) => Narrowing
