// A few raw messages through the confined stage `dkim`, each under a fresh handle and in a process of its own, with the keys that are
// known. Relies on daemon/stages for the confinement; what a stage wrote is parsed strictly.
import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../files/makeFolder.ts'
import { readCapped } from '../../files/readCapped.ts'
import type { Handle } from '../../protocol/brand.ts'
import { DkimRecord, type KeyAnswer } from '../../protocol/dkimKeys.ts'
import { handleFrom } from '../../protocol/handle.ts'
import { RECORD_BYTES } from '../../protocol/limits.ts'
import { encodeLine, parseJson } from '../../protocol/line.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { attemptSteps } from '../attempt.ts'
import { removeTree } from '../removeTree.ts'
import type { LoadedStage, PerformStep, StepIo, StepOrder } from '../stages/stages.ts'
import { copyRaw } from '../store/copyRaw.ts'

export interface SignedParts {
  readonly performStep: PerformStep
  readonly stage: LoadedStage
  /** A folder for what is not needed afterwards. */
  readonly work: string
}
/** One message. `keys`: null to be told which ones would decide. */
export interface ToVerify {
  readonly raw: string
  readonly sha256: string
  readonly keys: readonly KeyAnswer[] | null
}

/** The record of each, in their order; undefined where the stage failed on it. All of them are with keys, or all without. */
export function signedMessages(
  parts: SignedParts,
  messages: readonly ToVerify[],
  io: StepIo,
): Promise<Result<readonly (DkimRecord | undefined)[]>> {
  return attemptSteps('disk', 'the store', async () => {
    const folder = join(parts.work, randomBytes(8).toString('hex'))
    const named = messages.map(message => ({ ...message, handle: handleFrom(randomBytes(16)) }))
    makeFolder(folder)
    const brought = await bring(folder, named)
    const performed = await parts.performStep(orderOf(folder, parts.stage, brought), io)
    const records = performed.ok
      ? done(named.map(({ handle }) => recordIn(join(folder, 'out', `${handle}.json`))))
      : performed
    removeTree(folder)
    return records
  })
}

interface Named extends ToVerify {
  readonly handle: Handle
}

/** A copy of each below `folder`; one whose bytes are other ones by now than its SHA-256 says is left out, and has no record then. */
async function bring(folder: string, messages: readonly Named[]): Promise<readonly Named[]> {
  mkdirSync(join(folder, 'raw'), 0o700)
  const brought: Named[] = []
  for (const message of messages) {
    const place = join(folder, 'raw', message.handle)
    mkdirSync(place, 0o700)
    if (await copyRaw(message.raw, join(place, 'raw.eml'), message.sha256)) brought.push(message)
  }
  return brought
}

function orderOf(folder: string, stage: LoadedStage, messages: readonly Named[]): StepOrder {
  const at = (name: string) => join(folder, name)
  for (const name of ['keys', 'out', 'work']) mkdirSync(at(name), 0o700)
  const hasKeys = messages.some(({ keys }) => keys !== null)
  for (const { handle, keys } of messages)
    if (keys) writeFileSync(join(at('keys'), `${handle}.json`), encodeLine({ keys }), { mode: 0o400 })
  const keys = {
    keys: {
      is: 'record' as const,
      path: at('keys'),
      of: (handle: Handle) => join(at('keys'), `${handle}.json`),
    },
  }
  return {
    name: 'dkim',
    stage,
    handles: messages.map(({ handle }) => handle),
    inputs: {
      raw: { is: 'folder', path: at('raw'), of: handle => join(at('raw'), handle) },
      ...(hasKeys ? keys : {}),
    },
    outputs: { signed: { is: 'record', path: at('out'), schema: null } },
    grants: { bulkRead: false, spool: false, actor: null, model: null, hosts: [] },
    config: null,
    work: at('work'),
    spool: null,
  }
}

function recordIn(path: string): DkimRecord | undefined {
  const read = readCapped(path, RECORD_BYTES)
  const parsed = read.ok ? parseJson(read.text) : undefined
  const record = parsed?.ok ? DkimRecord.safeParse(parsed.value) : undefined
  return record?.success ? record.data : undefined
}
