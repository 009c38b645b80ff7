// Steps whose stage sees the set, performed by the real process. Relies on test/probes/setStage.ts.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { performStep } from '../../../daemon/stages/performStep.ts'
import type { StepOrder } from '../../../daemon/stages/stages.ts'
import { makeStepWorld, type StepWorld, stepIo } from './stepWorld.ts'

let world: StepWorld | undefined
afterEach(() => world?.remove())

function begin(behaviour: string, { bulkRead = true } = {}): { world: StepWorld; order: StepOrder } {
  const made = (world = makeStepWorld(['first', 'second'], 'test/probes/setStage.ts'))
  const manifest = join(made.folder, 'manifest')
  writeFileSync(manifest, `${made.handles.join('\n')}\n`)
  const base = made.order(behaviour)
  const { stage, inputs, outputs, grants } = base
  const { records } = outputs
  if (!records) throw new Error('no port of records')
  mkdirSync(join(made.folder, 'notes'))
  const ports = {
    inputs: { ...stage.manifest.inputs, manifest: { keyed: false, format: 'manifest' } },
    outputs: { records: { keyed: true, format: 'record' }, digest: { keyed: false, format: 'note' } },
  }
  const order: StepOrder = {
    ...base,
    stage: { ...stage, manifest: { ...stage.manifest, ...ports, per: 'set' } },
    inputs: { ...inputs, manifest: { is: 'file', path: manifest, of: () => manifest } },
    outputs: { records, digest: { is: 'file', path: join(made.folder, 'notes/digest.md'), schema: null } },
    grants: { ...grants, bulkRead },
    config: { do: behaviour, handle: made.handles[1] },
  }
  return { world: made, order }
}

test('a stage that sees the set gets it by its manifest, and each record is taken over by its name', async () => {
  const { world: made, order } = begin('records')
  expect(await performStep(order, stepIo())).toEqual({
    ok: true,
    value: { done: 2, skipped: 0, absent: 0, failed: [], remarks: [{ sentence: 'read all', count: 1 }] },
  })
  expect(made.handles.map(made.record)).toEqual([{ text: 'first' }, { text: 'second' }])
  expect(readFileSync(join(made.folder, 'notes/digest.md'), 'utf8')).toBe('2 messages')
})

test('a stage that sees the set is refused the list of it without the grant, and gets what it can name', async () => {
  expect(await performStep(begin('look').order, stepIo())).toMatchObject({
    value: {
      remarks: [{ sentence: 'manifest true, list done, one done' }, { sentence: 'the stage wrote no file' }],
    },
  })
  world?.remove()
  expect(await performStep(begin('look', { bulkRead: false }).order, stepIo())).toMatchObject({
    value: {
      remarks: [
        { sentence: 'manifest false, list EACCES, one done' },
        { sentence: 'the stage wrote no file' },
      ],
    },
  })
})

test('of a hostile set each bad record costs its message, and what is of no message is left behind and counted', async () => {
  const { world: made, order } = begin('hostile')
  expect(await performStep(order, stepIo())).toMatchObject({
    value: {
      done: 0,
      failed: [
        { handle: made.handles[0], why: expect.stringMatching(/another schema/) as string },
        { handle: made.handles[1], why: 'wrote a record that is no file of its own' },
      ],
      remarks: [
        { sentence: 'files that are of no message of this step were left behind' },
        { sentence: 'the stage wrote several files in place of one' },
      ],
    },
  })
  expect(readdirSync(join(made.folder, 'step'))).toEqual([])
  expect(existsSync(join(made.folder, 'notes/digest.md'))).toBe(false)
})

test.each([
  ['refuse', 'model-absent'],
  ['crash', 'crashed'],
])('a set whose process would %s takes over nothing and refuses the step', async (behaviour, code) => {
  const { world: made, order } = begin(behaviour)
  expect(await performStep(order, stepIo())).toMatchObject({ ok: false, refusal: { code } })
  expect(readdirSync(join(made.folder, 'step'))).toEqual([])
})
