// The operations of the family "menu". Relies on defineOperation.ts for the rules.
import type { Operation } from '../gate/operation.ts'

export const menu: readonly Operation[] = []
