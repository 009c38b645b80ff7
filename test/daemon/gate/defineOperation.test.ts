// Definitions that break each rule, one by one, throw; the definition that breaks none is the positive control of all of them.
// Relies on nothing.
import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import { defineOperation, type Definition } from '../../../daemon/gate/defineOperation.ts'
import { done } from '../../../protocol/refusal.ts'
import { configOf } from './gateWorld.ts'

const text = z.string('wants text').check(z.describe('a text'))
const input = z.strictObject({ text })
const output = z.strictObject({ n: z.int() })
type Made = Definition<typeof input, typeof output>

const GOOD: Made = {
  name: 'test.change',
  summary: 'change something',
  class: 'mutate',
  ceiling: 'off',
  provenance: 'twin',
  doors: ['cli', 'internal'],
  capability: 'mail.flag',
  reversible: true,
  input,
  output,
  preview: async () => done({ sentence: 'x', changes: [], more: 0 }),
  handler: async () => done({ n: 1 }),
}
const { preview: _preview, reversible: _reversible, ...REST } = GOOD
const READ: Made = { ...REST, class: 'read', capability: 'mail.read' }

/** What a definition that breaks the types of the language says of itself. */
type Broken = Partial<Record<keyof Made, unknown>>
const define = (base: Made, broken: Broken) => () => defineOperation({ ...base, ...broken } as Made)

describe('rules', () => {
  test('a change and a read that break no rule are operations', () => {
    expect(defineOperation(GOOD)).toMatchObject({ name: 'test.change', doors: ['cli', 'internal', 'mcp'] })
    expect(defineOperation(READ)).toMatchObject({ class: 'read', reversible: false })
    expect(defineOperation({ ...GOOD, ceiling: 'never', capability: null })).toMatchObject({
      doors: ['cli', 'internal'],
    })
  })

  const sends = { class: 'send', ceiling: 'never', capability: 'mail.send' }
  test('what sends can be written down where no agent is ever offered it', () => {
    expect(define(GOOD, sends)().class).toBe('send')
  })

  test.each<[string, Made, Broken]>([
    ['a send that is off', GOOD, { ...sends, ceiling: 'off' }],
    ['a send that is on', GOOD, { ...sends, ceiling: 'on' }],
  ])('defineOperation takes no %s', (_, base, broken) => {
    expect(define(base, broken)).toThrow('what sends is never offered to an agent')
  })

  test.each<[string, Made, Broken, string]>([
    ['a send with another capability', GOOD, { ...sends, capability: 'mail.draft' }, 'needs mail.send'],
    ['a change that needs mail.send', GOOD, { capability: 'mail.send' }, 'needs mail.send'],
    ['a read that marks mail read', READ, { marksMailRead: true }, 'a read does not mark mail as read'],
    ['a change an agent can reach without a preview', GOOD, { preview: undefined }, 'has a preview'],
    ['a change that is on without a preview', GOOD, { ceiling: 'on', preview: undefined }, 'has a preview'],
    ['a change an agent can reach without a capability', GOOD, { capability: null }, 'has a capability'],
    ['a read with a preview', READ, { preview: GOOD.preview }, 'only a change'],
    ['a read that can be undone', READ, { reversible: true }, 'only a change'],
    ['a read that says it cannot be undone', READ, { reversible: false }, 'only a change'],
    ['a read that is proposed', READ, { proposed: () => ({}) }, 'only a change'],
    ['mail text that is on', READ, { provenance: 'mail', ceiling: 'on' }, 'off until a person turns it on'],
    ['mail text that policy.toml has no say in', READ, { provenance: 'mail', capability: null }, 'mail text'],
    ['a capability that is none', GOOD, { capability: 'mail.everything' }, 'its capability is none'],
    ['no door', GOOD, { doors: [] }, 'no door of a person'],
    ['no door of a person', GOOD, { doors: ['internal'] }, 'no door of a person'],
    ['a door twice', GOOD, { doors: ['cli', 'cli'] }, 'named twice'],
    ['the agents’ door', GOOD, { doors: ['cli', 'mcp'] }, 'the ceiling alone'],
    ['a name without a verb’s form', GOOD, { name: 'Test.change' }, 'family.verb'],
    ['a name of three parts', GOOD, { name: 'test.change.now' }, 'family.verb'],
    ['a name with a newline', GOOD, { name: 'test.change\n' }, 'family.verb'],
    ['no summary', GOOD, { summary: '' }, 'its summary'],
    ['a summary that begins in capitals', GOOD, { summary: 'Change something' }, 'its summary'],
    ['a summary with a full stop', GOOD, { summary: 'change something.' }, 'its summary'],
    ['a summary of two lines', GOOD, { summary: 'change\nsomething' }, 'its summary'],
    ['a summary of 121 characters', GOOD, { summary: 'x'.repeat(121) }, 'its summary'],
    ['an input that takes any key', GOOD, { input: z.object({ text }) }, 'keys that it does not know'],
    [
      'an input that hands on any key',
      GOOD,
      { input: z.looseObject({ text }) },
      'keys that it does not know',
    ],
    ['a key that is the caller’s', GOOD, { input: z.strictObject({ token: text }) }, "is the caller's"],
    ['a key that nothing describes', GOOD, { input: z.strictObject({ text: z.string() }) }, 'the key text'],
    ['a positional key that is none', GOOD, { positional: ['txet'] }, 'a positional key'],
  ])('defineOperation throws where a definition has %s', (_, ...[base, broken, rule]) => {
    expect(define(base, broken)).toThrow(rule)
    expect(define(base, broken)).toThrow(/^Cannot define /)
  })

  test('what the input names is looked up only where no agent can ask', () => {
    const names = () => ({ ok: true, value: undefined }) as const
    expect(() => defineOperation({ ...GOOD, names })).toThrow('agents are told nothing')
    expect(defineOperation({ ...GOOD, ceiling: 'never', names }).ceiling).toBe('never')
  })
  test('a summary of 120 characters is taken', () => {
    expect(define(GOOD, { summary: 'x'.repeat(120) })().summary).toHaveLength(120)
  })
})

