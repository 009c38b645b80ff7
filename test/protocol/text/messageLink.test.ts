// Links to mail: which ids get one, and that a hostile id stays one link in every renderer. Relies on oracles.ts.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MESSAGE_ID_BYTES } from '../../../protocol/limits.ts'
import { linkProblem, messageLink } from '../../../protocol/text/messageLink.ts'
import { ORACLES } from './oracles.ts'

test.each([
  ['a b)c', 'message://%3Ca%20b%29c%3E'],
  ['<x.y-1@client.test>', 'message://%3Cx.y-1%40client.test%3E'],
  ['  <x@y>\r\n', 'message://%3Cx%40y%3E'],
  ['< x@y >', 'message://%3Cx%40y%3E'],
  ['<<x@y>>', 'message://%3C%3Cx%40y%3E%3E'],
  ['<x@y', 'message://%3C%3Cx%40y%3E'],
  ["(a)'b*c!d~e_f", 'message://%3C%28a%29%27b%2Ac%21d%7Ee%5Ff%3E'],
  ['100%25/a+b?c#d&e', 'message://%3C100%2525%2Fa%2Bb%3Fc%23d%26e%3E'],
  ['"quoted part"@y', 'message://%3C%22quoted%20part%22%40y%3E'],
  ['ærlig@størst.no', 'message://%3C%C3%A6rlig%40st%C3%B8rst.no%3E'],
  ['[x](y)|`', 'message://%3C%5Bx%5D%28y%29%7C%60%3E'],
])('messageLink encodes every octet that Markdown or a URL could misread: %j', (id, link) => {
  expect(messageLink(id)).toBe(link)
  expect(linkProblem(id)).toBeNull()
})

test.each([
  ['', 'absent'],
  ['   ', 'absent'],
  ['<>', 'absent'],
  ['< >', 'absent'],
  ['a\0b', 'malformed'],
  ['a\nb@c', 'malformed'],
  ['a\x1Bb', 'malformed'],
  ['a\x9Bb', 'malformed'],
  ['a\x7Fb', 'malformed'],
  ['a\uD800b', 'malformed'],
  ['\uDC00', 'malformed'],
])('messageLink refuses the id %j as %s', (id, problem) => {
  expect(messageLink(id)).toBeNull()
  expect(linkProblem(id)).toBe(problem)
})

test('messageLink takes an id of MESSAGE_ID_BYTES octets and refuses one more', () => {
  const octets = (count: number): string =>
    `<${'æ'.repeat((count - (count % 2)) / 2)}${'a'.repeat(count % 2)}>`
  expect(messageLink(octets(MESSAGE_ID_BYTES))).not.toBeNull()
  expect(messageLink(octets(MESSAGE_ID_BYTES + 1))).toBeNull()
  expect(linkProblem(octets(MESSAGE_ID_BYTES + 1))).toBe('too-long')
})

test('messageLink decodes back to the id for any well-formed id', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }), id => {
      const link = messageLink(id)
      expect(link === null).toBe(linkProblem(id) !== null)
      if (link === null) return
      expect(link).toMatch(/^message:\/\/%3C[A-Za-z0-9.%-]+%3E$/)
      const trimmed = id.trim()
      const inner = /^<[\s\S]*>$/.test(trimmed) ? trimmed.slice(1, -1).trim() : trimmed
      expect(decodeURIComponent(link.slice('message://'.length))).toBe(`<${inner}>`)
    }),
    { numRuns: 500 },
  )
})

/** What a note would be with encodeURIComponent: the control. */
const naive = (id: string): string => `message://${encodeURIComponent(`<${id}>`)}`
const targets = (link: string): string[] =>
  ORACLES.filter(({ name }) => /commonmark|gfm|markdown-it|marked/.test(name)).map(
    ({ render }) =>
      render(`- [“x”](${link}) kanari`).elements.find(element => element.includes('message:')) ?? '',
  )

test('a hostile id stays one whole link in every renderer', () => {
  const whole = targets(messageLink('a') ?? '').map(target => target.replace('%3Ca%3E', ''))
  for (const id of ['a)b', '((((((((', 'a"b', "a'b", 'a`b`', 'a|b', '](x) [y', '*a*', '_a_', '~~a~~']) {
    const link = messageLink(id) ?? ''
    expect(targets(link).map(target => target.replace(link.slice('message://'.length), ''))).toEqual(whole)
  }
})

test('a bracket cuts or destroys a link that encodeURIComponent made', () => {
  expect(new Set(targets(naive('a)b'))).has('<a href="message://%3Ca)b%3E"')).toBe(false)
  expect(targets(naive('(((a'))).toContain('')
})
