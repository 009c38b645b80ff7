// Which messages the brief lists, in which order, with which links, and that its counts add up.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compose } from '../../../../helpers/stages/brief/compose.ts'
import type { Joined } from '../../../../helpers/stages/brief/items.ts'
import { Coverage, Item } from '../../../../protocol/brief.ts'
import { FailureWhy, type Score } from '../../../../protocol/score.ts'
import { envelope, facts, handleOf, NOW, routing } from '../run.ts'

const scored = (score: number): Score => ({ by: 'model', score, reason: 'A reason.', topics: [] })
const message = (number: number, changes: Partial<Joined> = {}): Joined => ({
  handle: handleOf(number),
  envelope: envelope(),
  routing: routing({ messageId: `<${number}@body.test>` }),
  score: scored(5),
  ...changes,
})
const handles = (messages: readonly Joined[], changes = {}) =>
  compose(facts({ collected: messages.length, ...changes }), messages).items.map(item => item.handle)

const anyScore: fc.Arbitrary<Score | undefined> = fc.oneof(
  fc.nat(10).map(scored),
  fc.constantFrom(...FailureWhy.options).map((why): Score => ({ by: 'none', why })),
  fc.constant(undefined),
)
const anyMessages = fc
  .array(
    fc.record({
      writtenTo: fc.constantFrom(0, 0, 1, 7),
      received: fc.option(fc.integer({ min: NOW - 90_000, max: NOW })),
      score: anyScore,
      id: fc.constantFrom('<a@b>', '<c@d>', 'x'.repeat(300), '', null),
      subject: fc.constantFrom('A', 'B'),
    }),
    { maxLength: 30 },
  )
  .map(list =>
    list.map(({ writtenTo, received, score, id, subject }, index) =>
      message(index, {
        envelope: envelope({ writtenTo, received, subject }),
        routing: routing({ messageId: id, noLink: id === null ? 'layout' : null }),
        score,
      }),
    ),
  )

describe('the order of the items', () => {
  test('brief lists correspondents first however a stranger scores', () => {
    const messages = [
      message(0, { score: scored(10) }),
      message(1, { score: scored(4), envelope: envelope({ writtenTo: 1 }) }),
      message(2, { score: scored(9) }),
      message(3, { score: scored(6), envelope: envelope({ writtenTo: 2 }) }),
    ]
    expect(handles(messages)).toEqual([3, 1, 0, 2].map(handleOf))
  })

  test('brief sorts a part by score, then date, then handle, undated last', () => {
    const at = (received: number | null) => envelope({ received, sent: null })
    const messages = [
      message(0, { envelope: at(null) }),
      message(1, { envelope: at(NOW - 5) }),
      message(2, { envelope: at(NOW - 5) }),
      message(3, { envelope: at(NOW - 1) }),
      message(4, { envelope: at(NOW - 9), score: scored(6) }),
    ]
    expect(handles(messages)).toEqual([4, 3, 1, 2, 0].map(handleOf))
    expect(handles(messages.toReversed())).toEqual([4, 3, 1, 2, 0].map(handleOf))
  })

  test('brief takes the threshold itself and nothing under it', () => {
    const messages = [message(0, { score: scored(4) }), message(1, { score: scored(3) })]
    expect(handles(messages, { threshold: 4 })).toEqual([handleOf(0)])
  })

  test('brief cuts at the limit from the end, so that no stranger displaces a correspondent', () => {
    const messages = [
      ...Array.from({ length: 5 }, (_, index) => message(index, { score: scored(10) })),
      message(9, { score: scored(4), envelope: envelope({ writtenTo: 1 }) }),
    ]
    const made = compose(facts({ collected: 6, limit: 2 }), messages)
    expect(made.items.map(item => item.handle)).toEqual([handleOf(9), handleOf(0)])
    expect(made.coverage.overLimit).toBe(4)
    expect(made.note).toContain('6 of 6 new messages are worth reading, the first 2 are listed.')
  })

  test('brief hands on the original strings', () => {
    const from = { name: 'A [b](http://c.test)', address: 'A@b.test' }
    const subject = '<b>%% \u202Ex'
    const score: Score = { by: 'model', score: 5, reason: '# r', topics: ['#t'] }
    const { items } = compose(facts(), [message(0, { envelope: envelope({ from, subject }), score })])
    expect(items[0]).toMatchObject({ from, subject, reason: '# r', topics: ['#t'], by: 'model' })
  })
})

