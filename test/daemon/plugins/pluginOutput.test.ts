// What a plugin puts out, within its bounds: at each of them and one past it.
import { array, assert, dictionary, jsonValue, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { pluginOutput } from '../../../daemon/plugins/pluginOutput.ts'
import { PLUGIN_DEPTH, PLUGIN_KEY_CHARS } from '../../../protocol/limits.ts'
import { parseJson } from '../../../protocol/line.ts'

const BOUNDS = { list: 3, text: 5 }
const nested = (depth: number): Record<string, unknown> => (depth === 1 ? {} : { a: nested(depth - 1) })

test('pluginOutput hands on what is within the bounds as it is', () => {
  const value = { text: 'hello', list: [true, null, { a: 'b\nc' }] }
  expect(pluginOutput(value, BOUNDS)).toEqual({ value, cut: false })
})
test('pluginOutput takes output nested to the cap and none a level deeper', () => {
  expect(pluginOutput(nested(PLUGIN_DEPTH), BOUNDS)).toEqual({ value: nested(PLUGIN_DEPTH), cut: false })
  expect(pluginOutput(nested(PLUGIN_DEPTH + 1), BOUNDS)).toBe('shape')
})
test('pluginOutput takes a key of the cap and none a character longer', () => {
  const keyed = (length: number) => pluginOutput({ ['k'.repeat(length)]: 1 }, BOUNDS)
  expect(keyed(PLUGIN_KEY_CHARS)).toMatchObject({ cut: false })
  expect(keyed(PLUGIN_KEY_CHARS + 1)).toBe('shape')
})
test('pluginOutput cuts a text over its bound and says so, code point by code point', () => {
  expect(pluginOutput({ a: '12345' }, BOUNDS)).toEqual({ value: { a: '12345' }, cut: false })
  expect(pluginOutput({ a: ['😀😀😀😀😀😀'] }, BOUNDS)).toEqual({ value: { a: ['😀😀😀😀😀'] }, cut: true })
})
test('pluginOutput refuses a list and a table over their bound', () => {
  expect(pluginOutput({ a: [1, 2, 3] }, BOUNDS)).toMatchObject({ cut: false })
  expect(pluginOutput({ a: [1, 2, 3, 4] }, BOUNDS)).toBe('list')
  expect(pluginOutput({ a: 1, b: 2, c: 3, d: 4 }, BOUNDS)).toBe('list')
})
test('pluginOutput hands on no text that does not show, whatever comes', () => {
  assert(
    property(dictionary(string({ unit: 'binary' }), array(string({ unit: 'binary' }))), output => {
      const bounded = pluginOutput(output, { list: 1_000, text: 1_000 })
      const text = typeof bounded === 'string' ? '' : JSON.stringify(bounded.value).replaceAll('\\n', '')
      expect(text).not.toMatch(/[\u202A-\u202E\u2066-\u2069\u200B]|\p{Cc}|\\u/u)
    }),
  )
})
test('pluginOutput gives plain data for whatever JSON it gets', () => {
  assert(
    property(jsonValue(), value => {
      const bounded = pluginOutput({ value }, { list: 1_000, text: 1_000 })
      const text = typeof bounded === 'string' ? '{}' : JSON.stringify(bounded.value)
      expect(parseJson(text)).toMatchObject({ ok: true })
    }),
  )
})
