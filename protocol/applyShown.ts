// What the operations of the family "apply" answer, as it crosses a door. Relies on capability.ts.
import * as z from 'zod/mini'
import { GRANTS } from './capability.ts'

/** `wants`: what an argument takes, in a few words. */
const ArgumentShown = z.strictObject({
  name: z.string(),
  type: z.enum(['text', 'integer', 'choice']),
  wants: z.string(),
})
export const ApplyListed = z.strictObject({
  commands: z.array(
    z.strictObject({ name: z.string(), grant: z.enum(GRANTS), arguments: z.array(ArgumentShown) }),
  ),
})
/** `printed`: bytes, which nobody keeps. */
export const ApplyRun = z.strictObject({ exit: z.literal(0), printed: z.int().check(z.minimum(0)) })
