// The filter's rules in their order, as properties too, and the stage around them: manifests, envelopes, stumps, config.
import * as fc from 'fast-check'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { decide } from '../../../../helpers/stages/filter/decide.ts'
import { serveFilter } from '../../../../helpers/stages/filter/filter.ts'
import type { ViewEnvelope } from '../../../../protocol/envelope.ts'
import { RECORD_BYTES } from '../../../../protocol/limits.ts'
import type { Verdict } from '../../../../protocol/score.ts'
import { envelope, handleOf, makeRun, records, type Run, serveHere } from '../run.ts'

const SKIP = new Set([2, 3])
const keep: Verdict = { verdict: 'keep' }
const drop = (why: 'read' | 'category'): Verdict => ({ verdict: 'drop', why })

const anyEnvelope: fc.Arbitrary<ViewEnvelope> = fc
  .record({
    subject: fc.string(),
    preview: fc.string(),
    read: fc.boolean(),
    flagged: fc.boolean(),
    category: fc.constantFrom(null, 0, 1, 2, 3, 7),
    urgent: fc.boolean(),
    highImpact: fc.boolean(),
    writtenTo: fc.nat(20),
    direct: fc.boolean(),
    verified: fc.constantFrom(null, true, false),
  })
  .map(envelope)

describe('decide', () => {
  test('filter drops by the first rule that applies, in the documented order', () => {
    const cases: [Partial<ViewEnvelope>, Verdict][] = [
      [{}, keep],
      [{ read: true }, drop('read')],
      [{ read: true, category: 3 }, drop('read')],
      [{ read: true, flagged: true }, keep],
      [{ category: 2 }, drop('category')],
      [{ category: 3, flagged: true }, drop('category')],
      [{ category: 3, flagged: true, read: true }, drop('category')],
      [{ category: 1 }, keep],
      [{ category: null }, keep],
      [{ category: 3, urgent: true, highImpact: true }, drop('category')],
    ]
    for (const [changes, verdict] of cases)
      expect([changes, decide(envelope(changes), SKIP)]).toEqual([changes, verdict])
  })

  test('filter keeps mail of a correspondent whatever else holds', () => {
    fc.assert(
      fc.property(anyEnvelope, fc.integer({ min: 1, max: 9_999 }), (message, writtenTo) => {
        expect(decide({ ...message, writtenTo }, new Set([0, 1, 2, 3]))).toEqual(keep)
      }),
    )
  })

  test('filter looks at no text of the sender', () => {
    fc.assert(
      fc.property(anyEnvelope, anyEnvelope, (message, other) => {
        const { subject, preview, from } = other
        expect(decide({ ...message, subject, preview, from }, SKIP)).toEqual(decide(message, SKIP))
      }),
    )
  })

  test('filter drops no category when none is skipped', () => {
    expect(decide(envelope({ category: 3 }), new Set())).toEqual(keep)
  })
})

describe('the filter stage', () => {
  const open: Run[] = []
  afterEach(() => open.splice(0).forEach(run => run.remove()))
  const filter = (run: Run, config: unknown = { skipCategories: [2, 3] }) =>
    serveHere(serveFilter, {
      inputs: { mail: run.mail, manifest: run.manifest },
      outputs: { kept: run.output('kept') },
      config,
    })
  const runOf = (...changes: Partial<ViewEnvelope>[]): Run => {
    const run = makeRun(changes.map(envelope))
    open.push(run)
    return run
  }

  test('filter writes one verdict a handle, and keeps those that are there', async () => {
    const run = runOf({}, { read: true }, { category: 3 }, { read: true, writtenTo: 1 })
    writeFileSync(join(run.output('kept'), `${handleOf(0)}.json`), JSON.stringify(drop('read')))
    expect((await filter(run)).end).toEqual({ type: 'done', report: null })
    expect([...records<Verdict>(run.output('kept'))]).toEqual([
      [handleOf(0), drop('read')],
      [handleOf(1), drop('read')],
      [handleOf(2), drop('category')],
      [handleOf(3), keep],
    ])
  })

  test('filter replaces the stump that a killed one left', async () => {
    const run = runOf({})
    writeFileSync(join(run.output('kept'), `.${handleOf(0)}.json.tmp`), '{"verd')
    await filter(run)
    expect([...records<Verdict>(run.output('kept'))]).toEqual([[handleOf(0), keep]])
  })

  test.each([
    ['a name that is no handle', 'not-a-handle\n', 'wrong-shape'],
    ['a path', '../../etc/passwd\n', 'wrong-shape'],
    ['a handle twice', `${handleOf(0)}\n${handleOf(0)}\n`, 'wrong-shape'],
    ['a handle without a message', `${handleOf(7)}\n`, 'wrong-shape'],
  ])('filter refuses a manifest with %s', async (_, manifest, code) => {
    const run = runOf({})
    writeFileSync(run.manifest, manifest)
    expect((await filter(run)).end).toMatchObject({ type: 'refused', refusal: { code } })
  })

  test.each([
    ['no JSON', '{', 'not-json'],
    ['a key twice', '{"subject":"a","subject":"b"}', 'not-json'],
    ['an unknown key', JSON.stringify({ ...envelope(), messageId: '<a@b>' }), 'wrong-shape'],
    ['a record over the cap', `${JSON.stringify(envelope())}${' '.repeat(RECORD_BYTES)}`, 'too-long'],
  ])('filter refuses an envelope that is %s, and says nothing of what it holds', async (_, text, code) => {
    const run = runOf({})
    writeFileSync(join(run.mail, handleOf(0), 'envelope.json'), text)
    const { end } = await filter(run)
    expect(end).toMatchObject({ type: 'refused', refusal: { code } })
    expect(JSON.stringify(end)).not.toContain('subject')
  })

  test('filter refuses a config that it does not know', async () => {
    const run = runOf({})
    expect((await filter(run, { skipCategories: [2], also: 1 })).end.type).toBe('refused')
    expect((await filter(run, null)).end.type).toBe('refused')
  })
})
