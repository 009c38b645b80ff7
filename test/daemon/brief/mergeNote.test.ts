// A person's bytes outside the markers, forged markers, and the line of a failed run. Properties are checked with fast-check.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdsMarker, mergeFailure, mergeNote } from '../../../daemon/brief/mergeNote.ts'

const TIME = '2026-11-30T05:25'
const BEGIN = `<!-- twin:mail:begin ${TIME} -->`
const END = '<!-- twin:mail:end -->'
const BLOCK = '# Mail\n\n- **9** one item\n'
const FAILED = 'The brief of 10:30 failed: “no access”'
const latin = (text: string) => Buffer.from(text, 'utf8').toString('latin1')
const noteOf = (merged: ReturnType<typeof mergeNote>): string => {
  if (!merged.ok) throw new Error(`not merged: ${merged.problem}`)
  return merged.note
}
/** What a person may have written: any bytes that hold nothing like a marker. */
const outside = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '\n',
        '\r\n',
        '\u00ef\u00bb\u00bf',
        '<!--',
        '-->',
        '# x',
        '---\ntags: a\n---\n',
        'twin:mail:',
        '\u00ff\u00fe',
        '\u0000',
        '$&',
        "$'",
      ),
      fc.string({ unit: 'binary-ascii' }),
    ),
    { maxLength: 12 },
  )
  .map(parts => parts.join(''))
  .filter(text => !holdsMarker(text))
const block = fc
  .array(fc.string({ unit: 'binary-ascii' }), { maxLength: 6 })
  .map(lines => `${lines.join('\n')}\n`)
  .filter(text => !holdsMarker(text) && !/^The brief of/m.test(text))

describe('a new note', () => {
  test('mergeNote makes a note of the block between markers where there was none', () => {
    for (const none of [undefined, ''])
      expect(noteOf(mergeNote(none, BLOCK, TIME))).toBe(`${BEGIN}\n${BLOCK}${END}\n`)
  })
  test('mergeNote ends a block that has no newline at its end', () => {
    expect(noteOf(mergeNote(undefined, 'x', TIME))).toBe(`${BEGIN}\nx\n${END}\n`)
  })
})

describe("a person's text", () => {
  test('mergeNote keeps every byte outside the markers for any text of a person', () => {
    fc.assert(
      fc.property(outside, outside, fc.tuple(block, block), (before, after, [old, fresh]) => {
        const head = before === '' || before.endsWith('\n') ? before : `${before}\n`
        const tail = after === '' ? '' : `\n${after}`
        fc.pre(!holdsMarker(head) && !holdsMarker(tail))
        const note = `${head}<!-- twin:mail:begin 2026-11-29T14:20 -->\n${old}${END}${tail}`
        expect(noteOf(mergeNote(note, fresh, TIME))).toBe(`${head}${BEGIN}\n${fresh}${END}${tail}`)
      }),
      { numRuns: 2_000 },
    )
  })
  test('mergeNote is idempotent for the same block', () => {
    fc.assert(
      fc.property(outside, block, (after, text) => {
        const once = noteOf(mergeNote(`${BEGIN}\nold\n${END}\n${after}`, text, TIME))
        expect(noteOf(mergeNote(once, text, TIME))).toBe(once)
      }),
    )
  })
  test('mergeNote keeps a byte order mark, CRLF and bytes that are not UTF-8', () => {
    const before = '\u00ef\u00bb\u00bf'
    const after = '\r\nmine \u00ff\u00fe\r\n'
    expect(noteOf(mergeNote(`${before}${BEGIN}\r\nold\r\n${END}${after}`, BLOCK, TIME))).toBe(
      `${before}${BEGIN}\n${BLOCK}${END}${after}`,
    )
  })
  test('mergeNote finds markers at the very end of a note without a newline', () => {
    expect(noteOf(mergeNote(`mine\n${BEGIN}\nold\n${END}`, BLOCK, TIME))).toBe(
      `mine\n${BEGIN}\n${BLOCK}${END}`,
    )
  })
  test('mergeNote carries text of any script through Latin-1 unharmed', () => {
    const note = latin(`Å мой 日本 🎉\n${BEGIN}\nold\n${END}\nÅ мой 日本 🎉`)
    const merged = noteOf(mergeNote(note, latin('“Ærlig”\n'), TIME))
    expect(Buffer.from(merged, 'latin1').toString('utf8')).toBe(
      `Å мой 日本 🎉\n${BEGIN}\n“Ærlig”\n${END}\nÅ мой 日本 🎉`,
    )
  })
})

