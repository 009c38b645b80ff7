// What the operations on operations answer, as it crosses a door. Relies on call.ts, capability.ts and door.ts.
import * as z from 'zod/mini'
import { CEILINGS, CLASSES, PROVENANCES } from './call.ts'
import { CapabilityShape } from './capability.ts'
import { DOORS } from './door.ts'

/** `agents`: whether agents are offered it now. */
const listed = {
  name: z.string(),
  summary: z.string(),
  class: z.enum(CLASSES),
  ceiling: z.enum(CEILINGS),
  agents: z.boolean(),
}
/**
 * One of a list; with details what a tool is made of, so that an agent's client needs one call for all of them. `input`: JSON
 * Schema 2020-12.
 */
export const OperationListed = z.strictObject({
  ...listed,
  provenance: z.optional(z.enum(PROVENANCES)),
  reversible: z.optional(z.boolean()),
  input: z.optional(z.record(z.string(), z.unknown())),
})
export type OperationListed = z.infer<typeof OperationListed>
/** `more`: how many follow. */
export const OpsListed = z.strictObject({ operations: z.array(OperationListed), more: z.int() })
/** `capability`: null where policy.toml has no say. `input`, `output`: JSON Schema 2020-12. */
export const OperationShown = z.strictObject({
  ...listed,
  doors: z.array(z.enum(DOORS)),
  capability: z.nullable(z.union([CapabilityShape, z.literal('by-input')])),
  provenance: z.enum(PROVENANCES),
  reversible: z.boolean(),
  positional: z.array(z.string()),
  input: z.record(z.string(), z.unknown()),
  output: z.record(z.string(), z.unknown()),
})
export type OperationShown = z.infer<typeof OperationShown>
