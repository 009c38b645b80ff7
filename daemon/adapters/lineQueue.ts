// Lines that have come and have not been taken yet: whoever takes one waits for it where there is none. Pure. Relies on one taker at a
// time.

export interface LineQueue<T> {
  readonly put: (line: T) => void
  /** Nobody waits in vain any more: what waits, and what is asked later, gets undefined. */
  readonly end: () => void
  readonly take: () => Promise<T | undefined>
  readonly isEmpty: () => boolean
}

export function lineQueue<T>(): LineQueue<T> {
  const lines: T[] = []
  let over = false
  let wake: (() => void) | undefined
  const changed = () => {
    wake?.()
    wake = undefined
  }
  const some = () => lines.length > 0 || over
  return {
    put: line => {
      lines.push(line)
      changed()
    },
    end: () => {
      over = true
      changed()
    },
    take: async () => {
      if (!some()) await new Promise<void>(resolve => (wake = resolve))
      return over ? undefined : lines.shift()
    },
    isEmpty: () => lines.length === 0,
  }
}
