// Tends the spool when it says so, as when a proposal expires: one timer, and none where nothing waits. Whoever approves is told
// of an expiry in any case.
import { LONGEST_TIMER } from './longestTimer.ts'
import type { World } from './world.ts'

export interface Tending {
  /** Looks again: a proposal may have been filed. */
  readonly wake: () => void
  readonly stop: () => void
}

export function keepTending({ spool, now, log }: Pick<World, 'spool' | 'now' | 'log'>): Tending {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const tend = async () => {
    const tended = await spool.tend()
    if (!tended.ok) log(`the spool cannot be tended: ${tended.refusal.is}`)
    wake()
  }
  const wake = () => {
    clearTimeout(timer)
    const next = isOver ? null : spool.nextTending()
    if (next === null) return
    // One second at least: a spool that cannot expire what it should must not keep the processor busy.
    const wait = Math.max(1_000, next * 1_000 - now())
    timer = setTimeout(() => void tend(), Math.min(wait, LONGEST_TIMER))
  }
  wake()
  return {
    wake,
    stop: () => {
      isOver = true
      clearTimeout(timer)
    },
  }
}
