// What a draft says is read out of the bytes that would be put into the mailbox: whatever draft-lint writes comes back as it was, and
// nothing that says more, or something else, is read at all. Relies on the writer of the stage for the form.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDraft } from '../../../daemon/spool/readDraft.ts'
import { rawMessage } from '../../../helpers/stages/draft-lint/rawMessage.ts'

const PARTS = {
  from: null,
  to: ['ann@example.org'],
  cc: [],
  subject: 'yes',
  body: 'one\ntwo',
  inReplyTo: null,
  references: [],
  now: 1_764_480_000,
}
const RAW = rawMessage(PARTS)

describe('readDraft', () => {
  test('gives back every draft that draft-lint writes', () => {
    const line = fc
      .string({ unit: 'grapheme', maxLength: 200 })
      .map(text => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim())
    const address = fc.emailAddress().filter(one => /^[a-z0-9.@-]+$/i.test(one))
    fc.assert(
      fc.property(
        fc.record({
          to: fc.array(address, { minLength: 1, maxLength: 20 }),
          cc: fc.array(address, { maxLength: 20 }),
          subject: line,
          body: fc.array(line, { maxLength: 20 }).map(lines => lines.join('\n')),
          from: fc.option(address, { nil: null }),
        }),
        parts => {
          const raw = rawMessage({ ...PARTS, ...parts })
          expect(readDraft(raw)).toEqual({ ...parts, refersTo: null })
        },
      ),
      { numRuns: 300 },
    )
  })
  test('tells what a draft refers to, where words could be put too', () => {
    const raw = rawMessage({ ...PARTS, inReplyTo: '<a@b>', references: ['<the-number-is-12@b>', '<a@b>'] })
    expect(readDraft(raw)?.refersTo).toBe('<a@b> <the-number-is-12@b> <a@b>')
  })
  const FOREIGN = rawMessage({ ...PARTS, body: 'é'.repeat(60) })
  test.each([
    ['a date that is none', RAW.replace(/Date: [^\r]*/, 'Date: the number is 12')],
    ['no date', RAW.replace(/Date: [^\r]*\r\n/, '')],
    ['no version of MIME', RAW.replace('MIME-Version: 1.0\r\n', '')],
    ['a line of blanks between headers', RAW.replace('\r\nSubject', '\r\n \r\nSubject')],
    ['base64 that ends twice', FOREIGN.replace(/\r\n$/, 'YQ==\r\nYg==\r\n')],
    ['an encoded word that ends twice', RAW.replace('yes', '=?utf-8?B?YQ==Yg==?=')],
    ['a hidden copy', RAW.replace('Subject:', 'Bcc: eve@example.org\r\nSubject:')],
    ['a recipient twice', RAW.replace('Subject:', 'To: eve@example.org\r\nSubject:')],
    ['an unknown header', RAW.replace('Subject:', 'X-Bcc: eve@example.org\r\nSubject:')],
    ['a header in other case', RAW.replace('Subject:', 'subject:')],
    ['no recipient', RAW.replace(/^To: [^\r]*\r\n/, '')],
    ['a line that ends with LF alone', RAW.replace('\r\nSubject', '\nSubject')],
    ['a carriage return in the body', RAW.replace('two', 'two\rthree')],
    ['another type', RAW.replace('text/plain', 'text/html')],
    ['several parts', RAW.replace('text/plain; charset=utf-8', 'multipart/mixed; boundary=x')],
    ['another charset', RAW.replace('utf-8', 'utf-7')],
    ['another encoding', RAW.replace('7bit', 'quoted-printable')],
    ['text that is no base64', RAW.replace('7bit', 'base64')],
    ['bytes that are no UTF-8', RAW.replace('7bit', 'base64').replace('one\r\ntwo', '/w==')],
    ['an encoded word of another charset', RAW.replace('yes', '=?iso-8859-1?Q?yes?=')],
    ['text beside an encoded word', RAW.replace('yes', '=?utf-8?B?eWVz?= and more')],
    ['a letter that is no ASCII', RAW.replace('yes', 'é')],
    ['no body', RAW.slice(0, RAW.indexOf('\r\n\r\n'))],
    ['nothing', ''],
  ])('reads nothing that holds %s', (_, raw) => {
    expect(raw).not.toBe(RAW)
    expect(readDraft(raw)).toBeUndefined()
  })
})
