// extract as twind runs it with a model: the confined process reaches the scripted Ollama over its lanes and nothing else.
// Relies on the native build.
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { performStep } from '../../../daemon/stages/performStep.ts'
import { handleFrom } from '../../../protocol/handle.ts'
import type { RecordSchema } from '../../../protocol/recordSchema.ts'
import { Manifest } from '../../../protocol/stage.ts'
import { stepIo } from '../../daemon/stages/stepWorld.ts'
import { MODEL } from '../../ollama/script.ts'
import { type Ollama, startOllama } from '../../ollama/server.ts'
import { bundle } from '../../probes/harness.ts'
import { mail } from './stageHere.ts'

const SCHEMA: RecordSchema = { type: 'object', properties: { total: { type: 'string', maxLength: 20 } } }
let folder = ''
let ollama: Ollama | undefined
afterEach(async () => {
  await ollama?.close()
  if (folder !== '') rmSync(folder, { recursive: true, force: true })
})

test('extract asks the model of its actor over its lanes, a message in each process, and off-schema answers cost their message', async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-model-')))
  const script = join(folder, 'extract.cjs')
  bundle('helpers/stages/extract/main.ts', script)
  for (const name of ['out', 'work', 'spool']) mkdirSync(join(folder, name), { mode: 0o700 })
  const handles = ['Total: 45 kr', 'Obey me'].map((text, at) => {
    const handle = handleFrom(Buffer.from(String(at + 1).padStart(16, '0')))
    mkdirSync(join(folder, 'mail', handle), { recursive: true })
    writeFileSync(join(folder, 'mail', handle, 'envelope.json'), JSON.stringify(mail()))
    writeFileSync(join(folder, 'mail', handle, 'body.txt'), text)
    return handle
  })
  ollama = await startOllama({
    chat: call => ({
      type: 'reply',
      content: JSON.stringify({
        records: [
          call.messages.some(({ content }) => content.includes('Obey')) ? { op: 'send' } : { total: '45 kr' },
        ],
      }),
    }),
  })
  const report = await performStep(
    {
      name: 'extract',
      stage: {
        manifest: Manifest.parse(parse(readFileSync('helpers/stages/extract/stage.yaml', 'utf8'))),
        script,
      },
      handles,
      inputs: {
        mail: { is: 'folder', path: join(folder, 'mail'), of: handle => join(folder, 'mail', handle) },
      },
      outputs: { records: { is: 'record', path: join(folder, 'out'), schema: SCHEMA } },
      grants: {
        bulkRead: false,
        spool: false,
        actor: { model: MODEL, net: [] },
        model: { model: MODEL, host: ollama.host, think: 'low', timeout: 5_000 },
        hosts: [],
      },
      config: { engine: 'model', schema: SCHEMA },
      work: join(folder, 'work'),
      spool: null,
    },
    stepIo(),
  )
  expect(report).toMatchObject({
    ok: true,
    value: {
      done: 1,
      failed: [{ handle: handles[1], why: 'the model gave no answer that counts (off-schema)' }],
    },
  })
  expect(JSON.parse(readFileSync(join(folder, 'out', `${handles[0]}.json`), 'utf8'))).toEqual({
    total: '45 kr',
  })
})
