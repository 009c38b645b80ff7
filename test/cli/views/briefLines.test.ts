// A brief on a terminal: no marks, no links, no line that is too wide; elsewhere as the note has it.
import { expect, test } from 'vitest'
import type { Line } from '../../../cli/answer.ts'
import { displayWidth } from '../../../cli/displayWidth.ts'
import { briefLines } from '../../../cli/views/briefLines.ts'

const NOTE = [
  '## People you write to',
  '',
  '- **10** [“Re: Contract for Tuesday”](message://%3Cone%40client.example%3E) “Ann Lee” (“ann (at) client.example”), 16:31',
  '  “By fixed rules: you wrote to the sender 14 times, urgent, a deadline, somebody waits.” “deadline”',
  '- **7** “No link” “Riverside Clinic”, 06:24',
  '',
].join('\n')
const text = (lines: readonly Line[]): string[] =>
  lines.map(line => line.map(piece => (typeof piece === 'string' ? piece : piece.text)).join(''))

test('briefLines shows a terminal the words without marks and links, wrapped and indented', () => {
  expect(text(briefLines(NOTE, 60))).toEqual([
    'People you write to',
    '',
    '10  “Re: Contract for Tuesday” “Ann Lee” (“ann (at)',
    '    client.example”), 16:31',
    '    “By fixed rules: you wrote to the sender 14 times,',
    '    urgent, a deadline, somebody waits.” “deadline”',
    ' 7  “No link” “Riverside Clinic”, 06:24',
  ])
})

test.each([20, 40, 80])('briefLines keeps every line within %d columns', columns => {
  for (const line of text(briefLines(NOTE, columns))) expect(displayWidth(line)).toBeLessThanOrEqual(columns)
})

test('briefLines gives a file or a pipe the note as it stands', () => {
  expect(text(briefLines(NOTE, Infinity)).join('\n')).toBe(NOTE.trimEnd())
})
