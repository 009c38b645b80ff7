// A run on disk for the stages: envelopes, a manifest and output directories in a temporary folder, and stages called in this
// process, unconfined, with sockets to a scripted model as lanes.
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Serve } from '../../../helpers/confined.ts'
import type { Handle } from '../../../protocol/brand.ts'
import type { Facts } from '../../../protocol/brief.ts'
import { isItem, type Rankable, type Routing, type ViewEnvelope } from '../../../protocol/envelope.ts'
import { handleFrom } from '../../../protocol/handle.ts'
import type { RankConfig, Score } from '../../../protocol/score.ts'
import type { StageEnd } from '../../../protocol/stage.ts'

/** Monday 30 November 2026, 05:25 UTC. */
export const NOW = Date.UTC(2026, 10, 30, 5, 25) / 1_000

/** The handle of message `number`: ascending with it. */
export const handleOf = (number: number): Handle => {
  const bytes = new Uint8Array(16)
  new DataView(bytes.buffer).setUint32(0, number)
  return handleFrom(bytes)
}

export const envelope = (changes: Partial<ViewEnvelope> = {}): ViewEnvelope => ({
  from: { name: 'Some Body', address: 'some@body.test' },
  subject: 'A subject',
  preview: 'The beginning of the text.',
  sent: NOW - 7_200,
  received: NOW - 7_200,
  read: false,
  flagged: false,
  category: 0,
  urgent: false,
  highImpact: false,
  writtenTo: 0,
  direct: true,
  verified: null,
  ...changes,
})

export const routing = (changes: Partial<Routing> = {}): Routing => ({
  account: 'Work',
  mailbox: 'INBOX',
  messageId: '<one@body.test>',
  noLink: null,
  ...changes,
})

export const facts = (changes: Partial<Facts> = {}): Facts => ({
  engine: 'ollama',
  engineNote: 'it answered',
  model: 'gpt-oss:20b',
  window: { from: NOW - 86_400, to: NOW },
  accounts: [{ label: 'Work', inScope: true, messages: 1 }],
  leftOut: { deleted: 0, junk: 0, drafts: 0, own: 0 },
  collected: 1,
  more: 0,
  filtered: { read: 0, category: 0 },
  layout: '10e',
  notes: [],
  threshold: 4,
  limit: 50,
  timeZone: 'UTC',
  jobs: [],
  linkHosts: [],
  ...changes,
})

export const config = (changes: Partial<RankConfig> = {}): RankConfig => ({
  mode: 'rank',
  engine: 'ollama',
  model: 'gpt-oss:20b',
  host: 'http://127.0.0.1:11434',
  think: 'low',
  timeout: 20_000,
  ...changes,
})

export interface Run {
  readonly root: string
  readonly mail: string
  readonly manifest: string
  /** An output directory of that name, made on first use. */
  readonly output: (name: string) => string
  readonly scores: () => Map<string, Score>
  readonly remove: () => void
}

/** Writes a view of `envelopes`, and of items of jobs, whose handles ascend. */
export function makeRun(envelopes: readonly Rankable[]): Run {
  const root = mkdtempSync(join(tmpdir(), 'twin-stage-'))
  const mail = join(root, 'mail')
  const manifest = join(root, 'manifest')
  for (const [index, value] of envelopes.entries()) {
    mkdirSync(join(mail, handleOf(index)), { recursive: true })
    const file = isItem(value) ? 'item.json' : 'envelope.json'
    writeFileSync(join(mail, handleOf(index), file), JSON.stringify(value))
  }
  writeFileSync(manifest, envelopes.map((_, index) => `${handleOf(index)}\n`).join(''))
  const output = (name: string) => {
    mkdirSync(join(root, name), { recursive: true })
    return join(root, name)
  }
  const scores = () => records<Score>(output('scores'))
  return {
    root,
    mail,
    manifest,
    output,
    scores,
    remove: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** The records in a directory by handle; a name that is no record's fails. */
export function records<T>(dir: string): Map<string, T> {
  return new Map(
    readdirSync(dir).map(name => {
      if (!/^h_[a-z2-7]{26}\.json$/.test(name)) throw new Error(`no record's name: ${name}`)
      return [name.slice(0, -5), JSON.parse(readFileSync(join(dir, name), 'utf8')) as T]
    }),
  )
}

export interface Served {
  readonly end: StageEnd
  readonly progress: readonly (readonly [number, number])[]
}

/** Calls a stage with `lanes` connections to `port`, and closes them. */
export async function serveHere(
  serve: Serve,
  start: Partial<Parameters<Serve>[0]>,
  port = 0,
): Promise<Served> {
  const sockets = await Promise.all(Array.from({ length: start.lanes ?? 0 }, () => dial(port)))
  const progress: [number, number][] = []
  try {
    const whole = {
      type: 'start' as const,
      inputs: {},
      outputs: {},
      lanes: sockets.length,
      now: NOW,
      config: {},
      ...start,
    }
    const end = await serve(whole, {
      lanes: sockets,
      progress: (done, total) => progress.push([done, total]),
      why: () => ({ type: 'because', code: null, path: null, wanted: 'nothing was refused' }),
    })
    return { end, progress }
  } finally {
    for (const socket of sockets) socket.destroy()
  }
}

/** A connected socket; its errors are the stage's to notice. */
export async function dial(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return socket.removeAllListeners('error')
}
