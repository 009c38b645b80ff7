// When the spool is tended: at the next expiry, as far as a timer reaches, and never without one.
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { keepTending } from '../../daemon/keepTending.ts'
import { done, refused } from '../../protocol/refusal.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
})
function spoolOf(first: number | null) {
  const state = { next: first, tended: 0, isBroken: false }
  const lines: string[] = []
  const spool = {
    nextTending: () => state.next,
    tend: () => {
      state.tended++
      return Promise.resolve(
        state.isBroken ? refused('disk', { is: 'full', wanted: '', fix: '' }) : done(undefined),
      )
    },
  }
  const tending = keepTending({ spool, now: Date.now, log: (line: string) => lines.push(line) } as never)
  onTestFinished(tending.stop)
  return { state, lines, tending }
}

test('the spool is tended at the next expiry and no timer runs while nothing waits', async () => {
  const { state, tending } = spoolOf(null)
  expect(vi.getTimerCount()).toBe(0)
  state.next = 1_000_060
  tending.wake()
  await vi.advanceTimersByTimeAsync(59_999)
  expect(state.tended).toBe(0)
  state.next = null
  await vi.advanceTimersByTimeAsync(1)
  expect(state.tended).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})
test('an expiry beyond what a timer can wait for is waited for in steps', async () => {
  const { state } = spoolOf(1_000_000 + 40 * 86_400)
  await vi.advanceTimersByTimeAsync(20 * 86_400_000)
  expect(state.tended).toBe(0)
  await vi.advanceTimersByTimeAsync(20 * 86_400_000)
  expect(state.tended).toBeGreaterThan(0)
})
test('a spool that cannot be tended is told and tried again without haste', async () => {
  const { state, lines } = spoolOf(999_000)
  state.isBroken = true
  await vi.advanceTimersByTimeAsync(5_000)
  expect(lines[0]).toBe('the spool cannot be tended: full')
  expect(state.tended).toBeLessThanOrEqual(5)
})
test('a tending that is stopped leaves no timer', () => {
  const { tending } = spoolOf(1_000_060)
  expect(vi.getTimerCount()).toBe(1)
  tending.stop()
  tending.wake()
  expect(vi.getTimerCount()).toBe(0)
})
