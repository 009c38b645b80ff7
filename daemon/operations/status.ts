// The operations of the family "status". Relies on defineOperation.ts for the rules.
import type { Operation } from '../gate/operation.ts'

export const status: readonly Operation[] = []
