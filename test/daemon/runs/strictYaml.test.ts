// Strict YAML: what it takes, and that nothing it is given costs more than a look: junk of the cap, nesting, laughs. Relies on
// strictYaml.ts alone; what it refuses in a run is in checkRun.test.ts.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { strictYaml } from '../../../daemon/runs/strictYaml.ts'
import { RUN_BYTES, RUN_DEPTH } from '../../../protocol/limits.ts'

test.each([
  ['letters of tags', 'x\u{E0041}y'],
  ['a filler', 'x\u3164y'],
  ['a joiner of graphemes', 'x\u034Fy'],
  ['a selector of variants', 'x\uFE00y'],
  ['a vowel that does not show', 'x\u17B5y'],
  ['a letter of private use', 'x\uE000y'],
])('strict YAML refuses %s, in a text and in a comment, since a person would not see it', (_, text) => {
  expect(strictYaml(`a: ${text}\n`)).toMatchObject({ ok: false })
  expect(strictYaml(`a: b # ${text}\n`)).toMatchObject({ ok: false })
})

test('strict YAML keeps what writing needs: joiners of scripts and of emoji', () => {
  for (const text of ['می\u200Cخواهم', '👩\u200D🚀', '❤\uFE0F'])
    expect(strictYaml(`a: ${text}\n`)).toMatchObject({ ok: true, value: { a: text } })
})

const valueIn = (text: string): unknown => {
  const yaml = strictYaml(text)
  return yaml.ok ? yaml.value : yaml
}

test.each<[string, string, unknown]>([
  ['no, on, yes, off, y and n are text', 'a: [no, on, yes, off, y, n]', ['no', 'on', 'yes', 'off', 'y', 'n']],
  ['true and false are booleans', 'a: [true, false, True]', [true, false, true]],
  ['null is nothing', 'a: [null, ~]', [null, null]],
  [
    'a date, a time and a version are text',
    'a: [2026-11-30, 07:00, 1.2.3, 200/h]',
    ['2026-11-30', '07:00', '1.2.3', '200/h'],
  ],
  ['a number in quotes is text', `a: ["1", '2']`, ['1', '2']],
  ['decimal numbers are numbers', 'a: [0, -1, 1.5]', [0, -1, 1.5]],
  ['a leading zero keeps a number from being one', 'a: "007"', '007'],
  ['text of several lines is kept', 'a: |\n  x\n  y\n', 'x\ny\n'],
  ['folded text is folded', 'a: >-\n  x\n  y\n', 'x y'],
  ['line ends of Windows are line ends', 'a: x\r\nb: y\r\n', 'x'],
  ['the directive of this version is taken', '%YAML 1.2\n---\na: x', 'x'],
  ['a comment is none of it', '# x\na: x # y\n', 'x'],
  [
    'letters of every script, joiners and emoji are text',
    'a: "نامه\u200C ها 👩\u200D💻"',
    'نامه\u200C ها 👩\u200D💻',
  ],
])('strict YAML takes it that %s', (_, text, a) => {
  expect(valueIn(text)).toMatchObject({ a })
})

test.each(['', '# nothing', '\n\n', '---\n'])('an empty file is nothing: %j', text => {
  expect(valueIn(text)).toBe(null)
})

test('the place of a value, of a block, of a key and of what is missing is told', () => {
  const yaml = strictYaml('a:\n  b: [x, y]\n  c:\n    - d: 1\n')
  if (!yaml.ok) throw new Error(yaml.is)
  expect(yaml.placeOf(['a', 'b', 1])).toEqual({ line: 2, column: 10 })
  expect(yaml.placeOf(['a', 'b'])).toEqual({ line: 2, column: 6 })
  expect(yaml.placeOf(['a', 'b'], 'key')).toEqual({ line: 2, column: 3 })
  expect(yaml.placeOf(['a', 'c'])).toEqual({ line: 3, column: 3 })
  expect(yaml.placeOf(['a', 'c', 0, 'd'])).toEqual({ line: 4, column: 10 })
  expect(yaml.placeOf(['a', 'c', 0, 'e', 'f'])).toEqual({ line: 4, column: 7 })
  expect(yaml.placeOf([])).toEqual({ line: 1, column: 1 })
})

test('a file of the cap is taken and one byte more is not', () => {
  const text = (bytes: number) => `a: ${'x'.repeat(bytes - 3)}`
  expect(strictYaml(text(RUN_BYTES)).ok).toBe(true)
  expect(strictYaml(text(RUN_BYTES + 1))).toMatchObject({ ok: false, is: 'is too long' })
  expect(strictYaml(`a: ${'é'.repeat(RUN_BYTES / 2)}`)).toMatchObject({ ok: false, is: 'is too long' })
})

test.each<[string, (levels: number) => string]>([
  ['lists', levels => '['.repeat(levels) + ']'.repeat(levels)],
  ['tables', levels => `${'{a: '.repeat(levels)}x${'}'.repeat(levels)}`],
  ['blocks', levels => Array.from({ length: levels }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
  ['entries of entries', levels => `${'- '.repeat(levels)}x`],
])('nesting of %s to the cap is taken and one level more is not', (_, text) => {
  expect(strictYaml(text(RUN_DEPTH)).ok).toBe(true)
  expect(strictYaml(text(RUN_DEPTH + 1))).toMatchObject({ ok: false, is: 'is nested too deep' })
})

const LAUGHS = `a: &a [lol]\n${'bcdefghi'
  .split('')
  .map((name, at) => `${name}: &${name} [${`*${'abcdefgh'[at]},`.repeat(9)}]`)
  .join('\n')}`
const full = (text: string): string => text.repeat(Math.floor(RUN_BYTES / Buffer.byteLength(text)))
test.each([
  ['a billion laughs', LAUGHS],
  ...[
    '[',
    '{',
    '- ',
    '? ',
    'a: ',
    '{a: ',
    '[a, ',
    '&a ',
    '!a ',
    '*a ',
    '%YAML 1.2\n',
    '---\n',
    '|\n',
    '>\n',
    ']',
    '}',
    'a:\n- ',
    '"',
    `'`,
  ].map(one => [`many ${JSON.stringify(one)}`, full(one)]),
  [
    'more of many keys',
    Array.from({ length: 5_000 }, (_, at) => `k${at}: v`)
      .join('\n')
      .concat('\nk0: v'),
  ],
])('%s are refused, or are a text or a list', (_, text) => {
  expect(text.length).toBeLessThanOrEqual(RUN_BYTES)
  const yaml = strictYaml(text)
  if (yaml.ok) expect(JSON.stringify(yaml.value).length).toBeLessThan(4 * RUN_BYTES)
  else expect(yaml.line).toBeGreaterThan(0)
})

test('whatever the text is, a value or a place within it comes back', () => {
  const junk = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .array(
        fc.constantFrom(...'ab:- \n[]{}&*!|>?\'"#%@,\t1.', 'a: ', '- ', '  ', '<<', '---\n', '0x1', '\u202E'),
        { maxLength: 60 },
      )
      .map(parts => parts.join('')),
  )
  fc.assert(
    fc.property(junk, text => {
      const yaml = strictYaml(text)
      const { line, column } = yaml.ok ? yaml.placeOf(['a']) : yaml
      expect(line).toBeGreaterThanOrEqual(1)
      expect(line).toBeLessThanOrEqual(text.split('\n').length + 1)
      expect(column).toBeLessThanOrEqual(text.length + 1)
    }),
    { numRuns: 2_000 },
  )
})
