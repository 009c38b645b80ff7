// What policy.show answers, as it crosses a door. Relies on capability.ts.
import * as z from 'zod/mini'
import { CapabilityShape, GRANTS } from './capability.ts'

/** `atMostPropose`: it cannot be undone or leaves this machine, so that no value could make it "auto". */
export const CapabilityShown = z.strictObject({
  capability: CapabilityShape,
  grant: z.enum(GRANTS),
  why: z.enum(['listed', 'not listed']),
  atMostPropose: z.boolean(),
})
export type CapabilityShown = z.infer<typeof CapabilityShown>
export const PolicyShown = z.strictObject({
  /** SHA-256 of the file that is in force. */
  version: z.string(),
  /** What is wrong with a file as it is now: then the last good one is in force, and nothing is changed. */
  problem: z.nullable(z.string()),
  capabilities: z.array(CapabilityShown),
})
