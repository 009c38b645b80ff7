// The place of a door's socket: alone in a private folder, its path short enough, a stale socket of ours removed, and anything
// else that lies there left alone and refused. Relies on the instance lock: whoever holds it owns every socket in the folder.
import { lstatSync, readdirSync, rmdirSync, unlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isOurs } from '../../files/isOurs.ts'
import { SOCKET_PATH_BYTES_DARWIN, SOCKET_PATH_BYTES_LINUX } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import { privateFolder } from '../privateFolder.ts'

/** Bytes that a socket's path may have on this system; the kernel, or a library, cuts a longer one without a word. */
export const socketPathBytes = (platform: NodeJS.Platform): number =>
  platform === 'linux' ? SOCKET_PATH_BYTES_LINUX : SOCKET_PATH_BYTES_DARWIN

/** Makes the folder of `path` and frees the name; refused ("config") where a socket cannot, or must not, be put there. */
export function prepareDoorPath(path: string, platform: NodeJS.Platform): Result<void> {
  const most = socketPathBytes(platform)
  const bytes = Buffer.byteLength(path)
  if (bytes > most) return tooLong(path, bytes, most)
  for (const folder of [dirname(dirname(path)), dirname(path)]) {
    const made = privateFolder(folder)
    if (!made.ok) return made
  }
  return freeName(path)
}

function freeName(path: string): Result<void> {
  const stat = attempt('config', path, () => lstatSync(path, { throwIfNoEntry: false }))
  if (!stat.ok) return stat
  if (!stat.value) return done(undefined)
  if (!stat.value.isSocket() || !isOurs(stat.value)) return foreign(path)
  return attempt('config', path, () => unlinkSync(path))
}

/** Removes a door's socket and folder; what else lies there stays. */
export function removeDoorPath(path: string): void {
  if (freeName(path).ok) attempt('config', path, () => rmdirSync(dirname(path)))
}

/** Removes what a killed twind left of doors that are not in `open`, by the names of their folders. */
export function sweepDoorPaths(doors: string, open: ReadonlySet<string>): void {
  const names = attempt('config', doors, () => readdirSync(doors))
  if (!names.ok) return
  for (const name of names.value) if (!open.has(name)) removeDoorPath(join(doors, name, 'twind.sock'))
}

const tooLong = (path: string, bytes: number, most: number) =>
  refused('config', {
    is: `the path of the socket ${path} has ${bytes} bytes`,
    wanted: `at most ${most}, since the system cuts a longer one without a word`,
    fix: 'set TWIN_HOME to a folder with a shorter path',
  })

const foreign = (path: string) =>
  refused('config', {
    is: `what lies at ${path} is no socket of this user`,
    wanted: 'nothing there, or the socket of a twind that was killed',
    fix: 'look at what it is, then remove it',
  })
