// The operations of the family "proposals". Relies on defineOperation.ts for the rules.
import type { Operation } from '../gate/operation.ts'

export const proposals: readonly Operation[] = []
