// What the adapter remembers of a Maildir between two lists, in its scratch folder: one file a generation with the stamp of each folder
// (`<token>.json`), and the messages of the folders that were read for it (`<token>.list`). A cursor is the token of a
// generation. Relies on the folder being the adapter's alone; what is missing or torn only means that all is listed anew.
import { closeSync, openSync, readdirSync, readSync, unlinkSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import * as z from 'zod/mini'
import { makeFolder } from '../../../files/makeFolder.ts'
import { readCapped } from '../../../files/readCapped.ts'
import { writeAside } from '../../../files/writeAside.ts'
import { parseJson } from '../../../protocol/line.ts'
import { SNAPSHOT_BYTES } from '../../../protocol/limits.ts'
import { type Messages, messagesIn, written } from './folderMessages.ts'
import { called } from './systemCall.ts'

const TOKEN = /^[0-9a-f]{32}$/
const number = z.int().check(z.minimum(0))
/** Where the messages of a folder stand: bytes of `<list>.list` from `at` on. */
const Kept = z.strictObject({
  path: z.string(),
  stamp: z.string(),
  settled: z.boolean(),
  odd: z.strictObject({ other: number, twice: number, large: number }),
  list: z.string().check(z.regex(TOKEN)),
  at: number,
  bytes: number,
})
export type Kept = z.infer<typeof Kept>
const Generation = z.strictObject({ v: z.literal(1), root: z.string(), folders: z.array(Kept) })

/** One generation: the folders by their path, in bytes. */
export interface Snapshot {
  readonly token: string
  readonly folders: ReadonlyMap<string, Kept>
}
export interface Snapshots {
  /** The generation that `cursor` names; undefined where it is none that is still there. */
  readonly load: (cursor: string) => Snapshot | undefined
  /** The messages of one of its folders; undefined where they cannot be read. */
  readonly messagesOf: (kept: Kept) => Messages | undefined
  /** Writes the next generation; of those before it `base` alone is kept, since twind may ask from there again. */
  readonly save: (next: Next, base: Snapshot | undefined) => string
  /** Forgets a generation. */
  readonly drop: (token: string) => void
}
/** A folder whose messages are written anew. */
export type Read = Pick<Kept, 'path' | 'stamp' | 'settled' | 'odd'> & { readonly messages: Messages }
/** `kept`: folders whose messages are written already. */
export interface Next {
  readonly kept: readonly Kept[]
  readonly read: readonly Read[]
}

/** `folder`: of the snapshots. `root`: of the Maildir, in bytes: the snapshot of another one is none. */
export function openSnapshots(folder: string, root: string): Snapshots {
  makeFolder(folder)
  const pathOf = (token: string, kind: 'json' | 'list') => `${folder}/${token}.${kind}`
  const load = (cursor: string): Snapshot | undefined => {
    if (!TOKEN.test(cursor)) return undefined
    const read = readCapped(pathOf(cursor, 'json'), SNAPSHOT_BYTES)
    const parsed = read.ok ? parseJson(read.text) : undefined
    const shape = parsed?.ok ? Generation.safeParse(parsed.value) : undefined
    if (!shape?.success || shape.data.root !== root) return undefined
    return { token: cursor, folders: new Map(shape.data.folders.map(kept => [kept.path, kept])) }
  }
  return {
    load,
    messagesOf: kept => {
      const bytes = called(() => readPart(pathOf(kept.list, 'list'), kept))
      return bytes.ok && bytes.value ? messagesIn(bytes.value) : undefined
    },
    save: ({ kept, read }, base) => {
      const token = randomBytes(16).toString('hex')
      const parts = read.map(({ messages }) => written(messages.values()))
      let end = 0
      const folders = read.map(({ path, stamp, settled, odd }, index) => {
        const bytes = parts[index]?.length ?? 0
        end += bytes
        return { path, stamp, settled, odd, list: token, at: end - bytes, bytes }
      })
      if (end > 0) writeAside(pathOf(token, 'list'), Buffer.concat(parts))
      const next = { v: 1, root, folders: [...kept, ...folders] }
      writeAside(pathOf(token, 'json'), JSON.stringify(next))
      sweep(folder, [load(token), base])
      return token
    },
    drop: token => void called(() => unlinkSync(pathOf(token, 'json'))),
  }
}

/** Undefined where the file is shorter than it was. */
function readPart(path: string, { at, bytes }: Kept): Buffer | undefined {
  if (bytes === 0) return Buffer.alloc(0)
  const fd = openSync(path, 'r')
  try {
    const part = Buffer.alloc(bytes)
    for (let read = 0; read < bytes;) {
      const more = readSync(fd, part, read, bytes - read, at + read)
      if (more === 0) return undefined
      read += more
    }
    return part
  } finally {
    closeSync(fd)
  }
}

/** Removes every file that none of `wanted` needs. */
function sweep(folder: string, wanted: readonly (Snapshot | undefined)[]): void {
  const needed = new Set<string>()
  for (const snapshot of wanted) {
    if (snapshot) needed.add(`${snapshot.token}.json`)
    for (const { list } of snapshot?.folders.values() ?? []) needed.add(`${list}.list`)
  }
  for (const name of readdirSync(folder)) if (!needed.has(name)) called(() => unlinkSync(`${folder}/${name}`))
}
