// The operations of the family "apply". Relies on defineOperation.ts for the rules.
import type { Operation } from '../gate/operation.ts'

export const apply: readonly Operation[] = []
