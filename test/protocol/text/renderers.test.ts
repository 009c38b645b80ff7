// Every payload family through plain and inert, in every context, under every oracle; and the controls: not encoded, each
// family and each oracle reacts. Relies on activation.ts.
import { describe, expect, test } from 'vitest'
import { inert } from '../../../protocol/text/inert.ts'
import { plain } from '../../../protocol/text/plain.ts'
import { activations, report } from './activation.ts'
import { ORACLES } from './oracles.ts'
import type { Family } from './family.ts'
import { FAMILIES } from './payloads.ts'

const HARMLESS = '“Hallo”'
const encode = (payload: string): string => inert(plain(payload))

describe.each(FAMILIES)('$name', (family: Family) => {
  test('inert leaves nothing for a renderer to act on in any context', () => {
    const fields = [...new Set(family.payloads.map(encode))]
    expect(fields.flatMap(field => report(field, activations(field, HARMLESS)))).toEqual([])
  })
})

describe.each(FAMILIES.filter(family => ['raw', 'nfkc'].includes(family.control)))(
  '$name',
  (family: Family) => {
    test('a third of the payloads at least activate a renderer when they are not encoded', () => {
      const form = (payload: string): string =>
        family.control === 'nfkc' ? payload.normalize('NFKC') : payload
      const active = family.payloads.filter(
        payload => activations(form(payload), 'Hallo', { first: true }).length > 0,
      )
      expect(active.length / family.payloads.length).toBeGreaterThan(1 / 3)
    })
  },
)

test.each(ORACLES.map(oracle => oracle.name))(
  'the oracle %s reacts to a payload that is not encoded',
  name => {
    const seen = FAMILIES.flatMap(family => family.payloads).some(
      payload =>
        activations(payload, 'Hallo', { contexts: ['list item', 'end of a task'], oracle: name, first: true })
          .length > 0,
    )
    expect(seen).toBe(true)
  },
)

test.each([
  ['www.evil.example', 'literal autolinks'],
  ['https://evil.com/x', 'a link that the break itself makes'],
  ['user@evil.example', 'an address'],
  ['evil.com', 'a bare host name'],
  ['a $5 and $6', 'math from prices'],
  ['%%', 'a comment to the end of the note'],
  ['(due:: 2020-01-01)', 'a Dataview field'],
  ['-\u00A0item', 'a list made by folding blanks'],
  ['x 🔺', 'a Tasks priority'],
  ['***', 'an empty field'],
  ['&lbrack;&lbrack;note&rbrack;&rbrack;', 'character references'],
])('plain alone would leave %j active', payload => {
  expect(activations(plain(payload), 'Hallo', { first: true })).not.toEqual([])
})
