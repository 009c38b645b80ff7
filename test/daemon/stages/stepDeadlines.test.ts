// The seconds that a stage may take that sees the set, with the same code and a shorter wait: the module of caps is replaced for this
// file. The control is a stage that ends before.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { performStep } from '../../../daemon/stages/performStep.ts'
import { makeStepWorld, type StepWorld, stepIo } from './stepWorld.ts'

vi.mock(import('../../../protocol/limits.ts'), async original => ({
  ...(await original()),
  ...({ STEP_SECONDS: 3 } as object),
}))

let world: StepWorld | undefined
afterEach(() => world?.remove())

test.each([
  ['hang', { ok: false, refusal: { code: 'late' } }],
  ['look', { ok: true, value: { done: 1 } }],
])('a stage that sees the set and would %s has the seconds of the cap', async (behaviour, ended) => {
  world = makeStepWorld(['one'], 'test/probes/setStage.ts')
  mkdirSync(join(world.folder, 'notes'))
  const order = world.order(behaviour)
  const manifest = { ...order.stage.manifest, per: 'set' as const }
  const stage = { ...order.stage, manifest }
  const config = { do: behaviour, handle: world.handles[0] }
  expect(await performStep({ ...order, stage, config }, stepIo())).toMatchObject(ended)
})
