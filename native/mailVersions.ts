// What can be told of a Mail store from names alone: version directories, account folders, which files there are. Lists and
// stats, and opens no file of Mail's: used before confinement to fill the profile, and after it to find the same places
// again. Relies on apple-mail-store.md 1.1 and 1.2.
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { errnoOf } from '../files/errnoOf.ts'

/** A version directory that holds an Envelope Index. `number`: 10 of V10. */
export interface Version {
  readonly name: string
  readonly number: number
  /** …/V10/MailData */
  readonly mailData: string
  /** …/V10/MailData/Envelope Index; its -wal and -shm lie beside it. */
  readonly index: string
}

/** The names in a folder, or why there are none. `problem`: `absent`, `not-a-folder`, `no-access` or `unreadable`. */
export interface Listing {
  readonly names: readonly string[] | null
  readonly problem: string | null
}

const VERSION = /^V([1-9][0-9]{0,3})$/
const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'absent',
  ENOTDIR: 'not-a-folder',
  EACCES: 'no-access',
  EPERM: 'no-access',
}

export function listing(folder: string): Listing {
  try {
    return { names: readdirSync(folder), problem: null }
  } catch (error) {
    return { names: null, problem: problemOf(error) }
  }
}

/** One word for a system error of a path. */
export function problemOf(error: unknown): string {
  return PROBLEMS[errnoOf(error) ?? ''] ?? 'unreadable'
}

/** Every version directory of `store`, newest first by number (V10 before V9). Links are not followed. */
export function mailVersions(store: string): Version[] {
  const names = listing(store).names ?? []
  const versions = names.flatMap(name => {
    const number = Number(VERSION.exec(name)?.[1] ?? 0)
    const mailData = join(store, name, 'MailData')
    const index = join(mailData, 'Envelope Index')
    return number > 0 && isFolder(join(store, name)) && isFolder(mailData) && isFile(index)
      ? [{ name, number, mailData, index }]
      : []
  })
  return versions.toSorted((a, b) => b.number - a.number)
}

/** The account folders of a version directory (…/V10). */
export function accountFolders(version: string): string[] {
  const names = listing(version).names ?? []
  return names
    .filter(name => name !== 'MailData')
    .map(name => join(version, name))
    .filter(isFolder)
}

export const isFile = (path: string): boolean => kindOf(path)?.isFile() ?? false
const isFolder = (path: string): boolean => kindOf(path)?.isDirectory() ?? false

/** lstat, undefined where there is nothing or no access. */
function kindOf(path: string) {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
