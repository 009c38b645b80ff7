// What the operations on exposure answer, as it crosses a door. Relies on call.ts and door.ts.
import * as z from 'zod/mini'
import { CEILINGS } from './call.ts'
import { CallerName } from './door.ts'

/** `offered`: to agents, now. `changed`: when a person last set it, Unix seconds, and `by` through which door; else null. */
export const Exposed = z.strictObject({
  name: z.string(),
  ceiling: z.enum(CEILINGS),
  offered: z.boolean(),
  changed: z.nullable(z.int()),
  by: z.nullable(CallerName),
})
export type Exposed = z.infer<typeof Exposed>
export const ExposureListed = z.strictObject({ operations: z.array(Exposed) })
/** What agents are offered now, or no longer. */
export const ExposureSet = z.strictObject({ offered: z.boolean(), operations: z.array(z.string()) })
