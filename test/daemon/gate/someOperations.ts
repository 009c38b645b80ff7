// Operations for the gate's tests: one that changes something and one that only looks, each as a test wants it. Relies on
// defineOperation.ts, so that none breaks a rule.
import * as z from 'zod/mini'
import { defineOperation, type Definition } from '../../../daemon/gate/defineOperation.ts'
import type { Operation } from '../../../daemon/gate/operation.ts'
import { done } from '../../../protocol/refusal.ts'
import { type GateWorld, gateWorld, SENTENCE } from './gateWorld.ts'

const input = z.strictObject({ n: z.optional(z.int('wants a number').check(z.describe('a number'))) })
const output = z.strictObject({ n: z.int() })
type Given = Partial<Definition<typeof input, typeof output>>

/** Needs mail.flag. */
export const change = (given: Given = {}): Operation =>
  defineOperation({
    name: 'test.change',
    summary: 'change something',
    class: 'mutate',
    ceiling: 'off',
    provenance: 'twin',
    doors: ['cli', 'ui', 'menubar', 'internal'],
    capability: 'mail.flag',
    input,
    output,
    preview: async () => done({ sentence: SENTENCE, changes: [], more: 0 }),
    handler: async (_, { n = 1 }) => done({ n }),
    ...given,
  })
/** Needs mail.read. */
export const look = (given: Given = {}): Operation =>
  defineOperation({
    name: 'test.look',
    summary: 'look at something',
    class: 'read',
    ceiling: 'off',
    provenance: 'mail',
    doors: ['cli', 'ui', 'menubar', 'internal'],
    capability: 'mail.read',
    input,
    output,
    handler: async (_, { n = 1 }) => done({ n }),
    ...given,
  })

/** A world with these operations in which both capabilities are auto. */
export function world(...operations: Operation[]): GateWorld {
  const it = gateWorld(operations)
  it.policy = { capabilities: { 'mail.flag': 'auto', 'mail.read': 'auto' }, apply: {} }
  return it
}
export const events = (it: GateWorld) => it.records.map(({ event, outcome }) => [event, outcome])
