// What the local store costs, against notmuch over the same Maildir: the first import, a sync with nothing new, and queries. 10,000
// messages; 100,000 too with TWIN_BENCH_LARGE=1. Relies on notmuch being installed; where it is not, only twin is measured.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../daemon/store/openStore.ts'
import { packageRoot } from '../files/packageRoot.ts'
import { parseConfig } from '../protocol/config.ts'
import { pathsOf } from '../protocol/paths.ts'
import { refused } from '../protocol/refusal.ts'
import { writeMaildir } from './maildir.ts'
import { elapsed, median, ran, type Ran } from './measure.ts'
import { ms, times, type Row } from './report.ts'

const NOTMUCH = existsSync('/usr/bin/notmuch')
/** The same question in both languages: words, a field, a folder, a span of time. */
const QUERIES = [
  ['kettle', 'kettle'],
  ['"lease meeting"', '"lease meeting"'],
  ['subject:invoice and not flag:seen', 'subject:invoice and tag:unread'],
  ['collection:Receipts and has:attachment', 'folder:.Receipts and tag:attachment'],
  ['from:ann and date:2023-11-20..2023-11-25', 'from:ann and date:2023-11-20..2023-11-25'],
] as const

export async function store(): Promise<Row[]> {
  const sizes = process.env['TWIN_BENCH_LARGE'] === '1' ? [10_000, 100_000] : [10_000]
  const rows: Row[] = []
  for (const size of sizes) rows.push(...(await storeOf(size)))
  return rows
}

async function storeOf(size: number): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-bench-store-'))
  try {
    const mail = join(folder, 'Mail')
    writeMaildir(mail, size)
    const home = join(folder, 'home')
    mkdirSync(home, { mode: 0o700 })
    const toml = `[accounts.home]\nadapter = "maildir"\npath = ${JSON.stringify(mail)}\n`
    writeFileSync(join(home, 'twin.toml'), toml, { mode: 0o600 })
    writeFileSync(join(home, 'policy.toml'), '[capabilities]\n"mail.read" = "auto"\n', { mode: 0o600 })
    const sync = () =>
      ran([process.execPath, join(packageRoot, 'dist/twin.cjs'), 'sync', 'home'], {
        env: { TWIN_HOME: home, HOME: home, PATH: process.env['PATH'] },
        sample: true,
      })
    const config = join(folder, 'notmuch')
    writeFileSync(
      config,
      `[database]\npath=${mail}\n[user]\nprimary_email=me@example.net\n[new]\ntags=unread;\n`,
    )
    const env = { NOTMUCH_CONFIG: config, HOME: folder, PATH: process.env['PATH'] }
    const notmuch = (...words: readonly string[]): Promise<Ran | undefined> =>
      NOTMUCH ? ran(['notmuch', ...words], { env, sample: true }) : Promise.resolve(undefined)
    const what = `${size.toLocaleString('en')} messages`
    // twin first: notmuch puts its database into the Maildir.
    const [first, again] = [await sync(), await sync()]
    const [new1, new2] = [await notmuch('new', '--quiet'), await notmuch('new', '--quiet')]
    const queried = await queries({ home, toml, notmuch })
    return [
      row(`import of ${what}`, first, { other: new1, size }),
      row(`sync of ${what}, nothing new`, again, { other: new2, size: null }),
      { ...queried, what: `a query over ${what}, median of ${QUERIES.length}` },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `size`: messages, where their rate is told. */
function row(what: string, run: Ran, { other, size }: { other: Ran | undefined; size: number | null }): Row {
  const rate = (took: number): string => (size === null ? '' : `, ${Math.round(size / (took / 1_000))}/s`)
  const peak = [...run.peaks].map(([name, megabytes]) => `${name} ${Math.round(megabytes)} MB`).join(', ')
  return {
    what,
    measured: `${ms(run.ms)}${rate(run.ms)}${peak === '' ? '' : `; ${peak}`}`,
    baseline: other ? `${ms(other.ms)}${rate(other.ms)}: notmuch new` : 'notmuch is not here',
    result: other ? times(run.ms / other.ms) : '–',
    reach: '–',
    met: undefined,
  }
}

interface Asked {
  readonly home: string
  readonly toml: string
  readonly notmuch: (...words: readonly string[]) => Promise<Ran | undefined>
}

/** In the process that has the index open, as twind has, against a notmuch that starts: its start is told beside it. */
async function queries({ home, toml, notmuch }: Asked): Promise<Omit<Row, 'what'>> {
  const config = parseConfig(toml)
  if (!config.ok) throw new Error(config.refusal.is)
  const none = refused('unavailable', { is: 'not measured', wanted: 'a query', fix: 'none' })
  const opened = openStore({
    folder: pathsOf({ TWIN_HOME: home }).store,
    account: name => config.value.accounts[name],
    openAdapter: async () => none,
    performStep: async () => none,
    parseStage: () => none,
    now: Date.now,
  })
  const asked = { account: 'home', limit: 100, expand: 'none', timeZone: 'UTC' } as const
  const find = (query: string): void => {
    const found = opened.find({ ...asked, query, now: Math.floor(Date.now() / 1_000) })
    if (!found.ok) throw new Error(found.refusal.is)
  }
  const ours: number[] = []
  const theirs: number[] = []
  for (const [query, other] of QUERIES) {
    find(query)
    for (let turn = 0; turn < 11; turn++) {
      ours.push(await elapsed(() => find(query)))
      const searched = await notmuch('search', '--output=messages', '--limit=100', other)
      if (searched) theirs.push(searched.ms)
    }
  }
  opened.close()
  const start = NOTMUCH ? (await notmuch('--version'))?.ms : undefined
  return {
    measured: `${ms(median(ours))}, worst ${ms(Math.max(...ours))}`,
    baseline:
      start === undefined
        ? 'notmuch is not here'
        : `${ms(median(theirs))}: notmuch search, of which its start ${ms(start)}`,
    result: start === undefined ? '–' : times(median(ours) / median(theirs)),
    reach: '–',
    met: undefined,
  }
}
