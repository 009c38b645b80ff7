// The real clock of the schedule: the zone of this machine, and a timer that can be taken back. Nothing is timed.
import { realpathSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { realClock } from '../../../daemon/jobs/clock.ts'

const before = process.env['TZ']
afterEach(() => {
  if (before === undefined) delete process.env['TZ']
  else process.env['TZ'] = before
})

test('realClock takes its zone from TZ, at each look', () => {
  const clock = realClock(() => 5)
  for (const zone of ['Australia/Lord_Howe', 'Africa/Casablanca']) {
    process.env['TZ'] = zone
    expect(clock.zone()).toBe(zone)
  }
})
test('realClock takes the zone of the machine where TZ names none', () => {
  delete process.env['TZ']
  const zone = realClock(() => 5).zone()
  expect(new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone).not.toBe('')
  const file = realpathSync('/etc/localtime')
  expect(file.includes('/zoneinfo/') ? file : zone).toContain(zone)
})
test('realClock fires once, and not at all once it is taken back', async () => {
  const clock = realClock(() => 5)
  const fired: string[] = []
  const cancel = clock.after(1, () => fired.push('taken back'))
  cancel()
  await new Promise<void>(resolve => clock.after(5, () => (fired.push('once'), resolve())))
  await new Promise(resolve => setTimeout(resolve, 20))
  expect(fired).toEqual(['once'])
  expect(clock.now()).toBe(5)
  const first = clock.monotonic()
  expect(clock.monotonic()).toBeGreaterThanOrEqual(first)
})
