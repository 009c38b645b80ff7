// Steps performed by the real processes, on messages of a folder. Relies on the native build.
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { performStep } from '../../../daemon/stages/performStep.ts'
import { makeStepWorld, type StepWorld, stepIo } from './stepWorld.ts'

let world: StepWorld | undefined
afterEach(() => world?.remove())
const begin = (...texts: string[]): StepWorld => (world = makeStepWorld(texts))

test('performStep writes one record a message, whose name is the handle', async () => {
  const { order, handles, record } = begin('one', 'two', 'three')
  const report = await performStep(order('record'), stepIo())
  expect(report).toEqual({ ok: true, value: { done: 3, skipped: 0, absent: 0, failed: [], remarks: [] } })
  expect(handles.map(record)).toEqual([{ text: 'one' }, { text: 'two' }, { text: 'three' }])
})

test('performStep skips what has its output and goes on with the rest', async () => {
  const { order, handles } = begin('one', 'two')
  await performStep(order('record', { handles: handles.slice(0, 1) }), stepIo())
  const report = await performStep(order('record'), stepIo())
  expect(report).toMatchObject({ value: { done: 1, skipped: 1 } })
})

test('a message without a part of an input that is wired is left out, also where the stage could do without', async () => {
  const { order, handles, folder } = begin('one', 'two')
  const plain = order('record')
  const chosen = join(folder, 'chosen.json')
  writeFileSync(chosen, '{}')
  const { manifest, script } = plain.stage
  const inputs = { ...manifest.inputs, chosen: { keyed: true, format: 'record', optional: true } }
  const report = await performStep(
    {
      ...plain,
      stage: { script, manifest: { ...manifest, inputs } },
      inputs: {
        ...plain.inputs,
        chosen: { is: 'record', path: folder, of: one => (one === handles[1] ? chosen : undefined) },
      },
    },
    stepIo(),
  )
  expect(report).toMatchObject({ value: { done: 1, absent: 1, failed: [] } })
  expect(existsSync(join(folder, 'step', `${handles[0]}.json`))).toBe(false)
  expect(existsSync(join(folder, 'step', `${handles[1]}.json`))).toBe(true)
})

test('a message that its stage refuses costs its own place alone', async () => {
  const { order, handles, folder } = begin('good', 'bad', 'good')
  const report = await performStep(order('refuse-some'), stepIo())
  expect(report).toMatchObject({
    value: { done: 2, failed: [{ handle: handles[1], why: 'the message is bad' }] },
  })
  expect(existsSync(join(folder, 'step', `${handles[1]}.json`))).toBe(false)
  expect(readdirSync(join(folder, 'work')).sort()).toEqual([`${handles[0]}.done`, `${handles[2]}.done`])
})
