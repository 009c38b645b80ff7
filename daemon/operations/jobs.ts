// The operations of the family "jobs". Relies on defineOperation.ts for the rules.
import type { Operation } from '../gate/operation.ts'

export const jobs: readonly Operation[] = []
