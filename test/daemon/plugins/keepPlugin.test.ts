// The life of one plugin on a clock and a timer of the test's own, with a process that does as it is told.
import { describe, expect, test } from 'vitest'
import { keepPlugin, type KeepParts, restartDelay } from '../../../daemon/plugins/keepPlugin.ts'
import { FAULTS, isFinal, type PluginFault } from '../../../daemon/plugins/pluginFault.ts'
import type { PluginProcess } from '../../../daemon/plugins/pluginProcess.ts'
import type { Context } from '../../../daemon/gate/operation.ts'
import {
  PLUGIN_DECLARE_SECONDS,
  PLUGIN_QUEUE,
  PLUGIN_RESTARTS,
  PLUGIN_STEADY_SECONDS,
} from '../../../protocol/limits.ts'
import type { FromPlugin, ToPlugin } from '../../../protocol/pluginLine.ts'
import { parseConfig } from '../../../protocol/config.ts'

const DECLARED: FromPlugin = {
  type: 'operations',
  operations: [{ name: 'find', summary: 'find notes', class: 'read', input: {} }],
}
type Answers = (question: ToPlugin, milliseconds: number) => Promise<FromPlugin | PluginFault>
const declares: Answers = async question =>
  question.type === 'declare' ? DECLARED : { type: 'output', id: question.id, output: {} }

interface Stage {
  readonly plugin: ReturnType<typeof keepPlugin>
  readonly delays: number[]
  readonly begun: () => number
  readonly stopped: PluginFault[]
  /** Lets the timer fire. */
  readonly fire: () => Promise<void>
  readonly end: (fault: PluginFault) => Promise<void>
  readonly wait: (seconds: number) => void
}

const settled = () => new Promise<void>(resolve => setImmediate(resolve))

function stage(answers: Answers = declares, more: Partial<KeepParts> = {}): Stage {
  let now = 0
  let begun = 0
  let due: (() => void) | undefined
  let end: (fault: PluginFault) => void = () => {}
  const delays: number[] = []
  const stopped: PluginFault[] = []
  const begin = (): PluginProcess => {
    begun++
    const ended = new Promise<PluginFault>(resolve => (end = resolve))
    return { ask: answers, ended, stop: why => (stopped.push(why), end(why)) }
  }
  const plugin = keepPlugin({
    name: 'notes',
    milliseconds: 1_000,
    begin,
    accept: () => undefined,
    now: () => now,
    later: (milliseconds, act) => {
      delays.push(milliseconds)
      due = act
      return () => (due = undefined)
    },
    log: () => undefined,
    ...more,
  })
  return {
    plugin,
    delays,
    begun: () => begun,
    stopped,
    fire: async () => {
      const act = due
      due = undefined
      act?.()
      await settled()
    },
    end: async fault => {
      end(fault)
      await settled()
    },
    wait: seconds => void (now += seconds * 1_000),
  }
}

const config = parseConfig('')
const context = (signal = new AbortController().signal): Context => ({
  channel: { door: 'cli', agent: null, terminal: false },
  world: { configuration: () => ({ config: config.ok && config.value }) } as unknown as Context['world'],
  narrowing: { workspaces: null, allows: () => true },
  signal,
  progress: () => undefined,
})
const call = (plugin: Stage['plugin'], signal?: AbortSignal) => {
  const [operation] = plugin.operations()
  const checked = operation?.check({}, (config.ok && config.value) as never)
  if (!checked?.ok) throw new Error('Cannot call: nothing is offered')
  return checked.value.run(context(signal))
}

