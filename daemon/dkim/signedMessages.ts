// A few raw messages through the confined stage `dkim`, each under a fresh handle and in a process of its own, with the keys that are
// known. Relies on daemon/stages for the confinement; what a stage wrote is parsed strictly.
import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, writeFileSync } from 'node:fs'
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

export interface SignedParts {
  readonly performStep: PerformStep
  readonly stage: LoadedStage
  /** A folder on the raw messages' own file system, for what is not needed afterwards. */
  readonly work: string
}
/** One message. `keys`: null to be told which ones would decide. */
export interface ToVerify {
  readonly raw: string
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
    const performed = await parts.performStep(orderOf(folder, parts.stage, named), io)
    const records = performed.ok
      ? done(named.map(({ handle }) => recordIn(join(folder, 'out', `${handle}.json`))))
      : performed
    removeTree(folder)
    return records
  })
}

function orderOf(
  folder: string,
  stage: LoadedStage,
  messages: readonly (ToVerify & { readonly handle: Handle })[],
): StepOrder {
  const at = (name: string) => join(folder, name)
  for (const name of ['raw', 'keys', 'out', 'work']) mkdirSync(at(name), 0o700)
  const hasKeys = messages.some(({ keys }) => keys !== null)
  for (const { handle, raw, keys } of messages) {
    mkdirSync(join(at('raw'), handle), 0o700)
    linkSync(raw, join(at('raw'), handle, 'raw.eml'))
    if (keys) writeFileSync(join(at('keys'), `${handle}.json`), encodeLine({ keys }), { mode: 0o400 })
  }
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
