// The mail helper’s closed set of requests and the strictness of its answers. Relies on shapes.ts.
import { describe, expect, test } from 'vitest'
import { parseJson } from '../../protocol/line.ts'
import { CollectAnswer, Request, Response } from '../../protocol/request.ts'
import { changed, COLLECT } from './shapes.ts'

const parsed = (text: string): boolean => {
  const json = parseJson(text)
  return json.ok && Request.safeParse(json.value).success
}

test('a request of each operation is taken as it is written', () => {
  expect(parsed('{"v":1,"nonce":"n","op":"diagnose","expires":9}')).toBe(true)
  expect(parsed('{"v":1,"nonce":"n","op":"probe","expires":9}')).toBe(true)
  expect(parsed('{"v":1,"nonce":"n","op":"collect","expires":9,"since":0}')).toBe(true)
})

test.each([
  ['an operation that is none', '{"op":"read_everything"}'],
  ['an operation that is none, in the right shape', '{"v":1,"nonce":"n","op":"read_everything","expires":9}'],
  [
    'whose mail it is about',
    '{"v":1,"nonce":"n","op":"collect","expires":9,"since":0,"accounts":["Family"]}',
  ],
  ['a path', '{"v":1,"nonce":"n","op":"probe","expires":9,"store":"/home/b/Mail"}'],
  ['since of another operation', '{"v":1,"nonce":"n","op":"diagnose","expires":9,"since":0}'],
  ['no since', '{"v":1,"nonce":"n","op":"collect","expires":9}'],
  ['a since before 1970', '{"v":1,"nonce":"n","op":"collect","expires":9,"since":-1}'],
  ['a since past the year 9999', '{"v":1,"nonce":"n","op":"collect","expires":9,"since":253402300800}'],
  ['a since that is text', '{"v":1,"nonce":"n","op":"collect","expires":9,"since":"24h"}'],
  ['a since that is no integer', '{"v":1,"nonce":"n","op":"collect","expires":9,"since":1.5}'],
  [
    'a since past what a number holds',
    '{"v":1,"nonce":"n","op":"collect","expires":9,"since":9007199254740993}',
  ],
  ['another version', '{"v":2,"nonce":"n","op":"probe","expires":9}'],
  ['the operation twice', '{"v":1,"nonce":"n","op":"probe","op":"collect","expires":9,"since":0}'],
  ['a prototype', '{"v":1,"nonce":"n","op":"probe","expires":9,"__proto__":{"op":"collect"}}'],
  ['a list of one', '[{"v":1,"nonce":"n","op":"probe","expires":9}]'],
  ['half of itself', '{"v":1,"nonce":"n","op":"probe"'],
])('a request with %s is not taken', (_, text) => {
  expect(parsed(text)).toBe(false)
})

describe('answers', () => {
  test.each([
    ['a date past the year 9999', ['envelopes', 0, 'sent'], 253_402_300_800],
    ['a date before 1970', ['envelopes', 0, 'received'], -1],
    ['a count below zero', ['envelopes', 0, 'writtenTo'], -1],
    ['a lone surrogate in the subject', ['envelopes', 0, 'subject'], 'a\uD800'],
    ['a lone surrogate in a label', ['accounts', 0, 'label'], '\uDFFF'],
    ['a reason for no link that is none', ['envelopes', 0, 'noLink'], 'lost'],
    ['a way of reading that is none', ['how'], 'stream'],
    ['a count as text', ['more'], '3'],
  ] as const)('an answer with %s is not taken', (_, path, value) => {
    expect(CollectAnswer.safeParse(COLLECT).success).toBe(true)
    expect(CollectAnswer.safeParse(changed(COLLECT, path, value)).success).toBe(false)
  })

  test('a response has room for an answer and a refusal and both may be null', () => {
    const refusal = { code: 'no-access', is: 'a', wanted: 'b', fix: 'c' }
    expect(Response.safeParse({ v: 1, nonce: 'n', answer: null, refusal }).success).toBe(true)
    expect(
      Response.safeParse({ v: 1, nonce: 'n', answer: null, refusal: { ...refusal, code: 'odd' } }).success,
    ).toBe(false)
    expect(
      Response.safeParse({ v: 1, nonce: 'n', answer: { op: 'read_everything' }, refusal: null }).success,
    ).toBe(false)
  })
})