describe('the links of the items', () => {
  const linksOf = (...parts: Partial<Joined>[]) => {
    const made = compose(
      facts({ collected: parts.length }),
      parts.map((part, index) => message(index, part)),
    )
    return { links: made.items.map(item => item.link), causes: made.coverage.withoutLink }
  }
  const none = { absent: 0, 'not-indexed': 0, layout: 0, shared: 0, malformed: 0, 'too-long': 0 }

  test('brief links every item whose id can be one', () => {
    const { links, causes } = linksOf({}, { routing: routing({ messageId: 'a b)c' }) })
    expect(links).toEqual(['message://%3C0%40body.test%3E', 'message://%3Ca%20b%29c%3E'])
    expect(causes).toEqual(none)
  })

  test.each([
    ['absent', routing({ messageId: null, noLink: 'absent' })],
    ['absent', routing({ messageId: null, noLink: null })],
    ['absent', routing({ messageId: ' <> ' })],
    ['not-indexed', routing({ messageId: null, noLink: 'not-indexed' })],
    ['layout', routing({ messageId: null, noLink: 'layout' })],
    ['shared', routing({ messageId: '<a@b>', noLink: 'shared' })],
    ['malformed', routing({ messageId: '<a\u0007@b>' })],
    ['too-long', routing({ messageId: `<${'a'.repeat(251)}>` })],
  ] as const)('brief counts an item without a link as %s', (cause, route) => {
    const { links, causes } = linksOf({ routing: route })
    expect(links).toEqual([null])
    expect(causes).toEqual({ ...none, [cause]: 1 })
  })

  test.each([
    ['sender', { from: { name: 'Some Body', address: 'other@body.test' } }],
    ['subject', { subject: 'Another subject' }],
    ['date', { sent: NOW - 60 }],
  ])('brief links neither of two messages with one id that differ in %s', (_, changes) => {
    const shared = { routing: routing() }
    const { links, causes } = linksOf(shared, { ...shared, envelope: envelope(changes) }, {})
    expect(links.filter(link => link === null)).toHaveLength(2)
    expect(causes).toEqual({ ...none, shared: 2 })
  })

  test('brief links copies of one message, wherever they lie', () => {
    const copy = {
      routing: routing({ mailbox: 'Archive' }),
      envelope: envelope({ received: NOW - 1, read: true }),
    }
    const { links } = linksOf({ routing: routing() }, copy)
    expect(links).toEqual(['message://%3Cone%40body.test%3E', 'message://%3Cone%40body.test%3E'])
  })

  test.each(['one@body.test', ' <one@body.test> ', '<ONE@body.test>'])(
    'brief sees through the spelling %j of a shared id',
    messageId => {
      const stranger = { routing: routing({ messageId }), envelope: envelope({ subject: 'Another' }) }
      expect(linksOf({ routing: routing() }, stranger).causes.shared).toBe(2)
    },
  )

  test('brief counts a filtered message when it looks for shared ids', () => {
    const filtered = { routing: routing(), envelope: envelope({ subject: 'Another' }), score: undefined }
    expect(linksOf({ routing: routing() }, filtered).causes.shared).toBe(1)
  })
})

describe('the coverage', () => {
  test('brief puts every collected message in exactly one count', () => {
    fc.assert(
      fc.property(anyMessages, fc.nat(10), fc.integer({ min: 1, max: 20 }), (messages, threshold, limit) => {
        const filtered = messages.filter(entry => entry.score === undefined).length
        const given = facts({
          collected: messages.length,
          filtered: { read: Math.floor(filtered / 2), category: Math.ceil(filtered / 2) },
          threshold,
          limit,
        })
        const { items, coverage, note } = compose(given, messages)
        const sum =
          items.length +
          coverage.overLimit +
          coverage.belowThreshold +
          coverage.failed.length +
          coverage.filtered.read +
          coverage.filtered.category
        expect(sum).toBe(coverage.collected)
        expect(coverage.ranked).toBe(items.length + coverage.overLimit + coverage.belowThreshold)
        expect(coverage.notes).toEqual([])
        expect(Object.values(coverage.withoutLink).reduce((a, b) => a + b)).toBe(
          items.filter(item => item.link === null).length,
        )
        expect(Coverage.safeParse(coverage).error).toBeUndefined()
        for (const item of items) expect(Item.safeParse(item).error).toBeUndefined()
        if (messages.length > 0)
          expect(numbersOf(note)).toEqual({ total: messages.length, sum: messages.length })
      }),
    )
  })

  test('brief says so when the counts that it was given do not add up', () => {
    const { coverage, note } = compose(facts({ collected: 3 }), [message(0)])
    expect(coverage.notes).toHaveLength(1)
    expect(note).toContain('The counts do not add up, 2 of the messages were neither filtered nor scored.')
    expect(compose(facts({ collected: 0 }), [message(0)]).coverage.notes[0]).toContain('1 more message')
  })
})

/** The numbers of the sentence "Of N messages, …". */
function numbersOf(note: string): { total: number; sum: number } {
  const [, total, rest = ''] = /^- Of (\d+) messages?, (.*)\.$/m.exec(note) ?? []
  const parts = rest.split(/, | and /).map(part => Number(/^\d+/.exec(part)?.[0]))
  return { total: Number(total), sum: parts.reduce((a, b) => a + b, 0) }
}
