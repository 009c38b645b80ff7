// --json: the same value for a reader of JSON, and nothing that a terminal obeys.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { safeJson } from '../../cli/safeJson.ts'

const ACTIVE = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}]/u

describe('safeJson', () => {
  test.each([
    '\u001B]52;c;aGk=\u0007',
    '\u009B2J',
    '\u202Egnp.exe',
    '\u2028',
    '\u2066x\u2069',
    '\r',
    '\u{E0041}',
    '\u200E',
  ])('writes %j without a raw character that acts', text => {
    expect(safeJson({ text })).not.toMatch(ACTIVE)
    expect(JSON.parse(safeJson({ text }))).toEqual({ text })
  })

  test('leaves letters of every script as they are', () => {
    expect(safeJson({ text: 'Blåbær שלום नमस्ते 日本' })).toContain('Blåbær שלום नमस्ते 日本')
  })

  test('gives back the value it was given, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), text => {
        const json = safeJson({ text })
        expect(JSON.parse(json)).toEqual({ text })
        expect(json).not.toMatch(ACTIVE)
      }),
    )
  })

  test('escapes a lone surrogate so that the output stays UTF-8', () => {
    expect(safeJson({ text: '\uD800' })).toBe('{\n  "text": "\\ud800"\n}\n')
  })
})
