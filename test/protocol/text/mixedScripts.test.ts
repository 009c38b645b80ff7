// Words whose letters come from several scripts, each beside the word that it looks like.
import { expect, test } from 'vitest'
import { mixedRemark, mixedScripts } from '../../../protocol/text/mixedScripts.ts'

test.each([
  ['Tr\u0430sh', 'Trash', ['Latin', 'Cyrillic']],
  ['/home/\u03B1nn/notes', '/home/ann/notes', ['Latin', 'Greek']],
  ['\u13AAonfig', 'Config', ['Latin', 'Cherokee']],
  ['Trash\uFF41', 'Trasha', ['Latin', 'full-width']],
  ['\u{1D413}rash', 'Trash', ['Latin', 'mathematical']],
  ['one tw\u0585', 'one two', ['Latin', 'Armenian']],
])('mixedScripts finds the scripts of %j and none in %j', (word, like, scripts) => {
  expect(mixedScripts(word)).toEqual(scripts)
  expect(mixedScripts(like)).toBeNull()
})

test.each([
  'Grüße an Tomás',
  'Привет, мир',
  'Hello мир',
  'ΑΒΓ and abc',
  '日本語 abc',
  'ＡＢＣ',
  'm\u0301n',
  '10 µm',
  '',
])('mixedScripts finds nothing in %j, which is ordinary writing', text => {
  expect(mixedScripts(text)).toBeNull()
})

test('mixedRemark says what is mixed, or nothing', () => {
  expect(mixedRemark('Tr\u0430sh')).toContain('mixes Latin and Cyrillic letters')
  expect(mixedRemark('Trash')).toBeNull()
  expect(mixedRemark(JSON.stringify('a\nмир\u200bмир'))).toBeNull()
  expect(mixedRemark(JSON.stringify('a\nмиr'))).not.toBeNull()
})
