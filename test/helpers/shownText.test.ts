// The visible text of a message, and that each position in it leads back to the code point that it came from.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { shown, shownText, withoutHidden } from '../../helpers/shownText.ts'
import { HIDDEN_BEGIN, HIDDEN_END } from '../../protocol/message.ts'
import { mail } from './stages/stageHere.ts'

const BODY = `Seen\n${HIDDEN_BEGIN}\nnot séen 😀\n${HIDDEN_END}\nagain`

test('withoutHidden blanks a hidden piece and keeps every position', () => {
  const clean = withoutHidden(BODY)
  expect(clean).not.toContain('not')
  expect(clean).toContain('again')
  expect([...clean].length).toBe([...BODY].length)
})

test('withoutHidden takes a piece that never ends for hidden to the end, and a lone end for text', () => {
  expect(withoutHidden(`a\n${HIDDEN_BEGIN}\nb`).replaceAll('\0', '')).toBe('a\n\n')
  expect(withoutHidden(`a\n${HIDDEN_END}\nb`)).toBe(`a\n${HIDDEN_END}\nb`)
})

test('shown leaves out what does not show and leads each unit back to its code point', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), source => {
      const { text, at } = shown('body', source)
      const chars = [...source]
      expect(at).toHaveLength(text.length + 1)
      for (let unit = 0; unit < text.length; unit++)
        expect(
          chars[at[unit] ?? -1]?.includes(text[unit] ?? '') || /\p{Nd}/u.test(chars[at[unit] ?? -1] ?? ''),
        ).toBe(true)
      expect(text).not.toMatch(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u)
    }),
  )
})

test('shown reads the digits of other scripts as ASCII ones', () => {
  expect(shown('body', '٤٥ १२ ４５').text).toBe('45 12 45')
})

test('shownText gives subject, body and author as places of their own', () => {
  const places = shownText(mail({ subject: 'S' }), BODY)
  expect(places.map(({ place }) => place)).toEqual(['subject', 'body', 'from'])
  expect(places[2]?.text).toBe('Shoe Palace\norders@shoes.test')
})
