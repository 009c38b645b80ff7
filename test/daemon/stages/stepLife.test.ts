// The processes of a step and their ends: who is killed, what goes on, and that nobody is left. Relies on /proc (Linux).
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { performStep } from '../../../daemon/stages/performStep.ts'
import { bundle } from '../../probes/harness.ts'
import { makeStepWorld, type StepWorld, stepIo } from './stepWorld.ts'

const worlds: StepWorld[] = []
afterEach(() => worlds.splice(0).forEach(world => world.remove()))
function begin(): StepWorld {
  const world = makeStepWorld(['first', 'second', 'third'], 'test/probes/attackStage.ts')
  worlds.push(world)
  return world
}

/** Every process whose command line names the stage of this world. */
function processesOf({ script }: Pick<StepWorld, 'script'>): number[] {
  const pids = readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
  return pids.filter(pid => commandLine(pid).includes(`\0${script}\0`))
}
const commandLine = (pid: number): string => textOf(`/proc/${pid}/cmdline`)
/** A process may be gone by now. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)/m.exec(textOf(`/proc/${pid}/status`))?.[1])
}
/** The zygote whose child hangs, and that child: seen twice, since the others come and go. */
async function atWork(world: Pick<StepWorld, 'script'>): Promise<{ zygote: number; child: number }> {
  let seen: number | undefined
  return vi.waitFor(
    () => {
      const pids = processesOf(world)
      const child = pids.find(pid => pids.includes(parentOf(pid)))
      const hangs = child !== undefined && child === seen
      seen = child
      if (!hangs) throw new Error('no child hangs yet')
      return { zygote: parentOf(child), child }
    },
    { timeout: 20_000, interval: 200 },
  )
}
const areGone = (world: Pick<StepWorld, 'script'>) =>
  vi.waitFor(() => expect(processesOf(world)).toEqual([]), { timeout: 20_000, interval: 20 })

describe.skipIf(process.platform !== 'linux')('the processes of a step', () => {
  test('end with the step, whose messages went well', async () => {
    const world = begin()
    await performStep(world.order('own-text', { config: { do: 'exit-well', only: 'none' } }), stepIo())
    await areGone(world)
  })

  test('a zygote that is killed takes its child with it and costs one message, and the next has a new zygote', async () => {
    const world = begin()
    const order = world.order('hang', { config: { do: 'hang', only: 'second' } })
    const performed = performStep(order, stepIo())
    const { zygote, child } = await atWork(world)
    process.kill(zygote, 'SIGKILL')
    await vi.waitFor(() => expect(processesOf(world)).not.toContain(child), { timeout: 20_000 })
    const report = await performed
    expect(report).toMatchObject({ value: { done: 2, failed: [{ handle: world.handles[1] }] } })
    await areGone(world)
  })

  test('a step that is interrupted ends at once, and goes on later where it stopped', async () => {
    const world = begin()
    const stop = new AbortController()
    const order = world.order('hang', { config: { do: 'hang', only: 'second' } })
    const performed = performStep(order, stepIo({ signal: stop.signal }))
    await atWork(world)
    stop.abort()
    expect(await performed).toMatchObject({ refusal: { code: 'interrupted' } })
    await areGone(world)
    const again = await performStep({ ...order, config: { do: 'hang', only: 'none' } }, stepIo())
    expect(again).toMatchObject({ ok: true, value: { failed: [], absent: 0 } })
    expect(again.ok && [again.value.skipped, again.value.done]).toEqual([2, 1])
  })

  test('nobody is left of a step whose twind was killed', async () => {
    const world = begin()
    const driver = join(world.folder, 'driver.cjs')
    bundle('test/probes/stepDriver.ts', driver)
    const order = world.order('hang', { config: { do: 'hang', only: 'second' } })
    const { of: _of, ...mail } = order.inputs['mail'] ?? { of: undefined }
    const text = JSON.stringify({ ...order, inputs: { mail } })
    const twind = spawn(process.execPath, [driver, text], { stdio: 'ignore' })
    await atWork(world)
    twind.kill('SIGKILL')
    await once(twind, 'exit')
    await areGone(world)
    expect(existsSync(join(world.folder, 'work'))).toBe(true)
  })
})