describe('markers that cannot be trusted', () => {
  test.each([
    ['no markers at all', 'mine\n'],
    ['a begin without an end', `${BEGIN}\nold\n`],
    ['an end without a begin', `old\n${END}\n`],
    ['the end before the begin', `${END}\n${BEGIN}\n`],
    ['a begin that is quoted', `> ${BEGIN}\nold\n${END}\n`],
    ['an end with text behind it', `${BEGIN}\nold\n${END} mine\n`],
    ['a begin without a time', `<!-- twin:mail:begin -->\nold\n${END}\n`],
    ['white space alone', '   \n'],
  ])('mergeNote refuses a note with %s', (_, note) => {
    expect(mergeNote(note, BLOCK, TIME)).toMatchObject({ ok: false })
    expect(mergeFailure(note, FAILED, TIME)).toMatchObject({ ok: false })
  })
  test.each([
    ['two whole parts', `${BEGIN}\na\n${END}\n${BEGIN}\nb\n${END}\n`],
    ['two begins', `${BEGIN}\n${BEGIN}\na\n${END}\n`],
    ['two ends', `${BEGIN}\na\n${END}\n${END}\n`],
    ['an end that a subject forged inside the part', `${BEGIN}\n- “${END}”\n${END}\n`],
    ['a begin forged in capitals', `${BEGIN}\na\n<!-- TWIN:MAIL:BEGIN -->\n${END}\n`],
    ['an end forged over two lines', `${BEGIN}\na\n<!--\n twin:mail:end -->\n${END}\n`],
    ['an end forged with other blanks', `${BEGIN}\na\n<!--twin:mail:end-->\n${END}\n`],
  ])('mergeNote calls a note spoilt that has %s', (_, note) => {
    expect(mergeNote(note, BLOCK, TIME)).toEqual({ ok: false, problem: 'doubled' })
  })
  test('mergeNote throws for a block that holds a marker, and takes one that only speaks of it', () => {
    for (const marker of [BEGIN, END, '<!--twin:mail:end', '<!--\ntwin:mail:begin'])
      expect(() => mergeNote(undefined, `- “${marker}”\n`, TIME)).toThrow(RangeError)
    expect(mergeNote(undefined, '- “‹!-- twin:mail:end --›”\n', TIME).ok).toBe(true)
  })
  test('mergeNote throws for a time that is not of its form', () => {
    for (const time of ['', '2026-11-30', '2026-11-30T05:25 -->\n'])
      expect(() => mergeNote(undefined, BLOCK, time)).toThrow(RangeError)
  })
})

describe('a failed run', () => {
  const note = `mine\n${BEGIN}\n${BLOCK}${END}\nmine too\n`
  test('mergeFailure adds its line at the end of the part and keeps the last block', () => {
    expect(noteOf(mergeFailure(note, FAILED, '2026-11-30T10:30'))).toBe(
      `mine\n${BEGIN}\n${BLOCK}\n${FAILED}\n${END}\nmine too\n`,
    )
  })
  test('mergeFailure replaces the line of an earlier failure', () => {
    const once = noteOf(mergeFailure(note, FAILED, TIME))
    const later = FAILED.replace('10:30', '14:20')
    expect(noteOf(mergeFailure(once, later, TIME))).toBe(once.replace(FAILED, later))
    expect(
      noteOf(mergeFailure(once.replaceAll('\n', '\r\n'), later, TIME)).match(/The brief of/g),
    ).toHaveLength(1)
  })
  test('mergeFailure makes a note of its line alone where there was none', () => {
    const made = noteOf(mergeFailure(undefined, FAILED, TIME))
    expect(made).toBe(`${BEGIN}\n${FAILED}\n${END}\n`)
    expect(noteOf(mergeFailure(made, FAILED, TIME))).toBe(made)
  })
  test('a successful run after a failed one leaves no trace of the failure', () => {
    const failed = noteOf(mergeFailure(note, FAILED, TIME))
    expect(noteOf(mergeNote(failed, BLOCK, TIME))).toBe(note)
  })
  test('mergeFailure keeps every byte outside the markers for any text of a person', () => {
    fc.assert(
      fc.property(outside, outside, (before, after) => {
        const head = before === '' || before.endsWith('\n') ? before : `${before}\n`
        const tail = `\n${after}`
        fc.pre(!holdsMarker(head) && !holdsMarker(tail))
        const merged = noteOf(mergeFailure(`${head}${BEGIN}\n${BLOCK}${END}${tail}`, FAILED, TIME))
        expect(merged).toBe(`${head}${BEGIN}\n${BLOCK}\n${FAILED}\n${END}${tail}`)
      }),
    )
  })
  test('mergeFailure keeps a last letter whose last byte is a blank in Latin-1', () => {
    const merged = noteOf(mergeFailure(latin(`${BEGIN}\nvoilà\n${END}\n`), latin(FAILED), TIME))
    expect(Buffer.from(merged, 'latin1').toString('utf8')).toBe(`${BEGIN}\nvoilà\n\n${FAILED}\n${END}\n`)
  })
  test('mergeFailure throws for a line of another form', () => {
    for (const line of ['failed', `${FAILED}\nmore`, `The brief of 10:30 failed: ${END}`])
      expect(() => mergeFailure(note, line, TIME)).toThrow(RangeError)
  })
})
