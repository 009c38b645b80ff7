// When the mail helper is started again and when waiting ends, on a clock that the test moves.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { keepStarting } from '../../daemon/keepStarting.ts'
import type { StartMail } from '../../daemon/startMail.ts'
import { REQUEST_SECONDS, RESTART_SECONDS, STAGE_RESTARTS } from '../../protocol/limits.ts'
import { done, refused, type RefusalCode } from '../../protocol/refusal.ts'

const refusal = (code: RefusalCode) => refused(code, { is: 'x', wanted: 'x', fix: 'x' })
/** A start that ends after `milliseconds` with each result in turn, the last one again and again. */
function starts(results: readonly ReturnType<StartMail>[], milliseconds = 10) {
  const at: number[] = []
  const start: StartMail = async () => {
    at.push(performance.now())
    const result = results[Math.min(at.length, results.length) - 1]
    await new Promise(resolve => setTimeout(resolve, milliseconds))
    return result ?? done(null)
  }
  return { start, at }
}
/** Polls `failure` as askMail does, for `seconds` of faked time, and gives the first one. */
async function watch(waiting: ReturnType<typeof keepStarting>, seconds: number) {
  for (let step = 0; step < seconds * 10; step++) {
    await vi.advanceTimersByTimeAsync(100)
    const failure = waiting.failure()
    if (failure) return { code: failure.code, after: (step + 1) / 10 }
  }
  return undefined
}
const ok = Promise.resolve(done(null))
const not = (code: RefusalCode) => Promise.resolve(refusal(code))

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

describe('starting again', () => {
  test('keepStarting starts at once and every two seconds while the request waits', async () => {
    const { start, at } = starts([ok])
    const waiting = keepStarting(start, { wanted: () => true })
    expect(await watch(waiting, RESTART_SECONDS * 3 + 1)).toBeUndefined()
    expect(at).toHaveLength(4)
    for (const [index, time] of at.slice(1).entries())
      expect(time - (at[index] ?? 0)).toBeGreaterThanOrEqual(RESTART_SECONDS * 1_000)
  })
  test('keepStarting never starts beside a start of its own that runs', async () => {
    const { start, at } = starts([ok], 30_000)
    await watch(keepStarting(start, { wanted: () => true }), 20)
    expect(at).toHaveLength(1)
  })
  test('keepStarting does not start again once the request is taken', async () => {
    const { start, at } = starts([ok])
    await watch(keepStarting(start, { wanted: () => false }), 20)
    expect(at).toHaveLength(1)
  })
})

describe('giving up', () => {
  test('keepStarting gives up at the deadline and not before it', async () => {
    const { start } = starts([ok])
    const waiting = keepStarting(start, { wanted: () => true })
    expect(await watch(waiting, REQUEST_SECONDS - 1)).toBeUndefined()
    expect(await watch(waiting, 2)).toMatchObject({ code: 'late' })
  })
  test('keepStarting counts no wall clock: a clock that jumps does not end the wait', async () => {
    const { start } = starts([ok])
    const waiting = keepStarting(start, { wanted: () => true })
    vi.setSystemTime(Date.now() + 86_400_000)
    expect(await watch(waiting, 10)).toBeUndefined()
  })
  test('keepStarting tries a crashed start again as often as the cap and then gives up', async () => {
    const enough = starts([...Array.from({ length: STAGE_RESTARTS }, () => not('crashed')), ok])
    expect(await watch(keepStarting(enough.start, { wanted: () => true }), 20)).toBeUndefined()
    const never = starts([not('crashed')])
    expect(await watch(keepStarting(never.start, { wanted: () => true }), 20)).toMatchObject({
      code: 'crashed',
    })
    expect(never.at).toHaveLength(STAGE_RESTARTS + 1)
  })
  test.each(['cannot-confine', 'no-access', 'config'] as const)(
    'keepStarting takes %s for final at once',
    async code => {
      const { start, at } = starts([not(code)])
      expect(await watch(keepStarting(start, { wanted: () => true }), 5)).toEqual({ code, after: 0.1 })
      expect(at).toHaveLength(1)
    },
  )
  test('keepStarting gives another helper two seconds when the one that may have taken the request crashed', async () => {
    const { start } = starts([not('crashed')])
    const failure = await watch(keepStarting(start, { wanted: () => false }), 20)
    expect(failure).toEqual({ code: 'crashed', after: RESTART_SECONDS })
  })
  test('keepStarting gives up when it is told to stop', async () => {
    const { start } = starts([ok])
    const stop = new AbortController()
    const waiting = keepStarting(start, { wanted: () => true, signal: stop.signal })
    expect(await watch(waiting, 1)).toBeUndefined()
    stop.abort()
    expect(await watch(waiting, 1)).toMatchObject({ code: 'interrupted' })
  })
})
