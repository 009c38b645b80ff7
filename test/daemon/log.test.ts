// The lines of the log: a time, a name, and nothing that a terminal obeys.
import { expect, test } from 'vitest'
import { logLine } from '../../daemon/log.ts'

test('a line of the log has local date and time before it and is one line', () => {
  const at = new Date(2026, 10, 30, 5, 7, 9).getTime()
  expect(logLine('started', at)).toBe('2026-11-30 05:07:09 twind: started\n')
  expect(logLine('a\nb\u001B[31mc\u202Ed', at)).toBe('2026-11-30 05:07:09 twind: a b [31mcd\n')
})