describe('input', () => {
  const operation = defineOperation({
    ...GOOD,
    input: z.strictObject({
      text,
      list: z.optional(z.array(z.int('wants a number'))).check(z.describe('numbers')),
    }),
  })
  const saying = (given: unknown): string => {
    const checked = operation.check(given, configOf(''))
    return checked.ok ? 'taken' : checked.refusal.is
  }

  test.each<[string, unknown, string]>([
    ['what is right', { text: 'a' }, 'taken'],
    ['a list', [], 'input of test.change'],
    ['nothing', undefined, 'input of test.change'],
    ['a missing key', {}, 'text of test.change wants text'],
    ['a wrong type', { text: 7 }, 'text of test.change wants text'],
    ['a wrong entry', { text: 'a', list: [1, 'b'] }, 'list.1 of test.change wants a number'],
    ['an unknown key', { text: 'a', more: 1 }, 'test.change knows no "more"'],
    ['a prototype', JSON.parse('{"text":"a","__proto__":{"x":1}}'), 'test.change knows no "__proto__"'],
  ])('check names the field of %s', (_, given, is) => {
    expect(saying(given)).toContain(is)
  })

  test('check never repeats a value that it refuses', () => {
    for (const given of [
      { text: ['secret phrase'] },
      { text: 'a', list: ['secret phrase'] },
      'secret phrase',
    ])
      expect(saying(given)).not.toContain('secret')
  })

  test('what is proposed is the checked input, by the operation’s own words where it has them', () => {
    const checked = operation.check({ text: 'a' }, configOf(''))
    expect(checked.ok && checked.value.proposed).toEqual({
      kind: 'operation',
      operation: 'test.change',
      input: { text: 'a' },
    })
    const command = { kind: 'command', command: 'task', arguments: { n: 1 } } as const
    const own = defineOperation({ ...GOOD, proposed: () => command }).check({ text: 'a' }, configOf(''))
    expect(own.ok && own.value.proposed).toEqual(command)
  })

  test('a capability by the input is asked with the input and the configuration', () => {
    const made = defineOperation({
      ...GOOD,
      capability: ({ text: name }, { agents }) => (name in agents ? 'mail.flag' : 'mail.trash'),
    })
    const config = configOf('[agents.claude]')
    const needs = (given: string) => {
      const checked = made.check({ text: given }, config)
      return checked.ok && checked.value.capability
    }
    expect([made.capability, needs('claude'), needs('x')]).toEqual(['by-input', 'mail.flag', 'mail.trash'])
  })
})
