// Keeps the last refusal of the system that a call of node:fs in this process met, so that a stage can ask why. Relies on a bundle
// calling node:fs by its properties, which esbuild's CommonJS does. Changes nothing of what a call does.
import fs from 'node:fs'
import { errnoOf } from '../files/errnoOf.ts'
import type { Why } from '../protocol/stage.ts'

export type LastRefusal = Omit<Why, 'type'>

/** What the system says when a right or a limit is in the way, and not when a file is missing. */
const REFUSALS = new Set(['EACCES', 'EPERM', 'EXDEV', 'EROFS', 'EMFILE', 'EFBIG', 'EDQUOT', 'ENOSPC'])

let last: LastRefusal = {}

/** The last refusal so far; empty where there was none. */
export const lastRefusal = (): LastRefusal => last

/** What was refused before the stage began (the proof of confinement tries much) is none of its own. */
export function forgetRefusals(): void {
  last = {}
}

/** Notes `error` where it is a refusal of the system. */
export function noteRefusal(error: unknown): void {
  const code = errnoOf(error)
  if (code === undefined || !REFUSALS.has(code) || !(error instanceof Error)) return
  const syscall = 'syscall' in error && typeof error.syscall === 'string' ? error.syscall : undefined
  // The new name is what a link is refused for.
  const named =
    'dest' in error && syscall !== 'rename' ? error.dest : 'path' in error ? error.path : undefined
  const path = typeof named === 'string' ? named : undefined
  last = {
    code,
    ...(syscall !== undefined && /^[a-z_0-9]{1,32}$/.test(syscall) ? { syscall } : {}),
    ...(path === undefined ? {} : { path }),
  }
}

/** From now on every synchronous call of node:fs that is refused is noted. Called once, before the stage's own code runs. */
export function watchRefusals(): void {
  for (const [name, call] of Object.entries(fs))
    if (name.endsWith('Sync') && typeof call === 'function')
      Object.defineProperty(fs, name, { value: new Proxy(call, NOTING), writable: true, configurable: true })
}

const NOTING = {
  apply(call: (...values: unknown[]) => unknown, self: unknown, values: unknown[]): unknown {
    try {
      return Reflect.apply(call, self, values)
    } catch (error) {
      noteRefusal(error)
      throw error
    }
  },
}
