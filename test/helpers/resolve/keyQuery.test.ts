// A question for a key as bytes, and what answers mean: absent, error, or exactly one key. Relies on dns-packet for both ends.
import { decode, encode, type Packet, streamDecode } from 'dns-packet'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { answeredBy, keyOf, questionOf } from '../../../helpers/resolve/keyQuery.ts'
import { KeyName } from '../../../protocol/dkimKeys.ts'
import { KEY_CHARS } from '../../../protocol/limits.ts'

const name = { domain: 'client.test', selector: 'a' }
const NAME = 'a._domainkey.client.test'
const packet = (more: Partial<Packet>): Packet => {
  const bytes = encode({
    type: 'response',
    id: 3,
    questions: [{ type: 'TXT', class: 'IN', name: NAME }],
    ...more,
  })
  return decode(bytes)
}
const txt = (text: string, at = NAME) => ({
  type: 'TXT' as const,
  name: at,
  class: 'IN' as const,
  data: text.match(/.{1,255}/gs) ?? [],
})
const alias = (at: string, to: string) => ({
  type: 'CNAME' as const,
  name: at,
  class: 'IN' as const,
  data: to,
})

test('questionOf asks for one TXT record under its length, and wants recursion', () => {
  const asked = streamDecode(Buffer.from(questionOf(7, name)))
  expect(asked).toMatchObject({
    id: 7,
    type: 'query',
    flag_rd: true,
    questions: [{ name: NAME, type: 'TXT' }],
  })
})

test('keyOf joins the strings of one record and follows aliases', () => {
  const long = 'k'.repeat(600)
  expect(keyOf(name, packet({ answers: [txt(long)] }))).toEqual({ name, state: 'found', text: long })
  const answers = [alias(NAME, 'b.esp.test'), alias('b.esp.test', 'c.esp.test'), txt('v=DKIM1', 'C.esp.test')]
  expect(keyOf(name, packet({ answers }))).toEqual({ name, state: 'found', text: 'v=DKIM1' })
})

test.each([
  ['no such name', { flags: 3 }, 'absent'],
  ['no record', {}, 'absent'],
  ['a record of another name', { answers: [txt('k', 'b._domainkey.client.test')] }, 'absent'],
  ['aliases in a circle', { answers: [alias(NAME, 'b.test'), alias('b.test', NAME)] }, 'absent'],
  ['a server that fails', { flags: 2 }, 'error'],
  ['two records', { answers: [txt('one'), txt('two')] }, 'error'],
  ['an answer that was cut', { flags: 512, answers: [txt('k')] }, 'error'],
  [
    'another question',
    { questions: [{ type: 'TXT' as const, name: 'b.test' }], answers: [txt('k')] },
    'error',
  ],
  ['no question', { questions: [], answers: [txt('k')] }, 'error'],
] as const)('keyOf says %s as its own state, and never a key', (_, more, state) => {
  expect(
    keyOf(
      name,
      packet({
        ...more,
        answers: 'answers' in more ? [...more.answers] : [],
        questions: 'questions' in more ? [...more.questions] : [{ type: 'TXT', name: NAME }],
      }),
    ),
  ).toEqual({ name, state })
})

test('keyOf takes a key of the cap and refuses one that is longer', () => {
  expect(keyOf(name, packet({ answers: [txt('k'.repeat(KEY_CHARS))] })).state).toBe('found')
  expect(keyOf(name, packet({ answers: [txt('k'.repeat(KEY_CHARS + 1))] })).state).toBe('error')
})

test('answeredBy survives any bytes', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), bytes => answeredBy(bytes) === undefined || true))
  expect(answeredBy(encode({ type: 'query', id: 1 }))).toBeUndefined()
  expect(answeredBy(encode({ type: 'response', id: 1 }))?.id).toBe(1)
})

test.each([
  '',
  '.',
  'a..b',
  'a b.test',
  'a;b.test',
  '-a.test',
  'a\n.test',
  'ä.test',
  'A.test',
  `${'a'.repeat(64)}.test`,
])('a name that is no host name is never asked for: %j', domain => {
  expect(KeyName.safeParse({ domain, selector: 'a' }).success).toBe(false)
  expect(KeyName.safeParse({ domain: 'a.test', selector: domain }).success).toBe(false)
  expect(KeyName.safeParse(name).success).toBe(true)
})
