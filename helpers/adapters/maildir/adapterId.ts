// What the adapter calls one message in one folder: a digest of the folder's path, and the key of the message's name. It stays the same
// whatever flags the message has and however its file is renamed. Relies on SHA-256 to tell folders apart, and on names having at
// most 255 bytes: an id has at most 364 characters.
import { createHash } from 'node:crypto'

const PLAIN = /^[A-Za-z0-9_.,=+@%~-]+$/
const ID = /^([A-Za-z0-9_-]{22})([.~])(.+)$/s

/** `path`: of the folder within the Maildir, in bytes. */
export const folderKey = (path: string): string =>
  createHash('sha256').update(Buffer.from(path, 'latin1')).digest('base64url').slice(0, 22)

/** `key`: of a message's name, in bytes; where they are not plain text they are written as base64. */
export const adapterId = (folder: string, key: string): string =>
  PLAIN.test(key) ? `${folder}.${key}` : `${folder}~${Buffer.from(key, 'latin1').toString('base64url')}`

/** The two parts of an id; undefined for what is none. */
export function partsOf(id: string): { readonly folder: string; readonly key: string } | undefined {
  const [, folder, kind, rest] = ID.exec(id) ?? []
  if (folder === undefined || rest === undefined) return undefined
  return { folder, key: kind === '.' ? rest : Buffer.from(rest, 'base64url').toString('latin1') }
}
