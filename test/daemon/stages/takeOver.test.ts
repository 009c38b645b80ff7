// What becomes of the bytes that a stage wrote for a record: its one text, and nothing else of them. Relies on takeOver.ts over folders that
// a test laid out; no process is started.
import { chmodSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { takeOver } from '../../../daemon/stages/takeOver.ts'
import type { StepOrder } from '../../../daemon/stages/stages.ts'
import { handleFrom } from '../../../protocol/handle.ts'
import type { RecordSchema } from '../../../protocol/recordSchema.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const HANDLE = handleFrom(new Uint8Array(16))
const SCHEMA: RecordSchema = {
  type: 'object',
  properties: { a: { type: 'integer', minimum: 0, maximum: 9 }, b: { type: 'string', maxLength: 9 } },
}
/** What is kept of `bytes`, or why nothing is. */
function kept(bytes: string, schema: RecordSchema | null = SCHEMA): string {
  const { problem, path } = taken(bytes, schema)
  return problem ?? readFileSync(path, 'utf8')
}
/** `prepare`: what else a stage does with the file. */
function taken(bytes: string, schema: RecordSchema | null, prepare = (_file: string): void => undefined) {
  const folder = temporaryFolder()
  const [from, path] = [join(folder, 'work'), join(folder, 'records')]
  mkdirSync(from)
  writeFileSync(join(from, 'record.json'), bytes, { mode: 0o600 })
  prepare(join(from, 'record.json'))
  const order = {
    outputs: { records: { is: 'record', path, schema } },
    stage: { manifest: { outputs: {} } },
    spool: null,
  } as unknown as StepOrder
  const problem = takeOver(order, HANDLE, { inputs: {}, outputs: { records: from }, spool: null } as never)
  return { problem, path: join(path, `${HANDLE}.json`) }
}

test.each([
  ['blanks', '  { "a" : 1 ,\n\t"b" : "x" }\n\n\n'],
  ['the order of keys', '{"b":"x","a":1}'],
  ['the spelling of a number', '{"a":1.0e0,"b":"x"}'],
  ['the spelling of a text', '{"\\u0061":1,"b":"\\u0078"}'],
  ['no line end', '{"a":1,"b":"x"}'],
])('%s of a record carry nothing on', (_, bytes) => {
  expect(kept(bytes)).toBe('{"a":1,"b":"x"}\n')
})

test('mode and times of a record carry nothing on, whatever its bytes are', () => {
  for (const bytes of ['{"a":1,"b":"x"}\n', ' {"a":1,"b":"x"}']) {
    const { path } = taken(bytes, SCHEMA, file => {
      chmodSync(file, 0o4751)
      utimesSync(file, 12_345, 67_890)
    })
    const { mode, mtimeMs, atimeMs } = statSync(path)
    expect([mode & 0o7777, mtimeMs, atimeMs]).toEqual([0o600, 0, 0])
  }
})

test('what a record says is kept, and what is no record of its schema is refused', () => {
  expect(kept('{"b":"é\u2028"}\n')).toBe('{"b":"é\\u2028"}\n')
  expect(kept('{"a":10}')).toBe('wrote a record of another schema: field a wants a whole number from 0 to 9')
  expect(kept('{"a":1,"a":1}')).toBe('wrote a record that is no JSON')
  expect(kept(' {"x": 1}', null)).toBe(' {"x": 1}')
})
