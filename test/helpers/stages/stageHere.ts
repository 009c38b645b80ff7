// Runs the `each` of a stage in this process, on files as twind lays them out: for what a stage writes, not for what the kernel
// holds. Relies on a temporary folder that the caller removes.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { whyOf } from '../../../helpers/why.ts'
import type { Each, EachTask } from '../../../helpers/eachTask.ts'
import { parseHandle } from '../../../protocol/handle.ts'
import { type MessageEnvelope, NOT_CHECKED } from '../../../protocol/message.ts'
import type { ModelConfig } from '../../../protocol/modelConfig.ts'
import type { RecordSchema } from '../../../protocol/recordSchema.ts'
import type { Result } from '../../../protocol/refusal.ts'

export const NOW = 1_796_015_100
export const HANDLE = parseHandle('h_aaaaaaaaaaaaaaaaaaaaaaaaaa') ?? raise()
function raise(): never {
  throw new Error('Cannot start: the handle of the tests is none')
}

/** An ordinary message of a shop. */
export const mail = (changes: Partial<MessageEnvelope> = {}): MessageEnvelope => ({
  v: 1,
  from: [{ name: 'Shoe Palace', address: 'orders@shoes.test' }],
  fromHeaders: 1,
  sender: null,
  replyTo: [],
  to: [{ name: 'Kim Berg', address: 'kim@home.test' }],
  cc: [],
  bcc: [],
  subject: 'Your receipt',
  date: NOW,
  messageId: '1@shoes.test',
  inReplyTo: [],
  references: [],
  listId: null,
  body: { from: 'text', chars: 0, hidden: 0, remote: 0, cut: false },
  attachments: [],
  problems: [],
  received: NOW,
  collections: ['INBOX'],
  flags: [],
  tags: [],
  dkim: NOT_CHECKED,
  known: false,
  thread: null,
  bySubject: false,
  ...changes,
})

export interface Given {
  readonly config?: unknown
  /** Input ports that are records (or drafts, maps). */
  readonly records?: Readonly<Record<string, unknown>>
  readonly envelope?: MessageEnvelope
  readonly body?: string
  readonly outputs: readonly string[]
  readonly schemas?: Readonly<Record<string, RecordSchema | null>>
  readonly spool?: boolean
  readonly model?: ModelConfig
  /** A port of 127.0.0.1 that the one lane leads to. */
  readonly port?: number
}
export interface Made {
  readonly result: Result<readonly string[]>
  /** By output port; undefined where nothing was written. */
  readonly out: Readonly<Record<string, unknown>>
  readonly spooled: readonly { readonly name: string; readonly line: unknown }[]
}

export async function stageHere(each: Each, given: Given): Promise<Made> {
  const root = mkdtempSync(join(tmpdir(), 'twin-stage-'))
  const lanes = given.port === undefined ? [] : [await laneTo(given.port)]
  try {
    const task = lay(root, given)
    const result = await each(task, { lanes, model: given.model ?? null, why: whyOf(task, lanes.length) })
    const out = Object.fromEntries(given.outputs.map(port => [port, recordIn(join(root, 'out', port))]))
    return { result, out, spooled: task.spool === null ? [] : spooledIn(task.spool) }
  } finally {
    for (const lane of lanes) lane.destroy()
    rmSync(root, { recursive: true })
  }
}

function lay(root: string, given: Given): EachTask {
  const folder = (...names: string[]): string => {
    const path = join(root, ...names)
    mkdirSync(path, { recursive: true })
    return path
  }
  const inputs: Record<string, string> = {}
  for (const [port, value] of Object.entries(given.records ?? {})) {
    inputs[port] = join(folder('in', port), `${HANDLE}.json`)
    writeFileSync(inputs[port], JSON.stringify(value))
  }
  if (given.envelope) {
    inputs['mail'] = folder('in', 'mail', HANDLE)
    writeFileSync(join(inputs['mail'], 'envelope.json'), JSON.stringify(given.envelope))
    if (given.body !== undefined) writeFileSync(join(inputs['mail'], 'body.txt'), given.body)
  }
  return {
    handle: HANDLE,
    inputs,
    outputs: Object.fromEntries(given.outputs.map(port => [port, folder('out', port)])),
    schemas: given.schemas ?? {},
    spool: given.spool ? folder('spool') : null,
    config: given.config ?? null,
    now: NOW,
  }
}

const recordIn = (folder: string): unknown => {
  const path = join(folder, 'record.json')
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
const spooledIn = (folder: string) =>
  readdirSync(folder)
    .sort()
    .map(name => ({ name, line: JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown }))

const laneTo = (port: number): Promise<Duplex> =>
  new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket)).once('error', reject)
  })
