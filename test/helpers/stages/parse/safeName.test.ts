// Whatever a sender calls a file, its name in a folder of twin’s is safe.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileNames } from '../../../../helpers/stages/parse/safeName.ts'

const FORM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

test('fileNames gives any names safe forms that differ where case does not count', () => {
  const hostile = fc.constantFrom(
    '..',
    '/',
    '\n',
    '\u202E',
    '\0',
    'con',
    'NUL.txt',
    'a',
    'A',
    'å',
    'a\u030A',
    'x'.repeat(300),
    '.pdf',
    '-',
    ' ',
  )
  const name = fc.array(fc.oneof(hostile, fc.string())).map(parts => parts.join(''))
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), names => {
      const safe = fileNames()
      const files = names.map(each => safe(each, 'application/pdf'))
      for (const file of files) {
        expect(file).toMatch(FORM)
        expect(file).not.toMatch(DEVICE)
        expect(file).not.toContain('..')
        expect(file.endsWith('.')).toBe(false)
      }
      expect(new Set(files.map(file => file.toLowerCase())).size).toBe(files.length)
    }),
  )
})

test('fileNames numbers ten thousand of one name without asking for each number again', () => {
  const safe = fileNames()
  const files = Array.from({ length: 10_000 }, () => safe('a.txt', 'text/plain'))
  expect(files.at(-1)).toBe('a-10000.txt')
})

test('fileNames takes the extension of the type where the name has none', () => {
  const safe = fileNames()
  expect(safe('', 'application/pdf')).toBe('attachment.pdf')
  expect(safe('report', 'text/calendar')).toBe('report.ics')
  expect(safe('report.docx', 'application/pdf')).toBe('report.docx')
  expect(safe('x', 'application/unheard-of')).toBe('x')
})
