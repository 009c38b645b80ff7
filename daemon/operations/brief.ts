// The operations of the family "brief". Relies on defineOperation.ts for the rules.
import type { Operation } from '../gate/operation.ts'

export const brief: readonly Operation[] = []
