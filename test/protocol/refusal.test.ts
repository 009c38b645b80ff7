// Refusals and the exit codes that they end with. Relies on the codes that README lists.
import { expect, test } from 'vitest'
import { CODES, done, exitOf, refusalText, refused } from '../../protocol/refusal.ts'

test('every refusal has an exit code that README lists and none ends as done', () => {
  const exits = new Set(CODES.map(exitOf))
  expect([...exits].sort()).toEqual([1, 2, 3, 4, 5, 6])
})

test.each([
  ['usage', 2],
  ['config', 2],
  ['no-access', 3],
  ['model-forwarded', 4],
  ['model-absent', 4],
  ['cannot-confine', 5],
  ['unavailable', 6],
  ['denied', 6],
  ['unconfirmed', 6],
  ['too-many', 1],
  ['disk', 1],
] as const)('a refusal of code %s exits %i', (code, exit) => {
  expect(exitOf(code)).toBe(exit)
})

test('a refusal holds its code and its three clauses and nothing else', () => {
  const texts = { is: 'it is', wanted: 'it should', fix: 'do it' }
  expect(refused('disk', texts)).toEqual({ ok: false, refusal: { code: 'disk', ...texts } })
  expect(done(1)).toEqual({ ok: true, value: 1 })
})

test('refusalText is three lines of which a terminal obeys nothing, whatever a clause names', () => {
  const texts = { is: 'a\u001B]52;c;x\u0007b', wanted: 'c\rd\u009B2J', fix: 'e\u202Ef\ng' }
  const text = refusalText('twind', { code: 'config', ...texts })
  expect(text).toBe('twind: error: a ]52;c;x b\ntwind: wanted: c d 2J\ntwind: hint: ef g\n')
})
