// Makes the files of the store and the index agree again, after a sync that was killed, a power cut, or a hand that removed something:
// what no row names goes, and what a row names and is not there is fetched or parsed again. Relies on no sync running. Throws.
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { removeTree } from '../removeTree.ts'
import type { StoreSite } from './storeSite.ts'

interface Row {
  readonly id: number
  readonly content: number
  readonly sha256: string
  readonly bytes: number
  readonly problem: string | null
}

/** Mends the account's raw messages, and the parsed cache that all accounts share. */
export function mendStore(
  site: Pick<StoreSite, 'folders' | 'database'>,
  account: { id: number; name: string },
): void {
  const { folders, database } = site
  for (const name of namesIn(folders.work)) removeTree(join(folders.work, name))
  const rows = database
    .prepare<[number], Row>(
      `SELECT m.id, m.content, c.sha256, c.bytes, c.problem FROM mails m JOIN contents c ON c.id = m.content WHERE m.account = ?`,
    )
    .all(account.id)
  const isWhole = ({ sha256, bytes }: Row): boolean => sizeOf(folders.rawOf(account.name, sha256)) === bytes
  const whole = new Set(rows.filter(isWhole).map(({ sha256 }) => sha256))
  const isParsed = database.prepare<[string], number>(
    'SELECT 1 FROM contents WHERE sha256 = ? AND problem IS NULL',
  )
  sweep(folders.raw(account.name), name => whole.has(name))
  sweep(folders.parsed, name => isParsed.pluck().get(name) === 1)
  const unfetched = database.prepare('UPDATE places SET mail = NULL WHERE mail = ?')
  const unparsed = database.prepare('UPDATE contents SET parser = 0 WHERE id = ?')
  database.transaction(() => {
    for (const { id, content, sha256, problem } of rows) {
      if (!whole.has(sha256)) unfetched.run(id)
      const envelope = sizeOf(join(folders.parsedOf(sha256), 'envelope.json'))
      if (problem === null && envelope === 0) unparsed.run(content)
    }
  })()
}

/** Bytes of a file; 0 where it is none, or was written when the power went. */
function sizeOf(path: string): number {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? stat.size : 0
}

function sweep(root: string, isKnown: (name: string) => boolean): void {
  for (const shard of namesIn(root))
    for (const name of namesIn(join(root, shard))) if (!isKnown(name)) removeTree(join(root, shard, name))
}

const namesIn = (folder: string): readonly string[] =>
  lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? readdirSync(folder) : []
