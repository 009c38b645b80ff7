// What no input of any operation can do: make a refusal repeat a value, grow past what a door carries, or get past the check.
// Relies on the registry and on the inputs that table.ts knows to be right.
import { assert, constantFrom, json, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { registry } from '../../../daemon/operations/registry.ts'
import { CallError } from '../../../protocol/call.ts'
import { parseJson } from '../../../protocol/line.ts'
import type { Refusal } from '../../../protocol/refusal.ts'
import { configOf } from './gateWorld.ts'
import { TABLE, TOML } from './table.ts'

const config = configOf(TOML)
const SECRET = 'secret phrase'
/** Values that no field takes, or that say more than they should. */
const WRONG: readonly unknown[] = [
  SECRET.repeat(2_000),
  [SECRET],
  [[SECRET]],
  { a: SECRET },
  1e308,
  -1,
  0.5,
  true,
  null,
  ['x'.repeat(100_000)],
]

function refusalOf(name: string, input: unknown): Refusal | undefined {
  const checked = registry.find(one => one.name === name)?.check(input, config)
  return checked && !checked.ok ? checked.refusal : undefined
}
const isCarried = (refusal: Refusal): boolean => CallError.safeParse({ error: refusal }).success

describe.each(TABLE)('$name', ({ name, calls }) => {
  const [right] = calls
  const keys = Object.keys(registry.find(one => one.name === name)?.inputSchema['properties'] ?? {})

  test('its input is refused with a wrong value at any key, and the value is not repeated', () => {
    for (const key of keys) {
      const said = WRONG.map(value => refusalOf(name, { ...right?.input, [key]: value }))
      const refusals = said.filter(one => one !== undefined)
      expect(refusals.length, key).toBeGreaterThan(WRONG.length / 2)
      for (const refusal of refusals) {
        expect(refusal.is).toContain(key)
        expect(JSON.stringify(refusal)).not.toContain(SECRET)
        expect(isCarried(refusal), refusal.is.slice(0, 100)).toBe(true)
      }
    }
  })

  test('its input takes no key that it does not know, however many there are', () => {
    const many = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [`${'x'.repeat(500)}${at}`, SECRET]),
    )
    for (const more of [{ extra: SECRET }, { '': SECRET }, { toString: SECRET }, many]) {
      const refusal = refusalOf(name, { ...right?.input, ...more })
      expect(refusal?.code).toBe('bad-request')
      expect(JSON.stringify(refusal)).not.toContain(SECRET)
      expect(refusal && isCarried(refusal)).toBe(true)
    }
    expect(refusalOf(name, right?.input)).toBeUndefined()
  })
})

test('whatever JSON an agent sends, the check of every operation answers and throws nothing', () => {
  assert(
    property(constantFrom(...registry), json({ maxDepth: 4 }), (operation, given) => {
      const parsed = parseJson(given)
      const checked = operation.check(parsed.ok ? parsed.value : given, config)
      expect(checked.ok || isCarried(checked.refusal)).toBe(true)
    }),
    { numRuns: 500 },
  )
})
