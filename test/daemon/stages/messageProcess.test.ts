// What the process of one message finds and leaves: no descriptor but its own, nothing of the message before it, and an answer when it
// asks why. Relies on test/probes/attackStage.ts.
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { performStep } from '../../../daemon/stages/performStep.ts'
import type { StepOrder } from '../../../daemon/stages/stages.ts'
import { makeStepWorld, type StepWorld, stepIo } from './stepWorld.ts'

const worlds: StepWorld[] = []
afterEach(() => worlds.splice(0).forEach(world => world.remove()))

const MODEL = { model: 'none', host: 'http://127.0.0.1:9', think: 'off', timeout: 1 } as const
const STARTED = { bulkRead: false, spool: false, actor: { model: 'none', net: [] }, model: MODEL, hosts: [] }

/** The records of four messages, of whatever form, in the order of the messages. */
async function recordsOf(attack: string, more: Partial<StepOrder> = {}): Promise<unknown[]> {
  const world = makeStepWorld(['one', 'two', 'three', 'four'], 'test/probes/attackStage.ts')
  worlds.push(world)
  const { records, ...others } = world.order('x').outputs
  if (!records) throw new Error('no port of records')
  const outputs = { ...others, records: { ...records, schema: null } }
  const report = await performStep(world.order(attack, { outputs, ...more }), stepIo())
  expect(report).toMatchObject({ ok: true, value: { done: 4, failed: [] } })
  return world.handles.map(world.record)
}

describe.skipIf(process.platform !== 'linux')('the process of one message', () => {
  test('has three standard descriptors, the file of its answer and one end of a pipe that nobody reads', async () => {
    for (const found of await recordsOf('descriptors')) {
      expect(Object.keys(found as object)).toEqual(['0', '1', '2', '3', '4'])
      // The zygote's own 3 is a socket to twind: the process of a message has a file there.
      expect(found).toMatchObject({ 3: 'file', 4: 'pipe' })
    }
  })

  test('finds nothing of what the one before it has left in memory', async () => {
    const clean = { left: null, polluted: null, folder: '/', environment: null, hoard: 0 }
    expect(await recordsOf('leave')).toEqual([clean, clean, clean, clean])
  })

  test('gets random numbers of its own', async () => {
    const numbers = (await recordsOf('random')).map(String)
    expect(new Set(numbers).size).toBe(4)
    expect(numbers.every(text => text.length === randomBytes(16).toString('hex').length)).toBe(true)
  })

  for (const [form, grants] of [
    ['forked', undefined],
    ['started', STARTED],
  ] as const)
    test(`that was ${form} and asks why is told the last refusal and what is allowed`, async () => {
      const [answers] = await recordsOf('why', grants ? { grants } : {})
      const because = (path: unknown, wanted: RegExp) => ({
        type: 'because',
        code: expect.stringMatching(/^(EACCES|EPERM)$/) as string,
        path,
        wanted: expect.stringMatching(wanted) as string,
      })
      expect(answers).toEqual({
        before: { type: 'because', code: null, path: null, wanted: 'nothing: nothing was refused so far' },
        outside: because('/etc/hostname', /^only the inputs of this message to read/),
        input: because(expect.stringMatching(/body\.txt$/), /^reading alone/),
        link: because(expect.stringMatching(/folders\/link$/), /^plain files and folders within the output/),
      })
    })

  test('leaves twind nothing but its record and its mark', async () => {
    const world = makeStepWorld(['one'], 'test/probes/attackStage.ts')
    worlds.push(world)
    const report = await performStep(world.order('own-text', { config: { do: 'own-text' } }), stepIo())
    expect(report).toMatchObject({ value: { done: 1 } })
    expect(readdirSync(join(world.folder, 'step'))).toEqual([`${world.handles[0]}.json`])
    expect(readFileSync(join(world.folder, 'step', `${world.handles[0]}.json`), 'utf8')).toBe(
      '{"text":"one"}\n',
    )
    expect(readdirSync(join(world.folder, 'work'))).toEqual([`${world.handles[0]}.done`])
  })
})
