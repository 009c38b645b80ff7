// What `collect` costs on a store as large as any reported: its query time against the same rows read by the sqlite3 shell, and
// against a store a tenth of the size, since it is to grow with what is new. Relies on bench/stores.ts; where the shell is not
// installed the row says so.
import { spawnSync } from 'node:child_process'
import { askMail } from '../daemon/askMail.ts'
import type { CollectAnswer } from '../protocol/request.ts'
import { inTurn, median } from './measure.ts'
import { ms, times, type Row } from './report.ts'
import { benchStore, whileInUse, type BenchStore } from './stores.ts'

const RUNS = 11
const LARGE = 500_000
const SMALL = 50_000

export async function collectSpeed(): Promise<Row[]> {
  const large = benchStore(LARGE)
  const small = benchStore(SMALL)
  const [query, growth] = await whileInUse(large.store, () =>
    whileInUse(
      small.store,
      async () => [await againstShell(large), await againstSmall(large, small)] as const,
    ),
  )
  return [query, growth, await withCopy(large)]
}

async function againstShell(store: BenchStore): Promise<Row> {
  const shell = shellTime(store)
  const what = 'collect, 200 new of 500,000, index in use: query'
  const reach = '≤ 2 ×'
  if (shell === undefined) {
    const alone = await queryTime(store)
    return {
      what,
      measured: ms(alone),
      baseline: 'sqlite3 is not installed',
      result: '–',
      reach,
      met: undefined,
    }
  }
  const { measured, baseline } = await inTurn(
    RUNS,
    () => queryTime(store),
    async () => shellTime(store) ?? Number.NaN,
  )
  return {
    what,
    measured: ms(measured),
    baseline: `${ms(baseline)}: the same rows, sqlite3 shell`,
    result: times(measured / baseline),
    reach,
    met: measured / baseline <= 2,
  }
}

async function againstSmall(large: BenchStore, small: BenchStore): Promise<Row> {
  const { measured, baseline } = await inTurn(
    RUNS,
    () => queryTime(large),
    () => queryTime(small),
  )
  return {
    what: 'collect, the same 200 new in a store ten times as large',
    measured: ms(measured),
    baseline: `${ms(baseline)}: 200 new of 50,000`,
    result: times(measured / baseline),
    reach: 'far under 10 ×',
    met: measured / baseline <= 3,
  }
}

/** Mail is not running: there is no -wal, and the index is copied first. */
async function withCopy(store: BenchStore): Promise<Row> {
  const answers: CollectAnswer[] = []
  for (let run = 0; run < 3; run++) answers.push(await collected(store))
  return {
    what: `collect, 500,000, index closed: the copy (${answers[0]?.how})`,
    measured: ms(median(answers.map(answer => answer.ms.copy))),
    baseline: 'told apart from the query',
    result: `query ${ms(median(answers.map(answer => answer.ms.query)))}`,
    reach: '–',
    met: undefined,
  }
}

const queryTime = async (store: BenchStore): Promise<number> => (await collected(store)).ms.query

async function collected({ paths, home, since }: BenchStore): Promise<CollectAnswer> {
  const answer = await askMail({ paths, home, now: Date.now }, { op: 'collect', since })
  if (!answer.ok) throw new Error(`Cannot measure collect: ${answer.refusal.is}`)
  if (answer.value.op !== 'collect' || answer.value.envelopes.length !== 200)
    throw new Error('Cannot measure collect: the answer does not hold the 200 new messages')
  return answer.value
}

/** Milliseconds of the statement alone, by the shell's own timer; undefined where there is no shell. */
function shellTime({ store, since }: BenchStore): number | undefined {
  const ran = spawnSync('sqlite3', ['-readonly', store.index], {
    input: `.timer on\n${sql(since)}`,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  if (ran.error) return undefined
  const lines = ran.stdout.trimEnd().split('\n')
  const seconds = /^Run Time: real ([\d.]+)/.exec(lines.at(-1) ?? '')?.[1]
  if (seconds === undefined || lines.length !== 201)
    throw new Error(`Cannot measure the sqlite3 shell: ${lines.length} lines\n${ran.stderr}`)
  return Number(seconds) * 1000
}

/** What collect hands out, written by hand for this one store: the newest 200 of both inboxes with every field. */
const sql = (since: number): string => `
WITH inbox AS (SELECT ROWID AS id FROM mailboxes WHERE url LIKE '%/INBOX'),
  held AS (SELECT id FROM inbox UNION SELECT source FROM mailboxes WHERE ROWID IN (SELECT id FROM inbox) AND source IS NOT NULL),
  sent AS (SELECT ROWID AS id FROM mailboxes WHERE url LIKE '%/Sent%')
SELECT m.ROWID, a.address, a.comment, m.subject_prefix, s.subject, substr(p.summary, 1, 600), m.date_sent,
  m.date_received, m.read, m.flagged, g.model_category, g.urgent, g.model_high_impact, g.message_id_header, m.mailbox,
  (SELECT count(DISTINCT t.ROWID) FROM addresses o JOIN recipients r ON r.address = o.ROWID JOIN messages t ON t.ROWID = r.message
    WHERE o.address = a.address COLLATE NOCASE AND (t.mailbox IN (SELECT id FROM sent)
      OR EXISTS (SELECT 1 FROM labels l WHERE l.message_id = t.ROWID AND l.mailbox_id IN (SELECT id FROM sent))))
FROM messages m
LEFT JOIN addresses a ON a.ROWID = m.sender LEFT JOIN subjects s ON s.ROWID = m.subject
LEFT JOIN summaries p ON p.ROWID = m.summary LEFT JOIN message_global_data g ON g.ROWID = m.global_message_id
WHERE m.mailbox IN (SELECT id FROM held) AND m.date_received >= ${since} AND +m.deleted = 0
  AND (m.mailbox IN (SELECT id FROM inbox)
    OR EXISTS (SELECT 1 FROM labels l WHERE l.message_id = m.ROWID AND l.mailbox_id IN (SELECT id FROM inbox)))
ORDER BY m.date_received DESC LIMIT 200;
`
