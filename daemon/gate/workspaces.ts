// Which workspace an account belongs to, and what is wrong with the workspaces of twin.toml. Pure. Relies on protocol/scope.ts
// for how a word names an account, as in `[mail]`.
import type { Config } from '../../protocol/config.ts'
import { inScope } from '../../protocol/scope.ts'

type Workspaces = Pick<Config, 'workspaces' | 'mcp'>

/** Where an account belongs that is in scope and that no workspace names. */
const DEFAULT = 'default'

/** The workspaces of the account with this label; the label is of an account in scope. */
export function workspacesOf(label: string, { workspaces }: Pick<Config, 'workspaces'>): readonly string[] {
  const names = Object.entries(workspaces)
    .filter(([, { accounts }]) => inScope(label, { accounts, exclude: [] }))
    .map(([name]) => name)
  return names.length > 0 ? names : [DEFAULT]
}

/** What `twin check` says: an `error` refuses the file, a `warning` does not. Names come from `[mcp] workspaces` alone. */
export interface WorkspaceRemark {
  readonly severity: 'error' | 'warning'
  readonly text: string
}
export function workspaceRemarks(config: Workspaces): readonly WorkspaceRemark[] {
  const listed = config.mcp.workspaces
  if (listed.length === 0)
    return [
      {
        severity: 'warning',
        text: 'mcp.workspaces is empty: agents may be shown the mail of every account in scope',
      },
    ]
  return listed
    .filter(name => name !== DEFAULT && !Object.hasOwn(config.workspaces, name))
    .map(name => ({
      severity: 'error',
      text: `mcp.workspaces names the workspace ${JSON.stringify(name)}, which no [workspaces] table declares`,
    }))
}
