// Every operation of twin, once. The one list that the command line, the doors, MCP, OpenAPI, completion and the man page are
// made from. Relies on each family's file; names are unique, or this throws at import.
import type { Operation } from '../gate/operation.ts'
import { accounts } from './accounts.ts'
import { apply } from './apply.ts'
import { audit } from './audit.ts'
import { brief } from './brief.ts'
import { exposure } from './exposure.ts'
import { jobs } from './jobs.ts'
import { mail } from './mail.ts'
import { menu } from './menu.ts'
import { ops } from './ops.ts'
import { policy } from './policy.ts'
import { proposals } from './proposals.ts'
import { runs } from './runs.ts'
import { schedule } from './schedule.ts'
import { status } from './status.ts'
import { ui } from './ui.ts'

export const registry: readonly Operation[] = unique(
  [
    status,
    brief,
    mail,
    accounts,
    runs,
    jobs,
    schedule,
    proposals,
    apply,
    ops,
    exposure,
    policy,
    audit,
    menu,
    ui,
  ].flat(),
)

function unique(operations: readonly Operation[]): readonly Operation[] {
  const names = new Set<string>()
  for (const { name } of operations) {
    if (names.has(name)) throw new Error(`Cannot register ${name}: the name is taken`)
    names.add(name)
  }
  return operations
}
