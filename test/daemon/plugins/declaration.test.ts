// What a plugin declared, as a whole: which declarations are taken, and when two are the same.
import { expect, test } from 'vitest'
import { declarationDigest, isDeclaration } from '../../../daemon/plugins/declaration.ts'
import { TOOL_NAME_CHARS } from '../../../protocol/limits.ts'
import type { PluginField, PluginOperation } from '../../../protocol/pluginLine.ts'

const operation = (more: Partial<PluginOperation> = {}): PluginOperation => ({
  name: 'find',
  summary: 'find notes',
  class: 'read',
  input: {},
  ...more,
})
const field = (more: Partial<PluginField> = {}): PluginField => ({
  type: 'text',
  summary: 'a word',
  required: true,
  ...more,
})

test('isDeclaration takes a whole name of the cap and none a character longer', () => {
  const named = (length: number) => isDeclaration('notes', [operation({ name: 'x'.repeat(length - 6) })])
  expect(named(TOOL_NAME_CHARS)).toBe(true)
  expect(named(TOOL_NAME_CHARS + 1)).toBe(false)
})
test('isDeclaration refuses a name that stands twice', () => {
  expect(isDeclaration('notes', [operation(), operation({ name: 'add' })])).toBe(true)
  expect(isDeclaration('notes', [operation(), operation({ class: 'mutate' })])).toBe(false)
})
test('declarationDigest is the same whatever the order of operations and keys', () => {
  const one = [operation({ input: { a: field(), b: field() } }), operation({ name: 'add' })]
  const other = [operation({ name: 'add' }), operation({ input: { b: field(), a: field() } })]
  expect(declarationDigest(['/p'], one)).toBe(declarationDigest(['/p'], other))
  expect(declarationDigest(['/p'], one)).toMatch(/^[0-9a-f]{64}$/)
})
test.each<readonly [string, readonly string[], Partial<PluginOperation>]>([
  ['the program', ['/q'], {}],
  ['an argument', ['/p', 'x'], {}],
  ['a name', ['/p'], { name: 'other' }],
  ['a summary', ['/p'], { summary: 'send notes' }],
  ['the class', ['/p'], { class: 'mutate' }],
  ['a key', ['/p'], { input: { word: field() } }],
])('declarationDigest changes with %s', (_, command, more) => {
  expect(declarationDigest(command, [operation(more)])).not.toBe(declarationDigest(['/p'], [operation()]))
})
test.each<Partial<PluginField>>([{ type: 'integer' }, { summary: 'another' }, { required: false }])(
  'declarationDigest changes with %j of a key',
  more => {
    const digest = (one: PluginField) => declarationDigest(['/p'], [operation({ input: { word: one } })])
    expect(digest(field(more))).not.toBe(digest(field()))
  },
)
