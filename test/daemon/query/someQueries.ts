// Queries by chance, as trees that the grammar can say: `from:` stands only where it may, joined by "and".
import * as fc from 'fast-check'
import type { Field, Query, Term } from '../../../daemon/query/query.ts'

const WORDS = ['alpha', 'beta', 'gamma', 'alpha beta', 'ann', 'bob', 'example', 'ann@example.org', '12']
const field = (fields: readonly Field[]): fc.Arbitrary<Term> =>
  fc
    .record({
      key: fc.constant('words' as const),
      field: fc.constantFrom(...fields),
      phrase: fc.constantFrom(...WORDS),
      prefix: fc.boolean(),
    })
    // Only a bare word can end in a star.
    .map(term => (term.prefix ? { ...term, phrase: term.phrase.replace(/ .*/, '') } : term))
const end = fc.oneof(
  fc.constant(null),
  fc.integer({ min: 0, max: 60 }).map(days => ({ ago: days * 86_400 })),
  fc.integer({ min: 0, max: 48 }).map(hours => ({ ago: hours * 3_600 })),
  fc.constantFrom('2026-11-01', '2026-11-15', '2026-11-30', '2026-10-25').map(day => ({ day })),
)
const others: fc.Arbitrary<Term> = fc.oneof(
  field(['any', 'subject', 'to', 'body']),
  fc.record({
    key: fc.constant('collection' as const),
    value: fc.constantFrom('INBOX', 'Sent', 'a b"c\\', 'none'),
  }),
  fc.record({
    key: fc.constant('tag' as const),
    value: fc.constantFrom('triaged', 'triage', '%', '_riaged'),
  }),
  fc.record({
    key: fc.constant('flag' as const),
    value: fc.constantFrom('seen' as const, 'flagged' as const),
  }),
  fc.record({ key: fc.constant('list' as const), value: fc.constantFrom('dev.example.org', 'example', '%') }),
  fc.constantFrom<Term>({ key: 'unread' }, { key: 'known' }, { key: 'attachment' }, { key: 'all' }),
  fc.record({
    key: fc.constant('size' as const),
    over: fc.boolean(),
    bytes: fc.constantFrom(0, 100, 150, 200, 100_000),
  }),
  fc.record({
    key: fc.constant('dkim' as const),
    domain: fc.constantFrom('example.org', 'mail.example.org', 'ample.org'),
    below: fc.boolean(),
  }),
  fc
    .record({ key: fc.constant('date' as const), from: end, to: end })
    .filter(({ from, to }) => from !== null || to !== null),
)

const leaf = (terms: fc.Arbitrary<Term>): fc.Arbitrary<Query> =>
  terms.map((term): Query => ({ is: 'term', term, column: 1 }))
/** A tree over such terms, at most three deep. */
const tree = (terms: fc.Arbitrary<Term>): fc.Arbitrary<Query> =>
  fc.letrec<{ node: Query }>(tie => ({
    node: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      leaf(terms),
      fc.record({
        is: fc.constantFrom('and' as const, 'or' as const),
        of: fc.array(tie('node'), { minLength: 2, maxLength: 3 }),
        column: fc.constant(1),
      }),
      fc.record({ is: fc.constant('not' as const), of: tie('node'), column: fc.constant(1) }),
    ),
  })).node

/** One condition that does not read From, one that reads nothing else, or both. */
export const someQuery: fc.Arbitrary<Query> = fc.oneof(
  tree(others),
  tree(field(['from'])),
  fc
    .tuple(tree(others), tree(field(['from'])))
    .map(([rest, from]): Query => ({ is: 'and', of: [rest, from], column: 1 })),
)
