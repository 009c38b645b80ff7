// A folder of the state: made 0700, and believed only while it is a real folder, ours and closed to everyone else: whoever
// could write there could hand twin requests, scores or handles. Relies on lstat; security.md 8.1.
import { lstatSync } from 'node:fs'
import { isOurs } from '../files/isOurs.ts'
import { makeFolder } from '../files/makeFolder.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { attempt } from './attempt.ts'

/** Makes `path` where it is missing and checks it where it is not. So are its missing parents. */
export function privateFolder(path: string): Result<string> {
  const stat = attempt('config', `the state folder ${path}`, () => {
    makeFolder(path)
    return lstatSync(path)
  })
  if (!stat.ok) return stat
  if (!stat.value.isDirectory()) return wrong(path, 'is no folder of its own')
  if (!isOurs(stat.value)) return wrong(path, 'belongs to another user')
  return stat.value.mode & 0o077 ? wrong(path, 'is open to other users') : done(path)
}

const wrong = (path: string, is: string) =>
  refused('config', {
    is: `the state folder ${path} ${is}`,
    wanted: 'a folder that only this user can enter (mode 0700), no symbolic link',
    fix: `look at what is in it, then remove it or run "chmod 700" on it`,
  })
