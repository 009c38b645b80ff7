// The envelope: what a view shows and what only the brief joins; how text is measured. Relies on shapes.ts.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { Envelope, Routing, split, text, ViewEnvelope } from '../../protocol/envelope.ts'
import { ENVELOPE, ROUTE, VIEW } from './shapes.ts'

test('split keeps what only the brief may join out of the view', () => {
  const { view, routing } = split(Envelope.parse(ENVELOPE))
  expect(view).toEqual(VIEW)
  expect(routing).toEqual(ROUTE)
  expect(ViewEnvelope.safeParse(view).success && Routing.safeParse(routing).success).toBe(true)
  for (const key of ['account', 'mailbox', 'messageId', 'noLink'])
    expect(Object.keys(view)).not.toContain(key)
})

test('text counts code points and not code units', () => {
  expect(text(2).safeParse('😀😀').success).toBe(true)
  expect(text(2).safeParse('😀😀a').success).toBe(false)
  expect(text(0).safeParse('').success).toBe(true)
})

test('text takes any well-formed string within its length and no lone surrogate', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), value => {
      expect(text(20).safeParse(value).success).toBe(value.isWellFormed())
    }),
  )
  expect(text(9).safeParse('\uDC00\uD800').success).toBe(false)
})
