// The check of the claims is itself checked: it must notice a claim that nothing proves and a skip that nobody expects.
import { expect, test } from 'vitest'
import { claims, expectedSkips, skipProblems, unproven } from './claims.mjs'

const ran = (title: string, status = 'passed') => ({
  title,
  fullName: `group ${title}`,
  status,
  file: 'test/a.test.ts',
})

test('a row of a property names its file, its titles and its platform', () => {
  const row = '| nothing leaves (Linux) | `test/a.test.ts` | a probe is refused; a probe is let through |'
  expect(claims(`| property | test | titles |\n|---|---|---|\n${row}\n`)).toEqual([
    {
      property: 'nothing leaves (Linux)',
      platform: 'Linux',
      file: 'test/a.test.ts',
      titles: ['a probe is refused', 'a probe is let through'],
    },
  ])
})

test('a claim whose test passed is no problem', () => {
  expect(
    unproven([{ title: 'a probe is refused', where: 'SECURITY.md' }], [ran('a probe is refused')]),
  ).toEqual([])
})

test.each(['skipped', 'failed'])('a claim whose test was %s is a problem', status => {
  const problems = unproven(
    [{ title: 'a probe is refused', where: 'main.ts' }],
    [ran('a probe is refused', status)],
  )
  expect(problems).toEqual([`main.ts claims "a probe is refused": it was ${status} here`])
})

test('a claim that no test carries or another file carries is a problem', () => {
  const claim = { title: 'a probe is refused', where: 'SECURITY.md', file: 'test/b.test.ts' }
  expect(unproven([claim], [ran('a probe is refused')])).toHaveLength(1)
})

test('a skipped test that is not on the list is a problem', () => {
  expect(
    skipProblems([], [ran('a probe is refused', 'skipped'), ran('another one is refused')]),
  ).toHaveLength(1)
})

test('an entry of the list that was not skipped is a problem', () => {
  const entry = { title: 'a probe is refused', when: 'always' }
  expect(skipProblems([entry], [ran('a probe is refused')])).toHaveLength(1)
  expect(skipProblems([entry], [ran('a probe is refused', 'skipped')])).toEqual([])
})

test('a title with an ellipsis stands for every test of a table', () => {
  const tests = [
    ran('the mail helper is refused to fork'),
    ran('the rank helper is refused to fork', 'skipped'),
  ]
  const claim = { title: 'the … helper is refused to fork', where: 'SECURITY.md' }
  expect(unproven([claim], tests)).toEqual([
    'SECURITY.md claims "the … helper is refused to fork": "the rank helper is refused to fork" was skipped here',
  ])
  const skip = { title: 'the … helper is refused to fork', when: 'maybe' }
  expect(unproven([claim], tests, [skip])).toEqual([])
  expect(unproven([claim], tests.slice(1), [skip])).toHaveLength(1)
  expect(unproven([{ ...claim, title: 'the … helper is refused to spoon' }], tests)).toHaveLength(1)
})

test('an entry that is only permitted need not be skipped', () => {
  const entry = { title: 'a probe is refused', when: 'maybe' }
  expect(skipProblems([entry], [ran('a probe is refused')])).toEqual([])
  expect(skipProblems([entry], [ran('a probe is refused', 'skipped')])).toEqual([])
})

test('a line of the skip list without a reason or a known condition is refused', () => {
  expect(() => expectedSkips('a probe is refused | when: always')).toThrow('Cannot read the skip list')
  expect(() => expectedSkips('a probe is refused | no kernel | when: tuesday')).toThrow(
    'Cannot read the skip list',
  )
  expect(expectedSkips('# comment\n\na probe is refused | no kernel | when: always\n')).toHaveLength(1)
})
