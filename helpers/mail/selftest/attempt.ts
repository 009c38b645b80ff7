// Tries one forbidden act and says what came of it. Only the kernel's own refusals count: an act that failed for another reason
// (nobody listens, no such file) has proved nothing. Relies on acts to do no harm where they go through.
import type { Denial } from '../../../native/confine.ts'

export type Act = readonly [act: string, attempt: () => unknown]

const REFUSALS = new Set(['EACCES', 'EPERM', 'EROFS'])
/** Milliseconds after which an act that neither succeeds nor fails counts as not refused. */
const PATIENCE = 2_000

export async function attempt([act, run]: Act): Promise<Denial> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Denial>(resolve => {
    timer = setTimeout(() => resolve({ act, refused: false, how: 'no answer' }), PATIENCE)
  })
  try {
    return await Promise.race([tried(act, run), late])
  } finally {
    clearTimeout(timer)
  }
}

async function tried(act: string, run: () => unknown): Promise<Denial> {
  try {
    await run()
    return { act, refused: false, how: 'it went through' }
  } catch (error) {
    const how = codeOf(error)
    return { act, refused: REFUSALS.has(how), how }
  }
}

/** The system's code of an error; some of node's calls give the number alone. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return NO_CODE
  const { errno } =
    'info' in error && typeof error.info === 'object' && error.info ? { errno: undefined, ...error.info } : {}
  if (typeof errno === 'number') return codeOfNumber(errno)
  return 'code' in error ? String(error.code) : NO_CODE
}

const NO_CODE = 'it failed without a code'
/** errno(3): the same numbers on Linux and macOS. */
const NUMBERS = new Map([
  [1, 'EPERM'],
  [13, 'EACCES'],
])

export const codeOfNumber = (errno: number): string => NUMBERS.get(Math.abs(errno)) ?? `errno ${errno}`
