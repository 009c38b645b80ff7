// A run's file as text: what is taken, what is understood, and that what is printed means the same again. Relies on parseRunFile.ts; what
// is refused is in badRuns.ts.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRunFile, printRun } from '../../../daemon/runs/parseRunFile.ts'
import { PROJECTIONS, RunFile } from '../../../protocol/runFile.ts'
import { BASE } from './badRuns.ts'
import { valueOf } from './checkSite.ts'

test('a run is understood with every default written out', () => {
  const { run } = valueOf(
    parseRunFile(BASE.replace('  auto:\n    - collection.add -> Receipts\n    - flag.add -> seen\n', '')),
  )
  expect(run.view.expand).toBe('none')
  expect(run.apply).toEqual({ auto: [], deny: ['expunge', 'trash'], rate: '200/h' })
})

test('words that other readers take for booleans stay text, and are printed in quotes', () => {
  const { run } = valueOf(
    parseRunFile(BASE.replace('name: receipts', 'name: no').replace('engine: rules', 'engine: on')),
  )
  expect(run.run.name).toBe('no')
  expect(run.pipeline[0]?.with).toMatchObject({ engine: 'on' })
  expect(printRun(run)).toContain('  name: "no"\n')
  expect(printRun(run)).toContain('engine: "on"\n')
})

test('a fault is told at its place, also where a file has several', () => {
  const text = BASE.replace('limit: 500', 'limit: all').replace('when: manual', 'when: never')
  expect(parseRunFile(text)).toMatchObject({
    refusal: { is: 'line 4, column 9 of the run: run.when is "never"' },
  })
})

test.each(['', '# nothing\n', 'x', '- x', '[]', 'null'])('a file without a run is refused: %j', text => {
  expect(parseRunFile(text)).toMatchObject({
    ok: false,
    refusal: { code: 'config', wanted: 'run, view and pipeline' },
  })
})

test('an error repeats little of a file, and nothing of its values beyond a word', () => {
  const refused = parseRunFile(BASE.replace('name: receipts', `name: ${'x'.repeat(5_000)}`))
  expect(refused).toMatchObject({
    ok: false,
    refusal: { is: 'line 2, column 9 of the run: run.name is another text' },
  })
  const key = parseRunFile(BASE.replace('  when', `  ${'k'.repeat(900)}: 1\n  when`))
  expect(key.ok ? '' : key.refusal.is.length).toBeLessThan(150)
})

const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/)
/** Text that a file may hold: no control, direction or invisible character. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter(
    value =>
      value.isWellFormed() &&
      !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFF9-\uFFFF]|\p{Noncharacter_Code_Point}/u.test(value),
  )
const tricky = fc.constantFrom(
  'no',
  'yes',
  'true',
  '~',
  'null',
  '1',
  '0x1',
  '1e3',
  '- a',
  'a: b',
  '# x',
  ' a ',
  "'",
  '"',
  '*a',
  '&a',
  '!a',
  '%',
  '@',
  '2026-11-30',
  '=',
  '<<x',
  '[',
  '{a}',
  'a\nb',
  'a\n\n b\n',
  '\ta',
)
const scalar = fc.oneof(
  text,
  tricky,
  fc.boolean(),
  fc.constant(null),
  fc.integer({ min: -999, max: 999 }),
  fc.constantFrom(0.5, -1.25, Number.MAX_SAFE_INTEGER),
)
const key = fc
  .oneof(
    word,
    tricky.filter(one => !/^(?:<<)$/.test(one)),
  )
  .filter(one => one !== '__proto__')
const data = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value
const table = fc.dictionary(key, data, { maxKeys: 3, noNullPrototype: true })
const source = fc.record({
  from: fc.oneof(
    fc.constant('view'),
    fc.tuple(word, word).map(([step, port]) => `${step}.${port}`),
  ),
  project: fc.option(fc.uniqueArray(fc.constantFrom(...PROJECTIONS), { minLength: 1 }), { nil: undefined }),
})
const step = fc.record(
  {
    uses: word.map(name => `${name}@1`),
    name: word,
    actor: word,
    in: fc.dictionary(word, source, { maxKeys: 3, noNullPrototype: true }),
    with: table,
    spool: fc.boolean(),
    output: text,
    accept_bits: fc.nat(1_000),
  },
  { requiredKeys: ['uses'] },
)
const rule = fc.oneof(
  fc.constantFrom('trash', 'expunge', 'draft', 'send', 'flag.add'),
  text.filter(value => value.trim() === value && !value.includes('\n')).map(to => `collection.add -> ${to}`),
)
const runs = fc.record(
  {
    run: fc.record({
      name: word,
      backend: word,
      when: fc.constantFrom('manual', 'daily 07:00', 'daily 23:59'),
    }),
    view: fc.record({
      query: fc.oneof(text, tricky),
      limit: fc.integer({ min: 1, max: 100_000 }),
      expand: fc.constantFrom('none', 'thread'),
    }),
    pipeline: fc.array(step, { minLength: 1, maxLength: 4 }),
    apply: fc.record({
      auto: fc.array(rule, { maxLength: 4 }),
      deny: fc.array(rule, { maxLength: 4 }),
      rate: fc.constant('9/h'),
    }),
  },
  { requiredKeys: ['run', 'view', 'pipeline'] },
)

test('what is printed of a run parses to the same run', () => {
  fc.assert(
    fc.property(runs, made => {
      const shape = RunFile.safeParse(made)
      fc.pre(shape.success)
      const run = RunFile.parse(made)
      expect(valueOf(parseRunFile(printRun(run))).run).toEqual(JSON.parse(JSON.stringify(run)))
    }),
    { numRuns: 400 },
  )
})

test('whatever is cut out of a run or put into it, the answer is a run or a place in the file', () => {
  const cut = fc.tuple(
    fc.nat(BASE.length),
    fc.nat(30),
    fc.oneof(
      fc.constantFrom('', ' ', '\n', '  ', ':', '- ', '[', '{', '"', '#', 'a: 1\n', '\t'),
      fc.string({ maxLength: 5 }),
    ),
  )
  fc.assert(
    fc.property(fc.array(cut, { minLength: 1, maxLength: 4 }), cuts => {
      const mangled = cuts.reduce(
        (left, [at, length, put]) => left.slice(0, at) + put + left.slice(at + length),
        BASE,
      )
      const result = parseRunFile(mangled)
      if (result.ok) return
      const line = Number(/^line (\d+), column \d+ of the run: /.exec(result.refusal.is)?.[1])
      expect(line).toBeGreaterThanOrEqual(1)
      expect(line).toBeLessThanOrEqual(mangled.split('\n').length)
    }),
    { numRuns: 600 },
  )
})
