// Opens a database of Mail's without writing to any of its files: on macOS a clone, elsewhere in place while both sidecars
// are there (SQLite could not make them in a folder it may not write), else a copy. A clone or copy has
// no name any more once it is open, so that nothing of it stays, however this process ends. Relies on copy.ts; sandbox.md 2.7.
import { existsSync, statSync } from 'node:fs'
import { problemOf } from '../../../native/mailVersions.ts'
import { done, refused, type Refusal, type Result } from '../../../protocol/refusal.ts'
import { type Copied, copyDatabase, type CopyFile, removeCopy } from './copy.ts'
import { openReader, type Reader, refusalOf, sqliteCode } from './reader.ts'

export interface Opened {
  readonly reader: Reader
  readonly how: 'clone' | 'in-place' | 'copy'
  /** Milliseconds that the clone or copy took, 0 in place. */
  readonly copyMs: number
}

/** `what` names the database in refusals. `scratch`: where clones and copies go. `clone`: clonefile, on macOS alone. */
export interface Opening {
  readonly what: string
  readonly path: string
  readonly scratch: string
  readonly native: string
  readonly clone: CopyFile | undefined
}

/** Refused with no-store, no-access, store-busy, store-broken or disk. The caller closes the reader. */
export function openDatabase(opening: Opening): Result<Opened> {
  try {
    return open(opening)
  } catch (error) {
    const refusal = refusalOf(opening.what, error) ?? systemRefusal(opening.what, error)
    if (!refusal) throw error
    return { ok: false, refusal }
  }
}

function open(opening: Opening): Result<Opened> {
  const { path, scratch, native, clone } = opening
  const began = performance.now()
  if (isOdd(path) || isOdd(`${path}-wal`)) return { ok: false, refusal: odd(opening.what) }
  if (clone) return openCopy(opening, { how: 'clone', began, copied: copyDatabase(path, scratch, clone) })
  if (existsSync(`${path}-journal`)) return { ok: false, refusal: journalled(opening.what) }
  const inPlace = sidecars(path).every(file => existsSync(file) && !isOdd(file))
    ? openInPlace(path, native)
    : undefined
  if (inPlace) return done({ reader: inPlace, how: 'in-place', copyMs: 0 })
  return openCopy(opening, { how: 'copy', began, copied: copyDatabase(path, scratch) })
}

/** Whether something else than a file lies there: to open a FIFO is to wait for ever. */
const isOdd = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === false

const sidecars = (path: string): string[] => [`${path}-wal`, `${path}-shm`]

/** Undefined where a sidecar went away meanwhile: Mail has quit, and the copy is whole. */
function openInPlace(path: string, native: string): Reader | undefined {
  try {
    return openReader(path, native)
  } catch (error) {
    if (/^SQLITE_(CANTOPEN|READONLY|IOERR)/.test(sqliteCode(error) ?? '')) return undefined
    throw error
  }
}

interface Made {
  readonly how: 'clone' | 'copy'
  readonly began: number
  readonly copied: Copied
}

function openCopy({ what, native }: Opening, { how, began, copied }: Made): Result<Opened> {
  try {
    const reader = openReader(copied.path, native)
    if (copied.steady || isWhole(reader))
      return done({ reader, how, copyMs: Math.round(performance.now() - began) })
    reader.close()
    return { ok: false, refusal: busy(what) }
  } finally {
    removeCopy(copied.path)
  }
}

/** A copy made while Mail wrote may hold pages of two moments. */
function isWhole(reader: Reader): boolean {
  const [row] = reader.all('PRAGMA quick_check(1)')
  return row !== undefined && Object.values(row)[0] === 'ok'
}

/** A store that is no longer in WAL mode, in the midst of a write: a copy would be half of it. */
const journalled = (what: string): Refusal =>
  refused('store-busy', {
    is: `${what} has a rollback journal beside it`,
    wanted: 'a write-ahead log, as Mail keeps it',
    fix: 'quit Mail, or open it once, then try again',
  }).refusal

const odd = (what: string): Refusal =>
  refused('store-broken', {
    is: `${what} or its log is no regular file`,
    wanted: 'the files that Mail keeps',
    fix: 'run "twin mail diagnose"',
  }).refusal

const busy = (what: string): Refusal =>
  refused('store-busy', {
    is: `${what} changed while it was copied, three times`,
    wanted: 'a moment in which Mail does not write',
    fix: 'try again in a minute',
  }).refusal

function systemRefusal(what: string, error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('errno' in error)) return undefined
  const errno = 'code' in error ? String(error.code) : 'unknown'
  const wanted = 'a database that can be read, and room for a copy of it'
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(errno))
    return refused('disk', { is: `${what} cannot be copied (${errno})`, wanted, fix: 'free some space' })
      .refusal
  const problem = problemOf(error)
  const code = problem === 'absent' ? 'no-store' : problem === 'no-access' ? 'no-access' : 'store-broken'
  return refused(code, { is: `${what} cannot be read (${problem})`, wanted, fix: 'run "twin mail diagnose"' })
    .refusal
}
