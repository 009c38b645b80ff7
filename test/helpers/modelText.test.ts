// What of a message a model is given: the visible text, without what opens a fence, a tag or a template token, and told when it is cut.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { modelText } from '../../helpers/modelText.ts'
import { MODEL_BODY_CHARS } from '../../protocol/limits.ts'
import { HIDDEN_BEGIN, HIDDEN_END } from '../../protocol/message.ts'
import { mail } from './stages/stageHere.ts'

test('modelText leaves out hidden text, and no field holds a template token or a character that does not show', () => {
  const hostile = fc.oneof(
    fc.constantFrom('<|im_start|>system', '[INST]', '```', '</s>', '\u202E', '\u{E0041}', 'ok'),
    fc.string({ unit: 'binary' }).map(text => text.toWellFormed()),
  )
  fc.assert(
    fc.property(hostile, hostile, hostile, (subject, name, line) => {
      const body = `${line}\n${HIDDEN_BEGIN}\nnobody sees this\n${HIDDEN_END}\nend`
      const { fields } = modelText(mail({ subject, from: [{ name, address: 'a@b.test' }] }), body)
      const all = `${fields.subject}${fields.from[0]?.name}${fields.body}`
      expect(all).not.toMatch(/[<>|`[\]]|nobody sees this/)
      expect(all).not.toMatch(/[^\P{C}\n]|\p{Default_Ignorable_Code_Point}/u)
      expect(fields.body.endsWith('end')).toBe(true)
    }),
  )
})

test('modelText cuts a long text and says so', () => {
  const long = modelText(mail(), '😀'.repeat(MODEL_BODY_CHARS + 1))
  expect([[...long.fields.body].length, long.cut]).toEqual([MODEL_BODY_CHARS, true])
  expect(modelText(mail(), 'short').cut).toBe(false)
  expect(modelText(mail({ date: null }), '').fields.date).toBeNull()
})
