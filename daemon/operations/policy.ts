// The operations of the family "policy". Relies on defineOperation.ts for the rules.
import type { Operation } from '../gate/operation.ts'

export const policy: readonly Operation[] = []
