// The grammar of queries: what each term means, where an error points, and that nothing that is typed makes it throw.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseQuery } from '../../../daemon/query/parseQuery.ts'
import { QUERY_CHARS, QUERY_DEPTH, QUERY_TERMS } from '../../../protocol/limits.ts'
import { bare, printQuery } from './printQuery.ts'
import { someQuery } from './someQueries.ts'

function treeOf(text: string): unknown {
  const parsed = parseQuery(text)
  if (!parsed.ok) throw new Error(parsed.refusal.is)
  return bare(parsed.value)
}
function refusalOf(text: string) {
  const parsed = parseQuery(text)
  if (parsed.ok) throw new Error(`Cannot test a refusal: taken was ${text}`)
  expect(parsed.refusal.code).toBe('bad-request')
  return parsed.refusal
}
const words = (phrase: string, field = 'any', prefix = false) => ({ key: 'words', field, phrase, prefix })

describe('a query', () => {
  test.each<[string, unknown]>([
    ['invoice', words('invoice')],
    ['"two words"', words('two words')],
    ['inv*', words('inv', 'any', true)],
    ['"not a star*"', words('not a star*')],
    ['subject:"a \\"quoted\\" word"', words('a "quoted" word', 'subject')],
    ['from:ann@example.org', words('ann@example.org', 'from')],
    ['to:bob', words('bob', 'to')],
    ['body:alpha', words('alpha', 'body')],
    ['*', { key: 'all' }],
    ['collection:INBOX', { key: 'collection', value: 'INBOX' }],
    ['collection:"Lists/de b"', { key: 'collection', value: 'Lists/de b' }],
    ['tag:triaged', { key: 'tag', value: 'triaged' }],
    ['flag:answered', { key: 'flag', value: 'answered' }],
    ['is:unread', { key: 'unread' }],
    ['known:yes', { key: 'known' }],
    ['has:attachment', { key: 'attachment' }],
    ['list:Dev.Example.ORG', { key: 'list', value: 'dev.example.org' }],
    ['size:>1M', { key: 'size', over: true, bytes: 1_048_576 }],
    ['size:<20K', { key: 'size', over: false, bytes: 20_480 }],
    ['size:>5', { key: 'size', over: true, bytes: 5 }],
    ['dkim:Example.ORG', { key: 'dkim', domain: 'example.org', below: false }],
    ['dkim:.example.org', { key: 'dkim', domain: 'example.org', below: true }],
    ['dkim:xn--bcher-kva.example', { key: 'dkim', domain: 'xn--bcher-kva.example', below: false }],
    ['date:14d..', { key: 'date', from: { ago: 1_209_600 }, to: null }],
    ['date:..7d', { key: 'date', from: null, to: { ago: 604_800 } }],
    ['date:2w..36h', { key: 'date', from: { ago: 1_209_600 }, to: { ago: 129_600 } }],
    ['date:2026-11-01..2026-11-30', { key: 'date', from: { day: '2026-11-01' }, to: { day: '2026-11-30' } }],
    ['date:2026-11-30', { key: 'date', from: { day: '2026-11-30' }, to: { day: '2026-11-30' } }],
    ['date:2024-02-29..', { key: 'date', from: { day: '2024-02-29' }, to: null }],
    ['a b', { and: [words('a'), words('b')] }],
    ['a and b', { and: [words('a'), words('b')] }],
    ['a AND b Or c', { or: [{ and: [words('a'), words('b')] }, words('c')] }],
    ['a or b c', { or: [words('a'), { and: [words('b'), words('c')] }] }],
    ['not a b', { and: [{ not: words('a') }, words('b')] }],
    ['not (a or b)', { not: { or: [words('a'), words('b')] } }],
    ['not not a', { not: { not: words('a') } }],
    ['((a))', words('a')],
    ['a(b)', { and: [words('a'), words('b')] }],
    ['"and" "or"', { and: [words('and'), words('or')] }],
    ['\ta\nand\r\nb ', { and: [words('a'), words('b')] }],
    ['می\u200cخواهم', words('می\u200cخواهم')],
    [
      'collection:INBOX and date:14d.. and not tag:triaged and dkim:example.org and has:attachment',
      {
        and: [
          { key: 'collection', value: 'INBOX' },
          { key: 'date', from: { ago: 1_209_600 }, to: null },
          { not: { key: 'tag', value: 'triaged' } },
          { key: 'dkim', domain: 'example.org', below: false },
          { key: 'attachment' },
        ],
      },
    ],
  ])('%j means what it says', (text, tree) => {
    expect(treeOf(text)).toEqual(tree)
  })

  test.each<[string, number, string, string]>([
    ['', 1, 'it is empty', 'at least one term'],
    ['   ', 1, 'it is empty', 'at least one term'],
    ['a and', 6, 'it ends', 'a term'],
    ['and a', 1, '"and" without a term before it', 'a term'],
    ['a or or b', 6, '"or" without a term', 'a term'],
    ['a not', 6, 'it ends', 'a term'],
    ['(a', 1, 'a parenthesis that is not closed', 'a closing one'],
    ['a (b and (c)', 3, 'a parenthesis that is not closed', 'a closing one'],
    ['a)', 2, 'a closing parenthesis without an opening one', 'a term'],
    ['()', 2, '")" without a term before it', 'a term'],
    ['"open', 1, 'quoted text that does not end', 'a closing "'],
    ['subject:"open', 9, 'quoted text that does not end', 'a closing "'],
    ['"a"b', 4, 'something right behind quoted text', 'a blank'],
    ['ab"c"', 3, 'a quotation mark within a word', 'a blank before it'],
    ['tag:x"y"', 6, 'a quotation mark within a word', 'all of the value in quotes'],
    ['ok colour:red', 4, '"colour:" is no term', 'one of collection, tag'],
    ['http://example.org', 1, '"http:" is no term', 'the words in quotes'],
    ['constructor:x', 1, '"constructor:" is no term', 'one of'],
    ['---', 1, 'nothing to look for', 'at least one letter or digit'],
    ['subject:', 9, 'nothing to look for', 'letter or digit'],
    ['subject:***', 9, 'nothing to look for', 'letter or digit'],
    ['collection:', 12, 'there is no value', 'a name'],
    ['tag:" "', 6, 'there is no value', 'a name'],
    ['ab flag:urgent', 9, 'this value is none', 'one of seen, flagged'],
    ['is:read', 4, 'this value is none', '"unread"'],
    ['known:no', 7, 'this value is none', '"not known:yes" is the rest'],
    ['has:virus', 5, 'this value is none', '"attachment"'],
    ['size:1M', 6, 'this value is none', 'size:>1M'],
    ['size:>1m', 6, 'this value is none', 'size:>1M'],
    ['dkim:example', 6, 'this value is none', 'a domain'],
    ['dkim:fail', 6, 'this value is none', 'a domain'],
    ['dkim:ex_ample..org', 6, 'this value is none', 'a domain'],
    ['dkim:bücher.example', 6, 'this value is none', 'a domain'],
    ['date:2026-02-29', 6, 'this value is none', '14d..'],
    ['date:2026-13-01', 6, 'this value is none', '14d..'],
    ['date:1969-12-31', 6, 'this value is none', '14d..'],
    ['date:14d', 6, 'this value is none', '14d..'],
    ['date:..', 6, 'this value is none', '14d..'],
    ['date:1d..2d..3d', 6, 'this value is none', '14d..'],
    ['date:yesterday', 6, 'this value is none', '14d..'],
    ['😀x date:x', 9, 'this value is none', '14d..'],
    ['a \u202Eb', 3, 'a character that shows nothing', 'text that can be seen'],
    ['a\0b', 2, 'a character that shows nothing', 'text that can be seen'],
    ['a \uD800', 3, 'a character that shows nothing', 'text that can be seen'],
  ])('%j is wrong at column %i: %s', (...[text, column, is, wanted]) => {
    const refusal = refusalOf(text)
    expect(refusal.is).toContain(`wrong at column ${column}: ${is}`)
    expect(refusal.wanted).toContain(wanted)
  })

  test('may have the characters of the cap and none more', () => {
    expect(parseQuery('a'.repeat(QUERY_CHARS)).ok).toBe(true)
    expect(refusalOf('a'.repeat(QUERY_CHARS + 1)).is).toContain(`column ${QUERY_CHARS + 1}`)
  })
  test('may have the terms of the cap and none more', () => {
    const text = (amount: number): string => 'a '.repeat(amount).trim()
    expect(parseQuery(text(QUERY_TERMS)).ok).toBe(true)
    expect(refusalOf(text(QUERY_TERMS + 1)).is).toContain(`column ${QUERY_TERMS * 2 + 1}`)
  })
  test('may be nested to the cap and no level deeper', () => {
    const nested = (depth: number): string => `${'('.repeat(depth)}a${')'.repeat(depth)}`
    expect(parseQuery(nested(QUERY_DEPTH)).ok).toBe(true)
    expect(refusalOf(nested(QUERY_DEPTH + 1)).is).toContain('nested too deep')
    expect(parseQuery(`${'not '.repeat(QUERY_DEPTH)}a`).ok).toBe(true)
    expect(refusalOf(`${'not '.repeat(QUERY_DEPTH + 1)}a`).is).toContain('nested too deep')
  })

  test('never throws, whatever it is, and a refusal names a column within it', () => {
    const pieces = fc.constantFrom(
      '(',
      ')',
      '"',
      '\\',
      ' ',
      'and',
      'or',
      'not',
      'a',
      'from:',
      'date:',
      'dkim:',
      '..',
      '14d',
      '*',
      ':',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.array(pieces, { maxLength: 40 }).map(all => all.join('')),
    )
    fc.assert(
      fc.property(text, typed => {
        const parsed = parseQuery(typed)
        if (parsed.ok) return
        const column = Number(/column (\d+)/.exec(parsed.refusal.is)?.[1])
        expect(column).toBeGreaterThanOrEqual(1)
        expect(column).toBeLessThanOrEqual(Array.from(typed).length + 1)
      }),
      { numRuns: 2_000 },
    )
  })

  test('means the same once it is printed and read again', () => {
    fc.assert(
      fc.property(someQuery, query => {
        const printed = printQuery(query)
        expect([printed, treeOf(printed)]).toEqual([printed, bare(query)])
      }),
      { numRuns: 500 },
    )
  })
})

describe('From in a query', () => {
  test.each([
    'from:ann',
    'from:ann and tag:x',
    'tag:x from:ann',
    'from:ann and not from:bob',
    '(from:ann or from:bob) and collection:INBOX',
    'not (from:ann or from:bob) and (tag:x or tag:y)',
    '(tag:x and from:ann) and (subject:y and not from:bob)',
  ])('may narrow what the rest finds: %s', text => {
    expect(parseQuery(text).ok).toBe(true)
  })
  test.each<[string, number, string]>([
    ['from:ann or tag:x', 1, '"or"'],
    ['tag:x and (dkim:example.org or from:ann)', 12, '"or"'],
    ['not (from:ann and tag:x)', 1, '"not"'],
    ['tag:y or (from:ann and tag:x)', 1, '"or"'],
    ['not (tag:y or not (from:ann and tag:x))', 1, '"not"'],
    ['known:yes or from:ann', 1, '"or"'],
  ])('is refused where it would let messages in: %s', (text, column, word) => {
    const { is, wanted } = refusalOf(text)
    expect(is).toContain(`wrong at column ${column}: from: stands`)
    expect(is).toContain(word)
    expect(wanted).toContain('joined to everything else by "and"')
  })
})
