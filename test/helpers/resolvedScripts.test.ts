// Resolved script sets by UTS 39: words of one script, of the East Asian ones together, and of a mixture.
import { expect, test } from 'vitest'
import { mixesScripts, resolvedScripts } from '../../helpers/resolvedScripts.ts'

test.each([
  'Ångström123',
  '日本語テスト',
  '한국漢字',
  '臺灣ㄅㄆ',
  'हिन्दी',
  'мир',
  'hello мир',
  'Ελλάδα',
  '12:30',
  'עברית',
  'naïve',
  '𝟙𝟚𝟛',
])('mixesScripts takes %s for ordinary writing', text => expect(mixesScripts(text)).toBe(false))

test.each(['Trаsh', 'pаypal', 'ΡayPal', 'paypaｌ', '𝐩aypal', 'Ꭲwin', 'кирiллица', 'テストa', 'hеllo world'])(
  'mixesScripts sees that %s mixes letters of several scripts',
  text => expect(mixesScripts(text)).toBe(true),
)

test('resolvedScripts is null for what every script has, and empty for a mixture', () => {
  expect(resolvedScripts('123')).toBeNull()
  expect(resolvedScripts('Trаsh')?.size).toBe(0)
  expect([...(resolvedScripts('かな') ?? [])].sort()).toEqual(['Hira', 'Jpan'])
})
