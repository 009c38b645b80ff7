// What a stage that was taken over can cost: the place of its message, a clause in the report, and nothing else. Each case runs on the
// second of three messages, in the form that forks and in the one that starts; the other two are the control that the same step
// works. Relies on test/probes/attackStage.ts.
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, describe, expect, test } from 'vitest'
import { performStep } from '../../../daemon/stages/performStep.ts'
import type { StepOrder } from '../../../daemon/stages/stages.ts'
import * as cap from '../../../protocol/limits.ts'
import { makeStepWorld, type StepWorld, stepIo } from './stepWorld.ts'

const worlds: StepWorld[] = []
afterEach(() => worlds.splice(0).forEach(world => world.remove()))

const MODEL = { model: 'none', host: 'http://127.0.0.1:9', think: 'off', timeout: 1 } as const
const FORMS = [
  { form: 'that was forked for it', more: {} },
  {
    form: 'that was started for it',
    more: {
      grants: { bulkRead: false, spool: true, actor: { model: 'none', net: [] }, model: MODEL, hosts: [] },
    },
  },
]

/** A step that may propose, over three messages, of which the second is hostile. */
async function attacked(attack: string, more: Partial<StepOrder> = {}) {
  const world = makeStepWorld(['first', 'second', 'third'], 'test/probes/attackStage.ts')
  worlds.push(world)
  const grants = { bulkRead: false, spool: true, actor: null, model: null, hosts: [] }
  const order = world.order(attack, {
    grants,
    spool: join(world.folder, 'spool'),
    config: { do: attack, only: 'second' },
    seconds: SHORT.has(attack) ? 2 : 20,
    ...more,
  })
  const report = await performStep(order, stepIo())
  const failed = report.ok ? report.value.failed : []
  const names = (folder: string) => readdirSync(join(world.folder, folder)).sort()
  return { world, report, why: failed.find(one => one.handle === world.handles[1])?.why, failed, names }
}

/** What never ends by itself: the rest has the time of a slow machine. */
const SHORT = new Set(['exhaust-time', 'hang'])

const CASES = [
  ['exhausts the memory of buffers', 'exhaust-memory', /ended by signal|killed|ERR_MEMORY|RangeError|Error/],
  [
    'exhausts the heap',
    'exhaust-heap',
    /ended by signal 6|ended by signal 5|SIGABRT|SIGTRAP|SIGILL|signal 4|SIGSEGV|signal 11/,
  ],
  ['exhausts the processor', 'exhaust-time', /took more than 2 s|signal 9|SIGKILL|in time/],
  ['hangs', 'hang', /took more than 2 s|in time/],
  ['aborts', 'abort', /signal 6|SIGABRT/],
  ['ends without an answer', 'exit-well', /without an answer|never comes/],
  ['writes a sparse file of 2 GB', 'one-large-file', /signal 25|SIGXFSZ|EFBIG|RangeError|could not write/],
  ['writes 2 GB in many files', 'many-large-files', /wrote more than 268435456 bytes/],
  ['writes 2 GB in many files and stays', 'many-large-files-and-wait', /wrote more than 268435456 bytes/],
  ['writes more files than the cap', 'many-files', /wrote more than 4096 files/],
  ['nests its folders deeper than the cap', 'deep-folders', /wrote folders more than 8 deep/],
  ['gives a file a name that is no text', 'name-no-text', /wrote a name that is no text/],
  [
    'writes 2 GB beside a name that is no text, and stays',
    'name-no-text-and-fill',
    /wrote a name that is no text|wrote more than 268435456 bytes/,
  ],
  ['writes 2 GB while a file comes and goes', 'blink-and-fill', /wrote more than 268435456 bytes/],
  ['nests its folders deeper than a path may be long', 'path-too-long', /wrote folders more than 8 deep/],
  ['writes a file beside its record', 'extra-file', /wrote files beside its record/],
  ['names its record otherwise', 'other-name', /wrote files beside its record/],
  [
    'writes a record over the cap',
    'large-record',
    new RegExp(`wrote a record of more than ${cap.RECORD_BYTES} bytes`),
  ],
  ['writes a record that has a key twice', 'no-json', /wrote a record that is no JSON/],
  ['names another handle in its record', 'other-handle-inside', /another schema: the record wants no field/],
  ['puts a folder in the place of its record', 'record-folder', /wrote a record that is no file of its own/],
  ['says more than the cap', 'say-much', /said something that is no list of sentences/],
  ['says what a terminal obeys', 'say-controls', /said something that is no list of sentences/],
  ['proposes under another name', 'spool-of-another', /proposed under another name/],
  ['proposes more bytes than the cap', 'spool-large', /proposal that is no small file/],
  ['proposes more often than the cap', 'spool-many', /proposed more than 64 times/],
] as const

