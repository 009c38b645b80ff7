// A clause of another process as part of twin's own sentence: bare where nothing in it could be syntax, quoted elsewhere.
import { expect, test } from 'vitest'
import { sentence } from '../../../../helpers/stages/brief/words.ts'

test.each([
  ['No account is in scope.', 'No account is in scope'],
  ['2 entries, counted, match no account.', '2 entries, counted, match no account'],
  ['nothing: no scope.', '“nothing: no scope”'],
  ['1.', '“1”'],
  ['1 - x', '“1 - x”'],
  ['see www', '“see www”'],
])('sentence leaves the full stop of %j to its caller', (text, shown) => {
  expect(sentence(text)).toBe(shown)
})
