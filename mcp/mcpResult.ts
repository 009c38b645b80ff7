// What came of a call, as MCP gives it: the same JSON twice, as data and as text, with whose words it holds. Pure. Relies on twind
// for every word of an outcome and of a refusal.
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import type { Outcome } from '../protocol/call.ts'
import { MCP_RESULT_BYTES } from '../protocol/limits.ts'
import { refused, type Refusal, type Result } from '../protocol/refusal.ts'

/** `untrusted`: whether anybody's words but twin's may be in it. */
export function mcpResult(result: Result<Outcome>): CallToolResult {
  if (!result.ok) return failed(result.refusal)
  const { value } = result
  const given = { ...value, untrusted: isUntrusted(value) }
  const text = JSON.stringify(given)
  if (Buffer.byteLength(text) > MCP_RESULT_BYTES) return failed(tooLong)
  return { content: [{ type: 'text', text }], structuredContent: given }
}

/** A preview shows what a change is about, and that may be anybody's words. */
const isUntrusted = (outcome: Outcome): boolean =>
  outcome.outcome === 'done' ? outcome.provenance !== 'twin' : outcome.outcome === 'preview'

function failed({ code, is, wanted, fix }: Refusal): CallToolResult {
  const given = { outcome: 'refused', error: { code, is, wanted, fix } }
  return { content: [{ type: 'text', text: JSON.stringify(given) }], structuredContent: given, isError: true }
}

const { refusal: tooLong } = refused('too-long', {
  is: `the result has over ${MCP_RESULT_BYTES} bytes`,
  wanted: `at most ${MCP_RESULT_BYTES}`,
  fix: 'ask for less at once, for example with a limit',
})
