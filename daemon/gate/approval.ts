// Who may approve what: the risk of a proposal, and where a person may say yes to it. Pure; the gate, the spool and the page
// ask here, so that all three agree. Relies on the channel for the caller, never on what the caller says.
import type { Config } from '../../protocol/config.ts'
import type { Channel } from '../../protocol/door.ts'
import type { Risk } from '../../protocol/proposal.ts'

/**
 * `proposer`: a CallerName. `operation`: what would run; undefined for one that is not known. An agent's is always high; so is
 * what cannot be undone or leaves this machine.
 */
export const riskOf = (proposer: string, operation: { readonly reversible: boolean } | undefined): Risk =>
  proposer.startsWith('agent:') || operation?.reversible !== true ? 'high' : 'low'

/**
 * Whether this caller's yes counts for a change of this risk: in a terminal always, in the menu bar for low risk, on the page for
 * low risk where `[ui] approve` is true. Never an agent's, never twind's own.
 */
export function mayApprove({ door, terminal }: Channel, risk: Risk, config: Config): boolean {
  if (door === 'cli') return terminal
  return risk === 'low' && (door === 'menubar' || (door === 'ui' && config.ui.approve))
}
