// What it costs to list a Maildir through its adapter, confined and over the channel: the first time, and with nothing new, against
// `find -type f` over the same tree. Relies on dist/maildir.cjs being built.
import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AdapterSession } from '../daemon/adapters/adapters.ts'
import { adapterOpener } from '../daemon/adapters/openAdapter.ts'
import { Account } from '../protocol/configTables.ts'
import { pathsOf } from '../protocol/paths.ts'
import { done } from '../protocol/refusal.ts'
import { elapsed, inTurn, ran } from './measure.ts'
import { ms, type Row, times } from './report.ts'

const RUNS = 5
const FOLDERS = 20

export async function adapterSpeed(): Promise<Row[]> {
  const rows: Row[] = []
  for (const messages of [10_000, 100_000]) rows.push(...(await listed(messages)))
  return rows
}

async function listed(messages: number): Promise<Row[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-bench-maildir-')))
  try {
    const root = filled(join(folder, 'Mail'), messages)
    const open = adapterOpener({ paths: pathsOf({ TWIN_HOME: join(folder, 'twin') }), home: folder })
    const opened = await open(
      'bench',
      Account.parse({ adapter: 'maildir', path: root }),
      new AbortController().signal,
    )
    if (!opened.ok) throw new Error(`Cannot measure the Maildir: ${opened.refusal.is}, wanted an adapter`)
    // What was written just now is read again until its times are old enough to be believed.
    await new Promise(resolve => setTimeout(resolve, 2_500))
    const rows = await measured(opened.value, root, messages)
    await opened.value.close()
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measured(session: AdapterSession, root: string, messages: number): Promise<Row[]> {
  const find = async () => (await ran(['find', root, '-type', 'f'])).ms
  const whole = await inTurn(RUNS, () => elapsed(() => list(session, null, messages)), find)
  const { cursor } = await list(session, null, messages)
  const nothing = await inTurn(RUNS, () => elapsed(() => list(session, cursor, 0)), find)
  const row = (what: string, pair: typeof whole): Row => ({
    what: `maildir, ${messages.toLocaleString('en')} messages in ${FOLDERS} folders: ${what}`,
    measured: ms(pair.measured),
    baseline: `${ms(pair.baseline)}: find -type f`,
    result: times(pair.measured / pair.baseline),
    reach: 'told',
    met: undefined,
  })
  return [row('the first list', whole), row('a list with nothing new', nothing)]
}

async function list(
  session: AdapterSession,
  cursor: string | null,
  wanted: number,
): Promise<{ cursor: string | null }> {
  let seen = 0
  const end = await session.list(cursor, async page => {
    seen += page.messages.length
    return done(undefined)
  })
  if (!end.ok || seen !== wanted)
    throw new Error(`Cannot measure the Maildir: ${seen} messages were listed, wanted ${wanted}`)
  return { cursor: end.value }
}

/** Links of one file: a list opens none, and 100,000 files of their own would only take time to make. */
function filled(root: string, messages: number): string {
  mkdirSync(root)
  writeFileSync(join(root, 'letter'), 'Subject: x\n\nx\n')
  for (let folder = 0; folder < FOLDERS; folder++) {
    const path = folder === 0 ? root : join(root, `.Folder${folder}`)
    for (const name of ['cur', 'new', 'tmp']) mkdirSync(join(path, name), { recursive: true })
  }
  // 60,000 links are the most that ext4 allows to one file.
  let letter = join(root, 'letter')
  for (let at = 0; at < messages; at++) {
    if (at % 50_000 === 0) writeFileSync((letter = join(root, `letter${at}`)), 'Subject: x\n\nx\n')
    const folder = at % FOLDERS === 0 ? root : join(root, `.Folder${at % FOLDERS}`)
    linkSync(letter, join(folder, 'cur', `${1_790_000_000 + at}.M${at}P1.bench.example,S=14:2,S`))
  }
  return root
}
