// A store in a temporary folder and what the helper's functions take to read it, without confinement. Relies on demo/buildStore.ts.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildStore } from '../../../demo/buildStore.ts'
import { storePaths } from '../../../demo/storePaths.ts'
import type { StoreSpec } from '../../../demo/storeSpec.ts'
import { collect } from '../../../helpers/mail/collect.ts'
import type { Access } from '../../../helpers/mail/openStore.ts'
import type { Scope } from '../../../protocol/scope.ts'
import type { CollectAnswer } from '../../../protocol/request.ts'

export const NOW = 1_796_000_000
export const DAY = 86_400
export const native = join(
  import.meta.dirname,
  '../../../node_modules/better-sqlite3/build/Release/better_sqlite3.node',
)

const roots: string[] = []
export function temporary(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'twin-mail-')))
  roots.push(root)
  return root
}
export const removeTemporary = (): void => {
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
}

/** A folder with the store of `spec` in it. */
export function built(spec: StoreSpec): string {
  const folder = temporary()
  buildStore(folder, spec)
  return folder
}

export function accessTo(folder: string, scope: Partial<Scope> = {}): Access {
  const { mail, accountsDb } = storePaths(folder)
  const scratch = join(folder, 'state')
  mkdirSync(scratch, { recursive: true, mode: 0o700 })
  const before = { entries: 2, problem: null }
  const places = {
    config: join(folder, 'twin.toml'),
    mail: scratch,
    store: mail,
    accountsDb,
    sqlite: native,
    before,
  }
  return { places, scope: { accounts: ['Work'], exclude: [], ...scope }, clone: undefined }
}

/** The answer to collect; throws where it is refused. */
export function collected(access: Access, since = NOW - DAY): CollectAnswer {
  const answer = collect(access, { since, now: NOW })
  if (!answer.ok) throw new Error(`Cannot collect: ${answer.refusal.code}, ${answer.refusal.is}`)
  return answer.value
}
