// The operations of the family "ops". Relies on defineOperation.ts for the rules.
import type { Operation } from '../gate/operation.ts'

export const ops: readonly Operation[] = []
