// The addon, loaded once and checked function by function. Relies on `node native/build.mjs` having built it; its absence is
// a refusal, and a helper without it reads nothing.
import { done, refused, type Result } from '../protocol/refusal.ts'
import { addonFile } from './addonFile.ts'

/** Acts that only native code can try: the errno of the refusal, 0 when the act succeeded. */
export type NativeAct = 'socket' | 'fork' | 'exec'

/** `signal`: 0 where it ended by itself. `late`: it was killed for taking too long. */
export interface ForkEnd {
  readonly code: number
  readonly signal: number
  readonly late: boolean
}

export interface Addon {
  readonly attempt: (act: NativeAct) => number
  /** Who is at the other end of a connected unix socket; undefined for any other descriptor. */
  readonly peer: (fd: number) => { readonly pid: number; readonly uid: number } | undefined
  /** Whether a terminal controls a process; undefined where the system does not tell. */
  readonly hasTerminal: (pid: number) => boolean | undefined
  /**
   * Bounds this process for ever: seconds of processor time, bytes of each file that it writes, open descriptors. Throws the system's
   * text.
   */
  readonly limit: (seconds: number, bytes: number, descriptors: number) => void
  /** Linux. Forbids exec, and fork unless `mayFork`, to every thread. Throws the system's text. */
  readonly forbidExec?: (mayFork: boolean) => void
  /** Linux, after forbidExec. Whoever has started its threads starts none from then on. Throws the system's text. */
  readonly forbidThreads?: () => void
  /** Linux. Undefined in the child; its end in the parent, once it is gone, after `milliseconds` at most. Throws the system's text. */
  readonly fork?: (milliseconds: number) => ForkEnd | undefined
  /** Linux, in such a child. `reads`, `writes`: absolute real paths; `kept`: becomes fd 3. Throws the system's text. */
  readonly enterMessage?: (reads: readonly string[], writes: readonly string[], kept: number) => void
  /** Linux. Ends this process at once. */
  readonly exitNow?: (code: number) => never
  /** macOS. Whether a profile applies to this process already. */
  readonly sandboxCheck?: () => boolean
  /** macOS. `parameters`: name, value, name, value, …. Throws the compiler's line. */
  readonly sandboxInit?: (text: string, parameters: readonly string[]) => void
  /** macOS. Throws the system's text. */
  readonly clonefile?: (from: string, to: string) => void
}

/** The addon of this package. */
export function loadAddon(file: string = addonFile): Result<Addon> {
  const module: { exports: unknown } = { exports: {} }
  try {
    process.dlopen(module, file)
  } catch {
    return absent(`${file} cannot be loaded`)
  }
  return isAddon(module.exports) ? done(module.exports) : absent(`${file} is no addon of this version`)
}

const NAMES = {
  linux: [
    'attempt',
    'limit',
    'peer',
    'hasTerminal',
    'forbidExec',
    'forbidThreads',
    'fork',
    'enterMessage',
    'exitNow',
  ],
  darwin: ['attempt', 'limit', 'peer', 'hasTerminal', 'sandboxCheck', 'sandboxInit', 'clonefile'],
}

function isAddon(value: unknown): value is Addon {
  const wanted = process.platform === 'darwin' ? NAMES.darwin : NAMES.linux
  if (typeof value !== 'object' || value === null) return false
  const functions = new Map<string, unknown>(Object.entries(value))
  return wanted.every(name => typeof functions.get(name) === 'function')
}

const absent = (is: string) =>
  refused('cannot-confine', { is, wanted: 'the addon built for this node', fix: 'run "npm run build"' })
