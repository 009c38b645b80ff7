// The operations of the family "exposure". Relies on defineOperation.ts for the rules.
import type { Operation } from '../gate/operation.ts'

export const exposure: readonly Operation[] = []
