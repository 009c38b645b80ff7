// The one reader of JSON, beside what JSON.parse would have taken. Relies on fast-check for values.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { encodeLine, parseJson } from '../../protocol/line.ts'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

describe('parseJson', () => {
  test.each([
    '{}',
    '[]',
    '{"a":{"b":[1,"x",null]}}',
    ' \t\r\n{"a" : 1} \n',
    '"{\\"a\\":1,\\"a\\":2}"',
    '{"a":"b\\\\","c":"d"}',
    '[{"a":1},{"a":2}]',
    '12',
  ])('parseJson takes the strict value %s', text => {
    expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
  })

  test.each([
    ['nothing in it', '', 'not-json'],
    ['a half', '{"a":', 'not-json'],
    ['two values', '{}{}', 'not-json'],
    ['text after the value', '{} x', 'not-json'],
    ['a comment', '{/*x*/}', 'not-json'],
    ['a trailing comma', '{"a":1,}', 'not-json'],
    ['single quotes', "{'a':1}", 'not-json'],
    ['NaN', '{"a":NaN}', 'not-json'],
    ['a byte order mark', '\uFEFF{}', 'not-json'],
    ['a key given twice', '{"a":1,"a":2}', 'duplicate-key'],
    ['a key given twice, once escaped', '{"op":1,"\\u006fp":2}', 'duplicate-key'],
    ['a key given twice with blanks', '{"a" :1, "a"\n:2}', 'duplicate-key'],
    ['a key given twice deep inside', '[{"x":[{"a":1,"b":2,"a":3}]}]', 'duplicate-key'],
    ['__proto__', '{"__proto__":{"admin":true}}', 'forbidden-key'],
    ['__proto__, escaped', '{"\\u005f_proto__":{}}', 'forbidden-key'],
    ['__proto__ deep inside', '{"a":[{"__proto__":1}]}', 'forbidden-key'],
    ['a hundred thousand brackets', nested(100_000), 'too-deep'],
  ])('parseJson refuses a text with %s', (_, text, problem) => {
    expect(parseJson(text)).toEqual({ ok: false, problem })
  })

  test('JSON.parse takes what parseJson refuses, and means the last key', () => {
    expect(JSON.parse('{"op":"diagnose","\\u006fp":"collect"}')).toEqual({ op: 'collect' })
    expect(Object.keys(JSON.parse('{"__proto__":{"admin":true}}'))).toEqual(['__proto__'])
  })

  test('parseJson agrees with JSON.parse on any value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), value => {
        const text = JSON.stringify(value)
        if (text.includes('__proto__')) return
        expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) })
      }),
    )
  })

  test('parseJson never throws on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'{}[]",:\\u0061 tn1-'), maxLength: 40 }), text => {
        expect(typeof parseJson(text).ok).toBe('boolean')
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('encodeLine', () => {
  test('encodeLine makes one line for every reader that splits lines', () => {
    const line = encodeLine({ a: 'x\ny\r\u2028z\u2029\u0085' })
    expect(line.endsWith('\n')).toBe(true)
    expect(line.slice(0, -1)).not.toMatch(/[\n\r\u2028\u2029]/)
    expect(JSON.parse(line)).toEqual({ a: 'x\ny\r\u2028z\u2029\u0085' })
  })
})
