// The instructions: constant text and the names of workspaces, within what clients show.
import { expect, test } from 'vitest'
import { instructions } from '../../mcp/instructions.ts'
import { MCP_WORKSPACES_CHARS, TABLE_ENTRIES } from '../../protocol/limits.ts'

const CLIENTS_CUT = 2_048

test('instructions name the workspaces that narrow the agent', () => {
  expect(instructions(['default', 'work'])).toContain('these workspaces: default, work.')
})
test('instructions do without names where twind cannot be asked or nothing narrows', () => {
  expect(instructions(null)).toContain('The tool "status" names the workspaces')
  expect(instructions([])).toContain('no workspace narrows it')
})
test('instructions list names up to the cap, count the rest, and stay within what clients show', () => {
  const names = Array.from({ length: TABLE_ENTRIES }, (_, at) => `w${String(at).padStart(31, '0')}`)
  const text = instructions(names)
  const listed = /workspaces: (.*) and (\d+) more/.exec(text)
  expect(listed?.[1]?.length).toBeLessThanOrEqual(MCP_WORKSPACES_CHARS)
  expect(listed?.[1]?.split(', ').length).toBe(TABLE_ENTRIES - Number(listed?.[2]))
  expect(text.length).toBeLessThan(CLIENTS_CUT)
  const exact = 'x'.repeat(MCP_WORKSPACES_CHARS)
  expect(instructions([exact])).toContain(`${exact}.`)
  expect(instructions([`${exact}y`])).toContain('workspaces:  and 1 more.')
})
