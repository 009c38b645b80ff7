// The folder that a demo lives in: its own configuration, store, state and vault, so that no demo touches anything else. Only
// a folder that is empty or carries the mark of an earlier demo is used. Relies on demo/ for the mailbox.
import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'smol-toml'
import { errnoOf } from '../files/errnoOf.ts'
import { packageRoot } from '../files/packageRoot.ts'
import { makeFolder } from '../files/makeFolder.ts'
import { readCapped } from '../files/readCapped.ts'
import { writeAside } from '../files/writeAside.ts'
import { CONFIG_BYTES } from '../protocol/limits.ts'
import { pathsOf, type Paths } from '../protocol/paths.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'

const MARK = '.twin-demo'
const STORE = ['Mail', 'Accounts4.sqlite', 'Accounts4.sqlite-wal', 'Accounts4.sqlite-shm']

/** A folder for a demo at `keep`, or a fresh one in the temporary folder; an earlier demo's store in it is removed. */
export function demoFolder(keep: string | undefined): Result<string> {
  if (keep === undefined) return done(marked(realpathSync(mkdtempSync(join(tmpdir(), 'twin-demo-')))))
  let names: string[]
  try {
    makeFolder(keep)
    names = readdirSync(keep)
  } catch (error) {
    const errno = errnoOf(error)
    if (errno === undefined) throw error
    return unusable(keep, `answers ${errno}`)
  }
  if (names.length > 0 && !names.includes(MARK))
    return unusable(keep, 'is not empty and holds no earlier demo')
  const folder = realpathSync(keep)
  for (const name of STORE) rmSync(join(folder, name), { recursive: true, force: true })
  return done(marked(folder))
}

function marked(folder: string): string {
  writeFileSync(join(folder, MARK), 'This folder was made by "twin demo". It may be removed.\n', {
    mode: 0o600,
  })
  return folder
}

/** Writes the demo's twin.toml, with `accounts` in scope, and policy.toml, and makes its vault. The folder is its $TWIN_HOME. */
export function configureDemo(folder: string, accounts: readonly string[]): Paths {
  const paths = pathsOf({ TWIN_HOME: folder })
  const vault = join(folder, 'vault')
  makeFolder(vault)
  const config = {
    mail: { accounts, store: join(folder, 'Mail'), accounts_db: join(folder, 'Accounts4.sqlite') },
    brief: { folder: vault },
  }
  writeAside(
    paths.twinToml,
    `# The demo's configuration: every key that is not here has its default.\n${stringify(config)}`,
  )
  const policy = readCapped(join(packageRoot, 'policy.toml'), CONFIG_BYTES, false)
  if (!policy.ok)
    throw new Error(`Cannot read policy.toml of the package: it is ${policy.problem}, wanted the file`)
  writeAside(paths.policyToml, policy.text)
  return paths
}

const unusable = (folder: string, is: string) =>
  refused('usage', {
    is: `the folder ${JSON.stringify(folder)} ${is}`,
    wanted: 'an empty folder, or one that an earlier "twin demo --keep" made',
    fix: 'name another folder, or leave --keep out',
  })
