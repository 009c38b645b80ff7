// The operations of the family "ui". Relies on defineOperation.ts for the rules.
import type { Operation } from '../gate/operation.ts'

export const ui: readonly Operation[] = []
