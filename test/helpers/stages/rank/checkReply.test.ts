// What counts as an answer: any reply at all, as properties. The failures one by one are played in rank.test.ts.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkReply } from '../../../../helpers/stages/rank/checkReply.ts'
import { Answer } from '../../../../protocol/score.ts'

const bounds = { leastTokens: 100, window: 1_000 }
const reply = (content: string, changes: object = {}) => ({
  model: 'm',
  message: { role: 'assistant', content },
  done: true,
  done_reason: 'stop',
  prompt_eval_count: 500,
  ...changes,
})
const good = { reason: 'A reason.', topics: ['one'], score: 7 }
const anyAnswer = fc.record({
  score: fc.oneof(fc.integer({ min: 0, max: 10 }), fc.integer({ min: -3, max: 13 }), fc.double()),
  reason: fc.string({ maxLength: 210 }),
  topics: fc.array(fc.string({ maxLength: 42 }), { maxLength: 6 }),
})

describe('checkReply', () => {
  test('checkReply takes an answer of the asked form whole and unchanged', () => {
    fc.assert(
      fc.property(anyAnswer, answer => {
        const checked = checkReply(reply(JSON.stringify(answer)), bounds)
        // JSON has no -0.
        const sent: unknown = JSON.parse(JSON.stringify(answer))
        const valid = Answer.safeParse(sent)
        expect(checked).toEqual(
          valid.success ? { ok: true, answer: valid.data } : { ok: false, why: 'off-schema' },
        )
        if (checked.ok) expect(checked.answer).toEqual(sent)
      }),
    )
  })

  test('checkReply survives any reply and any content', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ unit: 'binary' }), (value, content) => {
        expect(checkReply(value, bounds).ok).toBe(false)
        const checked = checkReply(reply(content), bounds)
        if (checked.ok) expect(checked.answer).toEqual(JSON.parse(content))
      }),
    )
  })

  test('checkReply looks at the counts on both sides', () => {
    const at = (prompt_eval_count: number) =>
      checkReply(reply(JSON.stringify(good), { prompt_eval_count }), bounds).ok
    expect([99, 100, 1_000, 1_001].map(at)).toEqual([false, true, true, false])
  })

  test.each([{ remote_host: 'https://x.test' }, { remote_model: 'x' }])(
    'checkReply tells apart what another machine has answered (%j)',
    changes => {
      const forwarded = { ok: false, why: 'forwarded' }
      expect(checkReply(reply(JSON.stringify(good), changes), bounds)).toEqual(forwarded)
      expect(checkReply(reply('', { ...changes, done: false }), bounds)).toEqual(forwarded)
    },
  )
})
