// How long a view of a run takes, against a C loop that is given the same list of paths and makes the same system calls, and against
// `cp -al` of a view that is there; how long the loop of twind stands still meanwhile; and how long its removal takes in the
// background. Relies on a C compiler: the loop is compiled when it is measured.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FoundMail } from '../daemon/store/store.ts'
import { readEnvelope } from '../daemon/store/checkParsed.ts'
import { buildView, type Named } from '../daemon/views/buildView.ts'
import { removeLater } from '../daemon/views/removeLater.ts'
import { isDivided, partOf, placeIn } from '../daemon/views/viewPlaces.ts'
import { handleFrom } from '../protocol/handle.ts'
import { NOT_CHECKED, type ParsedMessage } from '../protocol/message.ts'
import { done, refused } from '../protocol/refusal.ts'
import type { Projection } from '../protocol/runFile.ts'
import { elapsed, inTurn, ran } from './measure.ts'
import { ms, times, type Row } from './report.ts'

/** Messages, and how often each is measured. */
const SIZES = [
  [500, 11],
  [10_000, 3],
  [100_000, 1],
] as const
/** Distinct messages in the cache: each file of it then has at most so many links as 100,000 divided by this. */
const CACHED = 2_000

export async function view(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-bench-'))
  try {
    const loop = await compiled(folder)
    const found = cacheIn(folder)
    const rows: Row[] = []
    for (const [count, runs] of SIZES)
      for (const projections of [['body'], ['envelope', 'body']] as const)
        rows.push(await row({ folder, loop, found, count, runs, projections }))
    rows.push(
      ...(await aroundIt({ folder, loop, found, count: 10_000, runs: 3, projections: ['envelope', 'body'] })),
    )
    return rows
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Measuring {
  readonly folder: string
  readonly loop: string
  readonly found: readonly FoundMail[]
  readonly count: number
  readonly runs: number
  readonly projections: readonly Projection[]
}

async function row(measuring: Measuring): Promise<Row> {
  const { folder, loop, count, runs, projections } = measuring
  const messages = messagesOf(measuring)
  const list = join(folder, 'list')
  const target = join(folder, 'view')
  writeFileSync(list, listOf(target, messages))
  const clear = () => ran(['rm', '-rf', target])
  const ours = async () => {
    const took = await elapsed(() => make(target, messages, projections))
    await clear()
    return took
  }
  const inC = async () => {
    const { ms: took } = await ran([loop, list, target, projections.length === 2 ? 'both' : 'links'])
    await clear()
    return took
  }
  const { measured, baseline } = await inTurn(runs, ours, inC)
  const ratio = measured / baseline
  return {
    what: `view of ${count.toLocaleString('en')} messages, ${projections.join(' and ')}`,
    measured: ms(measured),
    baseline: `${ms(baseline)}: a C loop of the same calls`,
    result: times(ratio),
    reach: '≤ 1.5 ×',
    met: ratio <= 1.5,
  }
}

/** `cp -al` of a view, the longest pause while one is made, and its removal. */
async function aroundIt(measuring: Measuring): Promise<Row[]> {
  const { folder, count, projections } = measuring
  const messages = messagesOf(measuring)
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  let pause = 0
  const watch = watched(gap => (pause = Math.max(pause, gap)))
  const made = await elapsed(() => make(first, messages, projections))
  watch()
  const copied = await ran(['cp', '-al', first, second])
  const removing = removeLater(folder, () => undefined)
  const aside = await elapsed(() => removing.remove(first))
  const removed = await elapsed(() => removing.settle('whole'))
  const { ms: rm } = await ran(['rm', '-rf', second])
  const named = `of ${count.toLocaleString('en')} messages`
  const seen = { measured: ms(pause), baseline: '–', result: '–' }
  const out = { measured: ms(aside), baseline: '–', result: '–' }
  return [
    fact(`view ${named}, against cp -al of it`, against(made, copied.ms, 'cp -al')),
    fact(`longest pause of the loop while a view ${named} is made`, seen),
    fact(`a view ${named} out of the way`, out),
    fact(`its removal in the background`, against(removed, rm, 'rm -rf')),
  ]
}

type Fact = Pick<Row, 'measured' | 'baseline' | 'result'>
const against = (measured: number, baseline: number, what: string): Fact => ({
  measured: ms(measured),
  baseline: `${ms(baseline)}: ${what}`,
  result: times(measured / baseline),
})
const fact = (what: string, told: Fact): Row => ({ what, ...told, reach: '–', met: undefined })

/** Tells how long each turn of the loop takes, until the result is called. */
function watched(tell: (milliseconds: number) => void): () => void {
  let last = process.hrtime.bigint()
  let timer = setImmediate(look)
  function look(): void {
    const now = process.hrtime.bigint()
    tell(Number(now - last) / 1e6)
    last = now
    timer = setImmediate(look)
  }
  return () => clearImmediate(timer)
}

async function make(
  path: string,
  messages: readonly Named[],
  projections: readonly Projection[],
): Promise<void> {
  const made = await buildView({ path, messages, projections, parsedOf }, new AbortController().signal)
  if (!made.ok || made.value.missing.size > 0) throw new Error('Cannot measure a view: it is not whole')
}

const parsedOf = (mail: FoundMail['mail']) => {
  const parsed = mail.parsed === null ? undefined : readEnvelope(join(mail.parsed, 'envelope.json'))
  return parsed ? done(parsed) : refused('store-broken', { is: 'it is not there', wanted: 'it', fix: 'none' })
}

const messagesOf = ({ found, count }: Measuring): Named[] =>
  Array.from({ length: count }, (_, at) => {
    const random = createHash('sha256').update(String(at)).digest().subarray(0, 16)
    const one = found[at % found.length]
    if (!one) throw new Error('Cannot measure a view: there is no mail')
    return { handle: handleFrom(random), found: one }
  })

/** A line a message: its folder in the cache and its folder in the view; before them the parts of a divided view, alone. */
function listOf(target: string, messages: readonly Named[]): string {
  const divided = isDivided(messages.length)
  const parts = divided ? [...new Set(messages.map(({ handle }) => partOf(handle)))] : []
  return [
    ...parts.map(part => `- ${target}/${part}\n`),
    ...messages.map(({ handle, found }) => `${found.mail.parsed} ${placeIn(target, divided, handle)}\n`),
  ].join('')
}

function cacheIn(folder: string): FoundMail[] {
  return Array.from({ length: CACHED }, (_, at) => {
    const parsed = join(folder, 'cache', String(at % 64), String(at))
    mkdirSync(parsed, { recursive: true })
    writeFileSync(join(parsed, 'envelope.json'), `${JSON.stringify(envelope(at))}\n`, { mode: 0o400 })
    writeFileSync(join(parsed, 'body.txt'), 'x'.repeat(2_000), { mode: 0o400 })
    return { root: true, thread: at, bySubject: false, mail: storedAt(at, parsed) }
  })
}

const storedAt = (at: number, parsed: string): FoundMail['mail'] => ({
  account: 'home',
  sha256: '0'.repeat(64),
  raw: '/nowhere',
  bytes: 2_000,
  parsed,
  problem: null,
  received: 1_796_000_000 + at,
  places: [{ message: `m${at}`, collection: 'INBOX', flags: ['seen'], keywords: [] }],
  dkim: NOT_CHECKED,
  known: false,
  writtenTo: 0,
})

const envelope = (at: number): ParsedMessage => ({
  v: 1,
  from: [{ name: 'Ann Whitfield', address: 'ann@example.org' }],
  fromHeaders: 1,
  sender: null,
  replyTo: [],
  to: [{ name: 'Me', address: 'me@example.net' }],
  cc: [],
  bcc: [],
  subject: `Message number ${at} about nothing in particular`,
  date: 1_796_000_000,
  messageId: `<${at}@example.org>`,
  inReplyTo: [],
  references: [],
  listId: null,
  body: { from: 'text', chars: 2_000, hidden: 0, remote: 0, cut: false },
  attachments: [],
  problems: [],
})

/** The same calls, in the same order, from a list of paths. */
async function compiled(folder: string): Promise<string> {
  const [source, program] = [join(folder, 'loop.c'), join(folder, 'loop')]
  writeFileSync(source, LOOP)
  await ran([process.env['CC'] ?? 'cc', '-O2', '-o', program, source])
  return program
}

const LOOP = `
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
static void need(int ok) { if (!ok) { perror("loop"); exit(1); } }
int main(int argc, char **argv) {
  static char line[8192], from[8192], to[8192], text[65536];
  FILE *list = fopen(argv[1], "r");
  int both = strcmp(argv[3], "both") == 0;
  need(argc == 4 && list != NULL && mkdir(argv[2], 0700) == 0);
  while (fgets(line, sizeof line, list)) {
    line[strcspn(line, "\\n")] = 0;
    char *place = strchr(line, ' ');
    *place++ = 0;
    need(mkdir(place, 0700) == 0);
    if (strcmp(line, "-") == 0) continue;
    if (both) {
      snprintf(from, sizeof from, "%s/envelope.json", line);
      snprintf(to, sizeof to, "%s/envelope.json", place);
      int fd = open(from, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
      ssize_t bytes = read(fd, text, sizeof text);
      need(fd >= 0 && bytes > 0 && close(fd) == 0);
      fd = open(to, O_WRONLY | O_CREAT | O_EXCL, 0444);
      need(fd >= 0 && write(fd, text, bytes) == bytes && close(fd) == 0);
    }
    snprintf(from, sizeof from, "%s/body.txt", line);
    snprintf(to, sizeof to, "%s/body.txt", place);
    need(link(from, to) == 0 && chmod(place, 0555) == 0);
  }
  return 0;
}
`
