// A Maildir of a test, and the adapter opened on it within this process: no rule of the kernel stands around it here. Relies on
// temporaryFolder.ts for the folder.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Adapter, Change, ListEnd, Part } from '../../../../helpers/adapters/adapter.ts'
import { openMaildir } from '../../../../helpers/adapters/maildir/openMaildir.ts'
import type { Listed } from '../../../../protocol/adapter.ts'
import { temporaryFolder } from '../../../daemon/temporaryFolder.ts'

export interface Mailbox {
  readonly root: string
  readonly scratch: string
}
/** What one list has said. */
export interface Listing extends ListEnd {
  readonly messages: readonly Listed[]
  readonly gone: readonly string[]
  readonly reset: boolean
}

/** `folders`: paths within the Maildir, '' for its root. */
export function makeMailbox(folders: readonly string[] = ['']): Mailbox {
  const folder = temporaryFolder()
  const box = { root: join(folder, 'Mail'), scratch: join(folder, 'scratch') }
  mkdirSync(box.scratch)
  mkdirSync(box.root)
  for (const path of folders) makeFolder(box, path)
  return box
}

export function makeFolder({ root }: Mailbox, path: string): void {
  for (const name of ['cur', 'new', 'tmp']) mkdirSync(join(root, path, name), { recursive: true })
}

/** `path`: for example 'cur/1.a.host:2,S' or '.Sent/cur/…'. */
export function put(
  { root }: Mailbox,
  path: string,
  content = `Subject: ${path}\n\nText of ${path}\n`,
): void {
  writeFileSync(join(root, path), content)
}

export function openBox({ root, scratch }: Mailbox): Adapter {
  const opened = openMaildir({ op: 'open', id: 0, root, scratch, credential: null })
  if (!opened.ok) throw new Error(opened.refusal.is)
  return opened.value
}

export function list(adapter: Adapter, cursor: string | null = null): Listing {
  const parts: Part[] = []
  const end = adapter.list(cursor, part => parts.push(part))
  if (!end.ok) throw new Error(end.refusal.is)
  return {
    ...end.value,
    messages: parts.flatMap(part => part.messages),
    gone: parts.flatMap(part => part.gone),
    reset: parts.some(part => part.reset),
  }
}

/** The message of this collection whose id ends with `key`. */
export function idOf(adapter: Adapter, key: string, collection = 'INBOX'): string {
  const found = list(adapter).messages.find(one => one.message.endsWith(key) && one.collection === collection)
  if (!found) throw new Error(`there is no ${key} in ${collection}`)
  return found.message
}

/** The file names of one folder, sorted. */
export const namesIn = ({ root }: Mailbox, path: string): string[] =>
  existsSync(join(root, path)) ? readdirSync(join(root, path)).sort() : []

/** Contents of every message by its path, tmp/ included. */
export function contents({ root }: Mailbox): Map<string, string> {
  const found = new Map<string, string>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && /\/(?:cur|new|tmp)$/.test(entry.parentPath))
      found.set(
        join(entry.parentPath, entry.name).slice(root.length + 1),
        readFileSync(join(entry.parentPath, entry.name), 'utf8'),
      )
  return found
}

export const change = (parts: Partial<Change> & Pick<Change, 'verb'>): Change => ({
  nonce: 'nonce-0000001',
  message: null,
  from: null,
  to: null,
  raw: null,
  ...parts,
})
