// Starts the mail helper again and again while a request waits: every two seconds, never beside a start of ours that still
// runs, and not for ever. Tells when to give up. Relies on a monotonic clock, so that a clock that jumps changes nothing.
import { setTimeout as pause } from 'node:timers/promises'
import { REQUEST_SECONDS, RESTART_SECONDS, STAGE_RESTARTS } from '../protocol/limits.ts'
import { refused, type Refusal } from '../protocol/refusal.ts'
import type { Bounds } from './spawn.ts'
import type { StartMail } from './startMail.ts'

export interface Waiting {
  /** Whether the request file still lies there. */
  readonly wanted: () => boolean
  readonly signal?: AbortSignal | undefined
}
export interface Starts {
  /** Why waiting any longer is useless; undefined while it is not. */
  readonly failure: () => Refusal | undefined
  /** Waits for a start of ours that still runs: it may be answering somebody else. */
  readonly ended: () => Promise<unknown>
}

/** Starts at once. A failed start is tried again, `STAGE_RESTARTS` times; not confined or no access is final. */
export function keepStarting(start: StartMail, waiting: Waiting): Starts {
  const began = performance.now()
  const left = () => REQUEST_SECONDS * 1_000 - (performance.now() - began)
  const last: { failed: Refusal | undefined; failures: number; at: number } = {
    failed: undefined,
    failures: 0,
    at: began,
  }
  let running: Promise<void> | undefined
  const settle = async (bounds: Bounds) => {
    const result = await start(bounds)
    running = undefined
    last.failed = result.ok ? undefined : result.refusal
    last.failures += result.ok ? 0 : 1
  }
  const begin = () => {
    last.at = performance.now()
    const bounds = { milliseconds: Math.max(left(), 1), signal: waiting.signal }
    running = settle(bounds)
  }
  begin()
  const failure = () => {
    if (waiting.signal?.aborted) return interrupted
    if (left() <= 0) return last.failed ?? late
    if (running) return undefined
    const due = performance.now() - last.at >= RESTART_SECONDS * 1_000
    if (last.failed && isFinal(last.failed, last.failures)) return last.failed
    if (due && waiting.wanted()) begin()
    // Taken, and the one that took it may have been the one that failed: another helper gets two seconds to answer.
    else if (due && last.failed) return last.failed
    return undefined
  }
  return {
    failure,
    ended: () => Promise.race([running, pause(Math.max(left(), 1), undefined, { ref: false })]),
  }
}

const isFinal = (refusal: Refusal, failures: number): boolean =>
  refusal.code !== 'crashed' || failures > STAGE_RESTARTS

const late = refused('late', {
  is: `the mail helper did not answer within ${REQUEST_SECONDS} s`,
  wanted: 'an answer',
  fix: 'run "twin mail diagnose"',
}).refusal

const interrupted = refused('interrupted', {
  is: 'the request to the mail helper was stopped from outside',
  wanted: 'to be left running',
  fix: 'run the same command again',
}).refusal
