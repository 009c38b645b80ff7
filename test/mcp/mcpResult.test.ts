// Outcomes and refusals as results of MCP.
import { expect, test } from 'vitest'
import { mcpResult } from '../../mcp/mcpResult.ts'
import { PROVENANCES, type Outcome } from '../../protocol/call.ts'
import { MCP_RESULT_BYTES } from '../../protocol/limits.ts'
import { done, refused } from '../../protocol/refusal.ts'

test.each(PROVENANCES)('mcpResult marks what comes from %s', provenance => {
  const result = mcpResult(done({ outcome: 'done', provenance, output: { text: 'x' } }))
  const given = { outcome: 'done', provenance, output: { text: 'x' }, untrusted: provenance !== 'twin' }
  expect(result).toEqual({
    content: [{ type: 'text', text: JSON.stringify(given) }],
    structuredContent: given,
  })
})
test('mcpResult hands on a preview as words of whoever, and a proposal as twind gave it', () => {
  const preview: Outcome = {
    outcome: 'preview',
    preview: { sentence: 'Adds.', count: 0, changes: [], token: 'a'.repeat(64), expires: 1 },
  }
  const proposed: Outcome = { outcome: 'proposed', id: `p_${'a'.repeat(26)}`, digest: 'b'.repeat(64) }
  for (const given of [
    { ...preview, untrusted: true },
    { ...proposed, untrusted: false },
  ]) {
    const { untrusted: _, ...outcome } = given
    expect(mcpResult(done(outcome))).toEqual({
      content: [{ type: 'text', text: JSON.stringify(given) }],
      structuredContent: given,
    })
  }
})
test('mcpResult makes an error of a refusal, as data and as text', () => {
  const result = mcpResult(refused('unavailable', { is: 'a', wanted: 'b', fix: 'c' }))
  const given = { outcome: 'refused', error: { code: 'unavailable', is: 'a', wanted: 'b', fix: 'c' } }
  expect(result).toEqual({
    content: [{ type: 'text', text: JSON.stringify(given) }],
    structuredContent: given,
    isError: true,
  })
})
test('mcpResult gives a result of the cap and refuses one a byte past it', () => {
  const sized = (bytes: number) => {
    const bare = JSON.stringify({ outcome: 'done', provenance: 'twin', output: '', untrusted: false }).length
    return mcpResult(done({ outcome: 'done', provenance: 'twin', output: 'x'.repeat(bytes - bare) }))
  }
  expect(sized(MCP_RESULT_BYTES).isError).toBeUndefined()
  expect(sized(MCP_RESULT_BYTES + 1)).toMatchObject({
    isError: true,
    structuredContent: { error: { code: 'too-long' } },
  })
})
