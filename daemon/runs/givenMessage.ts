// One raw message from a file, instead of a view: it is copied, parsed by the same confined stage as every other, and given a handle. It
// lies in no collection, so nothing that is proposed about it could be applied. Relies on the stage parse@1 being there.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCappedBytes } from '../../files/readCapped.ts'
import type { Handle } from '../../protocol/brand.ts'
import { MESSAGE_BYTES } from '../../protocol/limits.ts'
import { NOT_CHECKED } from '../../protocol/message.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import { checkParsed } from '../store/checkParsed.ts'
import type { LoadedStage, StepOrder } from '../stages/stages.ts'
import type { Named } from '../views/buildView.ts'
import type { Removing } from '../views/removeLater.ts'
import type { CheckedRun } from './checkedRun.ts'
import { type Gathering, mintHandle } from './gatherMessages.ts'
import { messagesOf } from './runFolder.ts'
import { readMessages, writeMessages } from './runMessages.ts'
import type { RunParts } from './runParts.ts'
import type { Io } from '../io.ts'

interface Given extends Pick<Gathering, 'folder' | 'onView'> {
  readonly file: string
  readonly checked: CheckedRun
}
const PARSE = 'parse@1'
const givenIn = (folder: string): string => join(folder, 'given')

/** Refused where the file is no message of at most MESSAGE_BYTES that can be read, or cannot be parsed. */
export async function givenMessage(parts: RunParts, given: Given, io: Io): Promise<Result<readonly Named[]>> {
  const { folder, checked } = given
  if (existsSync(messagesOf(folder))) return readMessages(folder)
  const stages = parts.stages()
  if (!stages.ok) return stages
  const stage = stages.value.stages.get(PARSE)
  if (!stage) return noParser
  const handle = mintHandle()
  const copied = copyIn(given, handle)
  if (!copied.ok) return copied
  const parsed = await parse(parts, parseOrder(givenIn(folder), handle, stage), io)
  if (!parsed.ok) return parsed
  const found = foundOf(checked.run.run.backend, { ...copied.value, parsed: parsed.value })
  const messages = [{ handle, found }]
  const told = given.onView(ONE)
  const written = told.ok ? await writeMessages(folder, messages) : told
  return written.ok ? done(messages) : written
}

/** The folder of the parsed message, checked as the store checks its own. */
async function parse(parts: RunParts, order: StepOrder, io: Io): Promise<Result<string>> {
  const parsed = await parts.perform(order, { ...io, now: parts.now })
  if (!parsed.ok) return parsed
  const [failure] = parsed.value.failed
  if (failure) return unparsed(`the stage parse ${failure.why}`)
  const folder = join(order.outputs['message']?.path ?? '', order.handles[0] ?? '')
  const held = attempt('disk', 'what parse made of the message', () => checkParsed(folder))
  if (!held.ok) return held
  return held.value.ok ? done(folder) : unparsed(held.value.why)
}
const ONE = { matched: 1, roots: 1, messages: 1, more: 0, cut: 0 }

/** What a run of a message from a file kept of it beside its views goes once the run is over. */
export function removeGiven(folder: string, { remove }: Removing): void {
  remove(givenIn(folder))
}

interface Copied {
  readonly raw: string
  readonly bytes: number
  readonly sha256: string
}

function copyIn({ file, folder }: Given, handle: Handle): Result<Copied> {
  const read = readCappedBytes(file, MESSAGE_BYTES, false)
  if (!read.ok) return unreadable(file, read.problem)
  const { bytes } = read
  const raw = join(givenIn(folder), 'raw', handle, 'raw.eml')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return attempt('disk', 'the copy of the message', () => {
    mkdirSync(join(givenIn(folder), 'raw', handle), { recursive: true, mode: 0o700 })
    writeFileSync(raw, bytes, { flag: 'wx', mode: 0o400 })
    return { raw, bytes: bytes.length, sha256 }
  })
}

function parseOrder(given: string, handle: Handle, stage: LoadedStage): StepOrder {
  const raw = join(given, 'raw')
  mkdirSync(join(given, 'work'), { recursive: true, mode: 0o700 })
  return {
    name: 'parse',
    stage,
    handles: [handle],
    inputs: { raw: { is: 'folder', path: raw, of: one => join(raw, one) } },
    outputs: { message: { is: 'folder', path: join(given, 'parsed'), schema: null } },
    grants: { bulkRead: false, spool: false, actor: null, model: null, hosts: [] },
    config: null,
    work: join(given, 'work'),
    spool: null,
  }
}

/** Nobody knows where it lay or whether its signature holds. */
const foundOf = (account: string, kept: Copied & { readonly parsed: string }): Named['found'] => ({
  root: true,
  thread: null,
  bySubject: false,
  mail: {
    account,
    ...kept,
    problem: null,
    received: null,
    places: [],
    dkim: NOT_CHECKED,
    known: false,
    writtenTo: 0,
  },
})

const unreadable = (file: string, problem: string) =>
  refused('bad-request', {
    is: `the message ${JSON.stringify(file)} cannot be read (${problem})`,
    wanted: `a plain file of at most ${MESSAGE_BYTES} bytes`,
    fix: 'name another file',
  })
const unparsed = (why: string) =>
  refused('bad-request', {
    is: `the message cannot be parsed: ${why}`,
    wanted: 'one message as mail programs store it',
    fix: 'name another file',
  })
const noParser = refused('config', {
  is: `there is no stage ${PARSE}`,
  wanted: 'the stages that belong to this twin',
  fix: 'run "npm run build", or install twin again',
})
