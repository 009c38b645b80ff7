// Runs a command of policy.toml to its end: without a shell, in an environment made from nothing, in a process group that is
// killed whole. What it prints is counted and thrown away. Relies on spawn.ts for all of that.
import { refused, type Refusal } from '../../protocol/refusal.ts'
import type { Ending } from '../misbehaviour.ts'
import { begin, type Bounds } from '../spawn.ts'
import type { Planned } from './commandOf.ts'

/** `printed`: bytes on stdout and stderr, as far as they are read. */
export interface Ran {
  readonly exit: 0
  readonly printed: number
}

/** A command that failed. `began`: whether it was started at all: if so, nobody can say how far it came. */
export type CommandEnd =
  | { readonly ok: true; readonly value: Ran }
  | { readonly ok: false; readonly refusal: Refusal; readonly began: boolean }

/** How the command ended. `home`: becomes HOME; left out where it is ''. */
export async function runCommand(
  { name, argv, milliseconds }: Planned,
  { home, signal }: Pick<Bounds, 'signal'> & { readonly home: string },
): Promise<CommandEnd> {
  const [file = '', ...args] = argv
  const env = { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', ...(home === '' ? {} : { HOME: home }) }
  const end = await begin({ name, file, args, env }, { milliseconds, signal, slots: 0 }).ended
  const is = failureOf(end)
  if (is !== null) return { ...failed(`the command ${name} ${is}`), began: end.startError === undefined }
  return {
    ok: true,
    value: { exit: 0, printed: Buffer.byteLength(end.stdout) + Buffer.byteLength(end.stderr) },
  }
}

function failureOf({ startError, stopped, signal, code }: Ending): string | null {
  if (startError !== undefined) return `cannot be started (${startError})`
  if (stopped === 'interrupted') return 'was stopped because twin ended'
  if (stopped !== undefined) return 'did not end in time and was killed'
  if (signal !== null) return `was killed (${signal})`
  return code === 0 ? null : `ended with code ${code}`
}

const failed = (is: string) =>
  refused('job-failed', {
    is,
    wanted: 'a program that ends with code 0 in the time that policy.toml gives it',
    fix: 'look at what it did before you ask for it again',
  })