describe('a plugin that fails', () => {
  test('is started again ever later, and at most so often in a row', async () => {
    const { plugin, delays, begun, fire } = stage(async () => 'crashed')
    await plugin.start()
    for (let tries = 0; tries < PLUGIN_RESTARTS + 3; tries++) await fire()
    expect(begun()).toBe(1 + PLUGIN_RESTARTS)
    expect(delays).toEqual([1_000, 2_000, 4_000, 8_000, 16_000])
    expect(plugin.why()).toBe(FAULTS.crashed)
  })
  test('counts its failures anew once it was steady', async () => {
    const { plugin, delays, fire, end, wait } = stage()
    await plugin.start()
    await end('crashed')
    await fire()
    wait(PLUGIN_STEADY_SECONDS - 1)
    await end('crashed')
    await fire()
    wait(PLUGIN_STEADY_SECONDS)
    await end('crashed')
    expect(delays).toEqual([1_000, 2_000, 1_000])
  })
  test('offers its operations again once it is back', async () => {
    const { plugin, fire, end } = stage()
    await plugin.start()
    expect(plugin.why()).toBeNull()
    await end('late')
    expect([plugin.why(), plugin.operations()]).toEqual([FAULTS.late, []])
    await fire()
    expect([plugin.why(), plugin.operations().length]).toEqual([null, 1])
  })
  test.each(Object.keys(FAULTS).filter(fault => isFinal(fault as PluginFault)))(
    'is not started again where it is %s',
    async fault => {
      const { plugin, delays } = stage(async () => fault as PluginFault)
      await plugin.start()
      expect([delays, plugin.why()]).toEqual([[], FAULTS[fault as PluginFault]])
    },
  )
  test('has the time of the cap to declare itself, and each call its own', async () => {
    const given: number[] = []
    const { plugin } = stage(async (question, milliseconds) => {
      given.push(milliseconds)
      return declares(question, milliseconds)
    })
    await plugin.start()
    await call(plugin)
    expect(given).toEqual([PLUGIN_DECLARE_SECONDS * 1_000, 1_000])
  })
  test('is killed where its declaration is not accepted', async () => {
    const { plugin, stopped, delays } = stage(declares, { accept: () => 'changed' })
    await plugin.start()
    expect([stopped, delays, plugin.operations()]).toEqual([['changed'], [], []])
  })
})

describe('calls of a plugin', () => {
  test('are refused over the queue, and done in their order within it', async () => {
    const open: (() => void)[] = []
    const { plugin } = stage(async question => {
      if (question.type === 'declare') return DECLARED
      await new Promise<void>(resolve => open.push(resolve))
      return { type: 'output', id: question.id, output: { id: question.id } }
    })
    await plugin.start()
    const calls = Array.from({ length: PLUGIN_QUEUE + 1 }, () => call(plugin))
    expect(await calls[PLUGIN_QUEUE]).toMatchObject({ ok: false, refusal: { code: 'busy' } })
    for (let at = 0; at < PLUGIN_QUEUE; at++) {
      await settled()
      expect(open).toHaveLength(1)
      open.pop()?.()
    }
    const ids = (await Promise.all(calls.slice(0, PLUGIN_QUEUE))).map(result => result.ok && result.value)
    expect(ids).toEqual(
      Array.from({ length: PLUGIN_QUEUE }, (_, at) => ({ result: { id: at + 1 }, cut: false })),
    )
    const [next] = await Promise.all([call(plugin), settled().then(() => open.pop()?.())])
    expect(next).toMatchObject({ ok: true })
  })
  test('of a caller that has gone never reach the plugin', async () => {
    const asked: string[] = []
    const { plugin } = stage(async question => (asked.push(question.type), declares(question, 0)))
    await plugin.start()
    expect(await call(plugin, AbortSignal.abort())).toMatchObject({ ok: false, refusal: { code: 'busy' } })
    expect(asked).toEqual(['declare'])
  })
  test('that wait are refused once the plugin fails', async () => {
    const { plugin } = stage(async question => (question.type === 'declare' ? DECLARED : 'crashed'))
    await plugin.start()
    const [operation] = plugin.operations()
    expect(operation?.name).toBe('notes.find')
    const results = await Promise.all([call(plugin), call(plugin)])
    expect(results).toMatchObject([{ refusal: { code: 'plugin' } }, { refusal: { code: 'plugin' } }])
  })
  test('are refused once it is stopped, and it is not started again', async () => {
    const { plugin, stopped, delays } = stage()
    await plugin.start()
    const pending = plugin.operations()[0]
    await plugin.stop()
    expect(stopped).toEqual(['stopped'])
    expect([plugin.operations(), delays]).toEqual([[], []])
    const checked = pending?.check({}, (config.ok && config.value) as never)
    expect(checked?.ok && (await checked.value.run(context()))).toMatchObject({ refusal: { code: 'plugin' } })
  })
})

test('restartDelay doubles from one second', () => {
  expect([0, 1, 2, 3].map(restartDelay)).toEqual([1_000, 2_000, 4_000, 8_000])
})
