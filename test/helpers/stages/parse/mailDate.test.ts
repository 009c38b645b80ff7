// Times of Date headers, in every form that mail has them in, and nonsense.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { mailDate } from '../../../../helpers/stages/parse/mailDate.ts'

const utc = (...at: [number, number, number, number, number, number]): number => Date.UTC(...at) / 1_000

test.each([
  ['Mon, 30 Nov 2026 05:25:00 +0000', utc(2026, 10, 30, 5, 25, 0)],
  ['Tue, 1 Jul 2003 10:52:37 +0200', utc(2003, 6, 1, 8, 52, 37)],
  ['1 Jul 2003 10:52 -0330 (Newfoundland Time)', utc(2003, 6, 1, 14, 22, 0)],
  ['Fri, 21 Nov 1997 09(comment):   55  :  06 -0600', utc(1997, 10, 21, 15, 55, 6)],
  ['Thu, 29 Feb 24 23:59:60 GMT', utc(2024, 2, 1, 0, 0, 0)],
  ['Wed, 18 Jul 0102 19:51:35 -0100', utc(2002, 6, 18, 20, 51, 35)],
  ['Tue, 06 Aug 2002 06:50:21 PM -0400', utc(2002, 7, 6, 22, 50, 21)],
  ['Tue, 3 Dec 2002 11:51:12 PST', utc(2002, 11, 3, 19, 51, 12)],
  ['Tue Jul  1 10:52:37 2003', utc(2003, 6, 1, 10, 52, 37)],
  ['Sat, 31 Dec 9999 23:59:59 +0000', 253_402_300_799],
  ['Thu, 01 Jan 1970 00:00:00 +0000', 0],
])('mailDate reads %s', (value, seconds) => {
  expect(mailDate(value)).toBe(seconds)
})

test.each([
  '',
  'Whenever',
  'Thu, 13 Feb 1969 23:32:54 -0330',
  'Sat, 31 Dec 9999 23:59:59 -0100',
  '32 Jan 2026 00:00:00',
  '1 Foo 2026 00:00:00',
  '1 Jan 2026 25:00:00',
])('mailDate finds no time in "%s"', value => {
  expect(mailDate(value)).toBeNull()
})

test('mailDate agrees with the platform on every time that is written as RFC 5322 says', () => {
  const time = fc.date({
    min: new Date(86_400_000),
    max: new Date('9999-12-30T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(time, date => {
      expect(mailDate(date.toUTCString())).toBe(Math.floor(date.getTime() / 1_000))
    }),
  )
})