describe.skipIf(process.platform !== 'linux')('a message whose process', () => {
  for (const { form, more } of FORMS)
    test.each(CASES)(
      `%s loses its place alone, in a process ${form}`,
      async (_, attack, clause) => {
        const { report, why, failed, world, names } = await attacked(attack, more)
        expect(report).toMatchObject({ ok: true, value: { done: 2 } })
        expect(failed).toHaveLength(1)
        expect(why).toMatch(clause)
        // Nothing of it was taken over, and no folder of it is left.
        expect(names('step')).toEqual([])
        expect(names('folders')).toEqual([])
        expect(names('spool')).toEqual([])
        expect(names('work')).toEqual([`${world.handles[0]}.done`, `${world.handles[2]}.done`].sort())
      },
      60_000,
    )

  test('waits for what never comes is told so, where no event loop settles it', async () => {
    for (const attack of ['never-settle', 'wait-for-a-timer'])
      expect((await attacked(attack)).why).toMatch(/never comes|ended by signal 6/)
  })

  test('proposes up to both caps has all of it taken over', async () => {
    const { report, names, world } = await attacked('spool-well')
    expect(report).toMatchObject({ value: { done: 3, failed: [] } })
    const wanted = Array.from({ length: 64 }, (_, n) => `${world.handles[1]}.${n}.json`)
    expect(names('spool')).toEqual(wanted.sort())
    expect(lstatSync(join(world.folder, 'spool', wanted[0] ?? '')).size).toBe(1_024)
  })

  test('starts no thread, in a process that was started for it', async () => {
    // The control: where nothing forbids it, the same call starts one.
    await new Worker('0', { eval: true }).terminate()
    const { world, report } = await attacked('start-thread', { ...FORMS[1]?.more })
    expect(report).toMatchObject({ value: { done: 3, failed: [] } })
    expect(world.record(world.handles[1])).toEqual({ text: 'refused' })
  })

  test('opens so many descriptors as the cap gets no more, and ends well', async () => {
    const outputs = anyRecord()
    for (const { form, more } of FORMS) {
      const { world, report, names } = await attacked('open-many', { outputs, ...more })
      expect(report, form).toMatchObject({ value: { done: 3, failed: [] } })
      expect(names('work')).toContain(`${world.handles[1]}.done`)
      const path = join(outputs['records']?.path ?? '', `${world.handles[1]}.json`)
      const { opened, code } = JSON.parse(readFileSync(path, 'utf8')) as { opened: number; code: string }
      expect(code).toBe('EMFILE')
      // The one that was forked has five of its own open; the other what node needs.
      expect(opened).toBeLessThanOrEqual(cap.EACH_DESCRIPTORS - 5)
      expect(opened).toBeGreaterThan(cap.EACH_DESCRIPTORS - 40)
    }
  })
})

/** The outputs of a step whose records may have any form. */
function anyRecord(): StepOrder['outputs'] {
  const world = makeStepWorld(['one'], 'test/probes/attackStage.ts')
  worlds.push(world)
  const { records, ...others } = world.order('x').outputs
  if (!records) throw new Error('no port of records')
  return { ...others, records: { ...records, schema: null } }
}
