// Names of operations as names of tools, and back.
import { expect, test } from 'vitest'
import { assert, property, stringMatching } from 'fast-check'
import { registry } from '../../daemon/operations/registry.ts'
import { operationName, mcpName } from '../../mcp/mcpName.ts'
import { OPERATION } from '../../protocol/call.ts'
import { TOOL_NAME_CHARS } from '../../protocol/limits.ts'

test('mcpName gives every operation of the registry a name that MCP clients take', () => {
  for (const { name } of registry) {
    expect(mcpName(name)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    expect(mcpName(name).length).toBeLessThanOrEqual(TOOL_NAME_CHARS)
  }
  expect(new Set(registry.map(({ name }) => mcpName(name))).size).toBe(registry.length)
})

test('operationName undoes mcpName for every name that an operation can have', () => {
  assert(
    property(stringMatching(OPERATION), name => {
      expect(operationName(mcpName(name))).toBe(name)
    }),
  )
})

test('operationName takes a name in one form only', () => {
  for (const name of [
    'mail.list',
    '',
    '_',
    'mail_',
    '_list',
    'mail_list_x',
    'Mail_list',
    '../x',
    'mail/list',
    'a\n',
    'x'.repeat(70),
  ])
    expect(operationName(name)).toBeUndefined()
  expect(operationName('mail_list')).toBe('mail.list')
  expect(operationName('status')).toBe('status')
})
