// A refusal is a value: a code from this closed list and what is, what is wanted, what to do. The codes map to the exit
// codes that README lists. Relies on text/terminal.ts: a refusal may name a folder or a key that somebody else chose.
import { terminalText } from './text/terminal.ts'

export const CODES = [
  'usage',
  'config',
  'no-access',
  'no-store',
  'unknown-layout',
  'store-broken',
  'store-busy',
  'bad-request',
  'late',
  'crashed',
  'too-long',
  'not-json',
  'wrong-shape',
  'cannot-confine',
  'model-unreachable',
  'model-absent',
  'model-forwarded',
  'model-unusable',
  'vault',
  'disk',
  'busy',
  'interrupted',
  'unavailable',
  'denied',
  'unconfirmed',
  'stale',
  'expired',
  'over-limit',
  'too-many',
  'not-running',
  'plugin',
  'job-failed',
  'audit',
] as const

export type RefusalCode = (typeof CODES)[number]

/** The exit code of a command that ends with a refusal; every code that is not listed exits 1. */
const EXITS: Partial<Record<RefusalCode, number>> = {
  usage: 2,
  config: 2,
  'bad-request': 2,
  'no-access': 3,
  'no-store': 3,
  'model-unreachable': 4,
  'model-absent': 4,
  'model-forwarded': 4,
  'model-unusable': 4,
  'cannot-confine': 5,
  unavailable: 6,
  denied: 6,
  unconfirmed: 6,
}

export const exitOf = (code: RefusalCode): number => EXITS[code] ?? 1

/** A refusal as `twind` and `twin-mail` print it: the three lines that README promises, of which no terminal obeys anything. */
export const refusalText = (program: string, { is, wanted, fix }: Refusal): string =>
  [`error: ${is}`, `wanted: ${wanted}`, `hint: ${fix}`]
    .map(line => `${program}: ${terminalText(line)}\n`)
    .join('')

/** Why something was not done. Each text is one clause without a full stop; none holds mail text. */
export interface Refusal {
  readonly code: RefusalCode
  /** What is. */
  readonly is: string
  /** What is wanted. */
  readonly wanted: string
  /** What to do. */
  readonly fix: string
}

export type Result<T> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal }

export const done = <T>(value: T): Result<T> => ({ ok: true, value })
export const refused = (
  code: RefusalCode,
  texts: Omit<Refusal, 'code'>,
): { ok: false; refusal: Refusal } => ({
  ok: false,
  refusal: { code, ...texts },
})
