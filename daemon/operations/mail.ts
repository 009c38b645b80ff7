// The operations of the family "mail". Relies on defineOperation.ts for the rules.
import type { Operation } from '../gate/operation.ts'

export const mail: readonly Operation[] = []
