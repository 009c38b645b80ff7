// Runs drawn at random: every key, values that YAML could take for something else, wires to anywhere. Relies on protocol/runFile.ts for
// the shape; whoever uses one checks it.
import * as fc from 'fast-check'
import { PROJECTIONS } from '../../../protocol/runFile.ts'

/** A name as a run may have it. */
export const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/)
/** Text that a file may hold: no control, direction or invisible character. */
const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
  .filter(
    value =>
      value.isWellFormed() &&
      !/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0\uFFF9-\uFFFF\u{E0000}-\u{E0FFF}]|\u034F|\u17B4|\u17B5|[\uFE00-\uFE0D]|\p{Noncharacter_Code_Point}/u.test(
        value,
      ),
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
const step = (names: fc.Arbitrary<string>) =>
  fc.record(
    {
      uses: names.map(name => `${name}@1`),
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
/** Runs of the right shape, most of which could never be: their stages are called by `names`. */
export const anyRun = (names: fc.Arbitrary<string>) =>
  fc.record(
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
      pipeline: fc.array(step(names), { minLength: 1, maxLength: 4 }),
      apply: fc.record({
        auto: fc.array(rule, { maxLength: 4 }),
        deny: fc.array(rule, { maxLength: 4 }),
        rate: fc.constant('9/h'),
      }),
    },
    { requiredKeys: ['run', 'view', 'pipeline'] },
  )
