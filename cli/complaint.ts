// How a refusal, a system error and a bug of our own look on stderr: what is, what is wanted, what to do. Pure. Relies on
// protocol/refusal.ts for the codes; the stack of a bug is shown only with TWIN_DEBUG=1, since it may name more than needed.
import { styled, type Line } from './answer.ts'
import { refused, type Refusal } from '../protocol/refusal.ts'

/** A refusal, or the report of a bug, which has no code of protocol/refusal.ts. */
export type Complaint = Omit<Refusal, 'code'> & { readonly code: Refusal['code'] | 'bug' }

/** The object that --json prints instead of an answer. */
export const complaintObject = ({ code, is, wanted, fix }: Complaint): object => ({
  error: { code, is, wanted, fix },
})

/** The three lines on stderr. */
export function complaintLines({ code, is, wanted, fix }: Complaint): Line[] {
  return [
    ['twin: ', styled('bad', code === 'bug' ? 'bug:' : 'error:'), ` ${is}`],
    [`twin: wanted: ${wanted}`],
    [`twin: hint: ${fix}`],
  ]
}

/** What a thrown error is: the system's refusal (a full disk, a missing right), or a bug of twin's own. */
export function complaintOf(error: unknown, command: string): Complaint {
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    const path = 'path' in error ? ` ${JSON.stringify(error.path)}` : ''
    return refused('disk', {
      is: `Cannot finish "${command}": the system answered ${String(error.code)} to ${String(error.syscall)}${path}`,
      wanted: 'a disk with room, and the right to use that file',
      fix: 'make room or give the right, then run it again',
    }).refusal
  }
  return {
    code: 'bug',
    is: `Cannot finish "${command}": an unforeseen ${error instanceof Error ? error.name : typeof error}`,
    wanted: 'an answer or a refusal',
    fix: 'run it again with TWIN_DEBUG=1 and report what it prints, as README.md says',
  }
}

/** The stack of `error`, for TWIN_DEBUG=1. */
export function stackLines(error: unknown): Line[] {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return text.split('\n').map(line => [styled('dim', line)])
}
