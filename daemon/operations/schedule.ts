// The operations of the family "schedule". Relies on defineOperation.ts for the rules.
import type { Operation } from '../gate/operation.ts'

export const schedule: readonly Operation[] = []
