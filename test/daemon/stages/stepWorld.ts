// A folder with messages as a view has them, and orders for steps over them. Relies on harness.ts to bundle the probe stage.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Handle } from '../../../protocol/brand.ts'
import { handleFrom } from '../../../protocol/handle.ts'
import type { Manifest } from '../../../protocol/stage.ts'
import type { StepIo, StepOrder } from '../../../daemon/stages/stages.ts'
import { bundle } from '../../probes/harness.ts'

export interface StepWorld {
  readonly folder: string
  readonly script: string
  readonly handles: readonly Handle[]
  /** An order over all of it, whose stage does what `behaviour` says. */
  readonly order: (behaviour: string, more?: Partial<StepOrder>) => StepOrder
  readonly record: (handle: Handle | undefined) => unknown
  readonly remove: () => void
}

const MANIFEST: Manifest = {
  stage: 'probe',
  version: 1,
  summary: 'does what a test asks it to do',
  per: 'message',
  exec: 'probe.cjs',
  inputs: { mail: { keyed: true, format: 'message' } },
  outputs: {
    records: { keyed: true, format: 'record', schema: 'with.schema' },
    folders: { keyed: true, format: 'texts' },
  },
  capabilities: ['spool', 'bulk-read', 'model', 'exec', 'net:actor'],
}

/** `texts`: the body of each message. */
export function makeStepWorld(texts: readonly string[], entry = 'test/probes/eachStage.ts'): StepWorld {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-step-')))
  const script = join(folder, 'probe.cjs')
  bundle(entry, script)
  const handles = texts.map((text, at) => {
    const handle = handleFrom(Buffer.from(String(at + 1).padStart(16, '0')))
    mkdirSync(join(folder, 'mail', handle), { recursive: true })
    writeFileSync(join(folder, 'mail', handle, 'body.txt'), text)
    return handle
  })
  for (const name of ['step', 'folders', 'work', 'spool']) mkdirSync(join(folder, name), { mode: 0o700 })
  const order: StepWorld['order'] = (behaviour, more = {}) => ({
    name: 'probe',
    stage: { manifest: MANIFEST, script },
    handles,
    inputs: {
      mail: { is: 'folder', path: join(folder, 'mail'), of: handle => join(folder, 'mail', handle) },
    },
    outputs: {
      records: { is: 'record', path: join(folder, 'step'), schema: SCHEMA },
      folders: { is: 'folder', path: join(folder, 'folders'), schema: null },
    },
    grants: { bulkRead: false, spool: false, actor: null, model: null, hosts: [] },
    config: { do: behaviour },
    work: join(folder, 'work'),
    spool: null,
    ...more,
  })
  return {
    folder,
    script,
    handles,
    order,
    record: handle => JSON.parse(readFileSync(join(folder, 'step', `${handle}.json`), 'utf8')) as unknown,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const SCHEMA = {
  type: 'object',
  properties: { text: { type: 'string', maxLength: 40 } },
  required: ['text'],
} as const

export const stepIo = (more: Partial<StepIo> = {}): StepIo => ({
  signal: new AbortController().signal,
  progress: () => undefined,
  now: () => 1_800_000_000_000,
  ...more,
})
