// Whole notes out of hostile text, under every renderer: what a person opens in the vault must not act.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MARKUP } from '../../../protocol/text/markupPayloads.ts'
import { UNICODE } from '../../../protocol/text/unicodePayloads.ts'
import { active, differs, noteOf } from './hostileNote.ts'

const FAMILIES = [...MARKUP, ...UNICODE]

test.each(FAMILIES)('renderNote keeps every field of a hostile message inert: $name', ({ payloads }) => {
  expect(active(payloads)).toEqual([])
})

test('renderNote keeps every field of a hostile message inert', () => {
  const every = FAMILIES.map(({ payloads }) => payloads[0] ?? '')
  expect(active(every)).toEqual([])
})

test('renderNote starts every line with words of its own, whatever the texts are', () => {
  const starts = (note: string) =>
    note.split('\n').map(line => /^(# |## |- \*\*\d+\*\* |- | {2})?/.exec(line)?.[0])
  const harmless = starts(noteOf(['å']))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), text => {
      expect(starts(noteOf([text]))).toEqual(harmless)
    }),
  )
})

test('the same payloads are active in a note that is written without plain and inert', () => {
  const naive = (payloads: readonly string[]) =>
    `# Mail\n\n${payloads.map(text => `- **9** [${text}](message://%3Ca%3E) ${text}\n  ${text}\n`).join('')}- Kanarifugl\n`
  const dangerous = FAMILIES.filter(family => family.control === 'raw')
  const caught = dangerous.filter(family => differs(family.payloads, naive))
  expect(caught.map(family => family.name)).toEqual(dangerous.map(family => family.name))
})
