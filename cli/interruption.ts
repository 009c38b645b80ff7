// What Ctrl-C does: the running command is told and gets a moment to end its helpers and release its locks; a second signal
// ends the process at once. Relies on the signals SIGINT, SIGTERM and SIGHUP.
import { refused, type Refusal, type Result } from '../protocol/refusal.ts'

/** The exit code of an interrupted command. */
export const INTERRUPTED = 130
/** Milliseconds that a command gets to end itself. */
const GRACE = 5_000

export interface Interruption {
  readonly signal: AbortSignal
  /** `work`'s own end, or the refusal "interrupted" when it fails after a signal or does not end in time. */
  readonly guard: <T>(work: Promise<Result<T>>, command: string) => Promise<Result<T>>
  /** Lets signals end the process as they do by default again. */
  readonly release: () => void
}

export function interruption(): Interruption {
  const controller = new AbortController()
  const onSignal = () => {
    if (controller.signal.aborted) process.exit(INTERRUPTED)
    controller.abort()
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, onSignal)
  return {
    signal: controller.signal,
    guard: async (work, command) => {
      const result = await Promise.race([work, late(controller.signal, command)])
      if (!controller.signal.aborted || result.ok) return result
      // What was stopped knows best how to go on with it.
      const said = result.refusal.code === 'interrupted' ? result.refusal.fix : undefined
      return { ok: false, refusal: interrupted(command, said) }
    },
    release: () => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, onSignal)
    },
  }
}

const interrupted = (command: string, fix?: string): Refusal =>
  refused('interrupted', {
    is: `Cannot finish "${command}": it was interrupted`,
    wanted: 'to run to its end',
    fix: fix ?? 'run it again; what was there before is as it was',
  }).refusal

/** Settles `GRACE` milliseconds after the signal, for work that does not heed it. */
function late(signal: AbortSignal, command: string): Promise<{ ok: false; refusal: Refusal }> {
  return new Promise(resolve => {
    const settle = () =>
      setTimeout(() => resolve({ ok: false, refusal: interrupted(command) }), GRACE).unref()
    signal.addEventListener('abort', settle, { once: true })
  })
}
