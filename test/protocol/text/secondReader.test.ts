// Whoever reads the note after somebody else has: a store that normalises or maps case, a plugin that renders the rendered
// text again. Relies on activation.ts.
import { describe, expect, test } from 'vitest'
import { inert } from '../../../protocol/text/inert.ts'
import { plain } from '../../../protocol/text/plain.ts'
import { activations, report, secondPass } from './activation.ts'
import type { Family } from './family.ts'
import { FAMILIES } from './payloads.ts'

const HARMLESS = '“Hallo”'
const encode = (payload: string): string => inert(plain(payload))
const FORMS: readonly ((text: string) => string)[] = [
  text => text.normalize('NFKC'),
  text => text.normalize('NFKD'),
  text => text.toUpperCase(),
  text => text.toLowerCase(),
]
/** The other contexts differ in block structure only, which no form changes. */
const contexts = ['table cell', 'item of the brief']

describe.each(FAMILIES)('$name', (family: Family) => {
  const fields = [...new Set(family.payloads.map(encode))]

  test('inert leaves nothing to act on after a normal form or a case mapping', () => {
    const forms = new Set(
      fields.flatMap(field => FORMS.map(form => form(field)).filter(form => form !== field)),
    )
    expect([...forms].flatMap(form => report(form, activations(form, HARMLESS, { contexts })))).toEqual([])
  })

  test('inert leaves nothing for a second rendering of the rendered text', () => {
    expect(fields.flatMap(field => report(field, secondPass(field, HARMLESS)))).toEqual([])
  })
})

test('a character reference comes alive in the second rendering when it is not encoded', () => {
  expect(
    secondPass('(x:: &excl;&lbrack;&rbrack;(https&colon;&sol;&sol;evil.example&sol;p.png))', 'Hallo'),
  ).not.toEqual([])
})
