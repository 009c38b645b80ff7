// Opens what an answer is made of: the Envelope Index in use, its layout, its accounts by name, and what cannot be told. Relies
// on the profile to have granted exactly these files. The caller closes the reader.
import { dirname, join } from 'node:path'
import type { MailPlaces } from '../../protocol/mailPlaces.ts'
import { MAILBOX_URL_CHARS, MAILBOXES, PROBE_TABLES } from '../../protocol/limits.ts'
import { done, type Refusal, type Result } from '../../protocol/refusal.ts'
import { type AccountsRead, readAccounts } from './readAccounts.ts'
import { accountNames } from './accountNames.ts'
import { type Chosen, chooseVersion } from './chooseVersion.ts'
import { type Columns, columnsOf, has } from './index/columns.ts'
import type { CopyFile } from './index/copy.ts'
import { type Reader, refusalOf, type Row } from './index/reader.ts'
import { type Layout, layoutOf } from './index/layout.ts'
import { openDatabase, type Opened } from './index/open.ts'
import { type MailboxBits, readMailboxBits } from './mailboxBits.ts'
import { type Account, accountsOf, isLong } from './accountsOf.ts'
import { type Scope, scopeGaps } from '../../protocol/scope.ts'

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

/** What collect reads; the rest is for probe, up to one more table than it lists. */
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
  readonly version: Chosen
  readonly named: Result<AccountsRead>
}

function contents({ access, version, named }: Origin, reader: Reader) {
  const columns = columnsOf(reader, WANTED, PROBE_TABLES + 1)
  const rows = mailboxRows(reader, columns)
  const caches = cachesIn(dirname(version.mailData))
  const accounts = accountsOf(rows.slice(0, MAILBOXES), {
    named: accountNames(named.ok ? named.value.rows : []),
    bits: caches.bitsOf,
    scope: access.scope,
  })
  const labels = accounts.map(account => account.label)
  const degraded = [
    ...version.degraded,
    ...(named.ok ? [...named.value.degraded, ...scopeGaps(labels, access.scope)] : unnamed(named.refusal)),
    ...cutOff(rows, caches.partial()),
  ]
  return { columns, layout: layoutOf(columns), accounts, degraded }
}

function mailboxRows(reader: Reader, columns: Columns) {
  if (!has(columns, 'mailboxes', 'rowid', 'url')) return []
  const source = has(columns, 'mailboxes', 'source') ? 'source' : 'NULL'
  const sql = `SELECT ROWID AS id, substr(url, 1, :chars) AS url, ${source} AS source FROM mailboxes ORDER BY ROWID LIMIT :most`
  return reader.all(sql, { chars: MAILBOX_URL_CHARS + 1, most: MAILBOXES + 1 })
}

/** The caches of the account folders in `folder`, read when asked for; `partial` counts those that were not read whole. */
function cachesIn(folder: string) {
  let partial = 0
  const bitsOf = (host: string): MailboxBits => {
    if (!isFolderName(host)) return new Map()
    const { bits, whole } = readMailboxBits(join(folder, host, '.mboxCache.plist'))
    if (!whole) partial++
    return bits
  }
  return { bitsOf, partial: () => partial }
}

/** A host becomes part of a path: nothing but what a UUID is made of. */
const isFolderName = (host: string): boolean => /^[0-9A-Za-z-]{1,64}$/.test(host)

const unnamed = ({ is }: Refusal): string[] => [`No account can be named, so none is in scope: ${is}.`]

const cutOff = (rows: readonly Row[], caches: number): string[] =>
  [
    rows.length > MAILBOXES
      ? `This store has more than ${MAILBOXES} mailboxes: the others are not read.`
      : '',
    rows.some(row => isLong(row['url']))
      ? `A mailbox whose URL has more than ${MAILBOX_URL_CHARS} characters belongs to no account here and is not read.`
      : '',
    caches > 0
      ? `The .mboxCache.plist of some accounts (${caches}) cannot be read whole: what it does not tell is told by names.`
      : '',
  ].filter(Boolean)
