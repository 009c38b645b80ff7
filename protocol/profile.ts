// A profile: what a helper may still do once confined, as data and as it crosses a process boundary, in the argument that the
// helper is started with. native/linux.ts and native/darwin.ts turn it into kernel rules. Everything that is not listed is
// denied: no network, no exec, no fork, no other file. Relies on limits.ts.
import * as z from 'zod/mini'
import * as cap from './limits.ts'

/** Absolute; the starter makes it real (no symlink, no `..`). */
export const AbsolutePath = z.string().check(
  z.regex(/^\/[^\0]*$/, 'wants an absolute path'),
  z.refine(value => value.isWellFormed(), 'wants well-formed text'),
  z.maxLength(cap.PATH_CHARS),
)
const paths = z.readonly(z.array(AbsolutePath).check(z.maxLength(cap.PROFILE_PATHS)))

/**
 * `name`: folder = process = log name (`mail`, `filter`, `rank`, `brief`). `files`: files to read. `trees`: directories whose
 * whole tree may be read and listed. `lists`: directories whose names may be listed, and nothing in them read. `reads`:
 * directories whose files may be read by name without being listed (a view without its manifest). `writes`: directories whose
 * whole tree may be read, listed and written: regular files and directories only, no symlink. `links`: the same, and a file in one
 * of them may get a second name in any of them (an adapter's mailbox and its scratch folder); left out where there is none.
 */
export const ProfileShape = z.readonly(
  z.strictObject({
    name: z.string().check(z.regex(/^[a-z][a-z0-9-]{0,31}$/)),
    files: paths,
    trees: paths,
    lists: paths,
    reads: paths,
    writes: paths,
    links: z.optional(paths),
  }),
)
export type Profile = z.infer<typeof ProfileShape>

/** What a program may reach: nothing, one TCP port (on Linux of whatever host), or whatever IP reaches. Never a unix socket. */
export type Network = 'none' | { readonly loopback: number } | 'open'

/**
 * What a program that is not twin's may do: a job of `[jobs]`, a command, a plugin. It may start programs, each within the same
 * profile. `program`: its own file. `files` and `trees`: what it may read and start. `writes`: folders, `temporary` among
 * them, whose trees it may read and write: regular files and directories only. It crosses no process boundary as such.
 */
export interface ProgramProfile {
  readonly name: string
  readonly program: string
  readonly files: readonly string[]
  readonly trees: readonly string[]
  readonly writes: readonly string[]
  /** An empty folder of its own: its HOME, TMPDIR and working directory. */
  readonly temporary: string
  readonly network: Network
}
