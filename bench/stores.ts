// The large stores that benchmarks read: built once by the demo's builder, kept in .bench/, open like a store in use (a second
// connection holds -wal and -shm). Relies on demo/scale.ts giving the same store for the same numbers.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { stringify } from 'smol-toml'
import { buildScaleStore, scaleScope } from '../demo/scale.ts'
import { storePaths, type StorePaths } from '../demo/storePaths.ts'
import { packageRoot } from '../files/packageRoot.ts'
import { pathsOf, type Paths } from '../protocol/paths.ts'

export interface BenchStore {
  readonly store: StorePaths
  /** A $TWIN_HOME whose twin.toml names the store. */
  readonly paths: Paths
  readonly home: string
  /** Unix seconds a day before the newest message. */
  readonly since: number
}

const DAY = 86_400

/** A store of `messages`, of which 200 are of its last day. */
export function benchStore(messages: number, ranker: Record<string, unknown> = {}): BenchStore {
  const home = join(packageRoot, '.bench', `${messages}`)
  const stamp = join(home, 'now')
  if (!existsSync(stamp) || Number(readFileSync(stamp, 'utf8')) < Date.now() / 1000 - 30 * DAY) {
    const now = Math.floor(Date.now() / 1000)
    console.error(`building a store of ${messages} messages`)
    rmSync(home, { recursive: true, force: true })
    mkdirSync(home, { recursive: true, mode: 0o700 })
    buildScaleStore(home, messages, { now })
    writeFileSync(stamp, `${now}`)
  }
  const store = storePaths(home)
  const paths = pathsOf({ TWIN_HOME: home })
  mkdirSync(join(home, 'vault'), { recursive: true })
  const config = {
    mail: { accounts: [...scaleScope], store: store.mail, accounts_db: store.accountsDb },
    ranker,
    brief: { folder: join(home, 'vault') },
  }
  writeFileSync(paths.twinToml, stringify(config))
  copyFileSync(join(packageRoot, 'policy.toml'), paths.policyToml)
  return { store, paths, home, since: Number(readFileSync(stamp, 'utf8')) - DAY }
}

/** Runs `work` while another connection is open, as Mail's is: then the index is read where it lies. */
export async function whileInUse<T>(store: StorePaths, work: () => Promise<T>): Promise<T> {
  const db = new Database(store.index)
  try {
    db.pragma('wal_autocheckpoint = 0')
    db.exec(`INSERT OR REPLACE INTO properties (key, value) VALUES ('WriteTransactionGeneration', 1)`)
    return await work()
  } finally {
    db.close()
  }
}
