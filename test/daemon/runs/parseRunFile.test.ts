// A run's file as text: what is taken, what is understood, and that what is printed means the same again. Relies on parseRunFile.ts; what
// is refused is in badRuns.ts.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseRunFile, printRun } from '../../../daemon/runs/parseRunFile.ts'
import { RunFile } from '../../../protocol/runFile.ts'
import { anyRun, word } from './anyRun.ts'
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

test('what is printed of a run parses to the same run', () => {
  fc.assert(
    fc.property(anyRun(word), made => {
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
