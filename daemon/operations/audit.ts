// The operations of the family "audit". Relies on defineOperation.ts for the rules.
import type { Operation } from '../gate/operation.ts'

export const audit: readonly Operation[] = []
