// Opens what an answer is made of: the Envelope Index in use, its layout, its accounts by name, and what cannot be told. Relies
// on the profile to have granted exactly these files. The caller closes the reader.
import { dirname, join } from 'node:path'
import type { MailPlaces } from '../../native/mailProfile.ts'
import type { Version } from '../../native/mailVersions.ts'
import { MAILBOXES, PROBE_TABLES } from '../../protocol/limits.ts'
import { done, type Refusal, type Result } from '../../protocol/refusal.ts'
import { readAccounts } from './readAccounts.ts'
import { accountNames, type AccountRow } from './accountNames.ts'
import { chooseVersion } from './chooseVersion.ts'
import { type Columns, columnsOf, has } from './index/columns.ts'
import type { CopyFile } from './index/copy.ts'
import { type Reader, refusalOf } from './index/reader.ts'
import { type Layout, layoutOf } from './index/layout.ts'
import { openDatabase, type Opened } from './index/open.ts'
import { readMailboxBits } from './mailboxBits.ts'
import { type Account, accountsOf } from './accountsOf.ts'
import { type Scope, scopeGaps } from './scope.ts'

export interface MailStore {
  readonly reader: Reader
  readonly columns: Columns
  /** The generation, or why it is none. */
  readonly layout: Result<Layout>
  readonly accounts: readonly Account[]
  readonly degraded: readonly string[]
  readonly how: Opened['how']
  readonly copyMs: number
}

export interface Access {
  readonly places: MailPlaces
  readonly scope: Scope
  readonly clone: CopyFile | undefined
}

/** What collect reads; the rest is for probe, up to more tables than any generation has. */
const WANTED = [
  'messages',
  'mailboxes',
  'addresses',
  'subjects',
  'labels',
  'recipients',
  'summaries',
  'message_global_data',
  'generated_summaries',
  'business_addresses',
  'threads',
]

/** What passes: a brief without an account, for want of a moment's room, would take the place of a good one. */
const PASSING: ReadonlySet<Refusal['code']> = new Set(['disk', 'store-busy'])

export function openStore(access: Access): Result<MailStore> {
  const version = chooseVersion(access.places.store)
  if (!version.ok) return version
  const named = readAccounts(opening(access, 'Accounts4.sqlite', access.places.accountsDb))
  if (!named.ok && PASSING.has(named.refusal.code)) return named
  const opened = openDatabase(opening(access, 'the Envelope Index', version.value.index))
  if (!opened.ok) return opened
  const { reader, how, copyMs } = opened.value
  try {
    return done({ reader, how, copyMs, ...contents({ access, version: version.value, named }, reader) })
  } catch (error) {
    reader.close()
    return refuse(error)
  }
}

/** What SQLite threw while a store was read, as a refusal. Throws what is our own bug. */
export function refuse(error: unknown): { ok: false; refusal: Refusal } {
  const refusal = refusalOf('the Envelope Index', error)
  if (!refusal) throw error
  return { ok: false, refusal }
}

const opening = ({ places, clone }: Access, what: string, path: string) => ({
  what,
  path,
  clone,
  scratch: places.mail,
  native: places.sqlite,
})

interface Origin {
  readonly access: Access
  readonly version: Version
  readonly named: Result<AccountRow[]>
}

function contents({ access, version, named }: Origin, reader: Reader) {
  const columns = columnsOf(reader, WANTED, PROBE_TABLES)
  const rows = mailboxRows(reader, columns)
  const folder = dirname(version.mailData)
  const accounts = accountsOf(rows.slice(0, MAILBOXES), {
    named: accountNames(named.ok ? named.value : []),
    bits: host => (isFolderName(host) ? readMailboxBits(join(folder, host, '.mboxCache.plist')) : new Map()),
    scope: access.scope,
  })
  const labels = accounts.map(account => account.label)
  const degraded = [
    ...(named.ok ? scopeGaps(labels, access.scope) : unnamed(named.refusal)),
    ...cutOff(rows.length),
  ]
  return { columns, layout: layoutOf(columns), accounts, degraded }
}

function mailboxRows(reader: Reader, columns: Columns) {
  if (!has(columns, 'mailboxes', 'rowid', 'url')) return []
  const source = has(columns, 'mailboxes', 'source') ? 'source' : 'NULL'
  const sql = `SELECT ROWID AS id, substr(url, 1, 2000) AS url, ${source} AS source FROM mailboxes ORDER BY ROWID LIMIT :most`
  return reader.all(sql, { most: MAILBOXES + 1 })
}

/** A host becomes part of a path: nothing but what a UUID is made of. */
const isFolderName = (host: string): boolean => /^[0-9A-Za-z-]{1,64}$/.test(host)

const unnamed = ({ is }: Refusal): string[] => [`No account can be named, so none is in scope: ${is}.`]

const cutOff = (rows: number): string[] =>
  rows > MAILBOXES ? [`This store has more than ${MAILBOXES} mailboxes: the others are not read.`] : []
