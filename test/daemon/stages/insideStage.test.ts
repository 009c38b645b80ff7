// A stage that was taken over tries everything from the process of one message: it has that message and its output, and nothing
// else. Each act has its control: the same act succeeds in a process without rules. Relies on the table of test/probes/acts.ts.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { performStep } from '../../../daemon/stages/performStep.ts'
import type { StepOrder, StepReport } from '../../../daemon/stages/stages.ts'
import { handleFrom } from '../../../protocol/handle.ts'
import type { Result } from '../../../protocol/refusal.ts'
import { ACTS } from '../../probes/acts.ts'
import { Harness, loadProbes, type NamedCall } from '../../probes/harness.ts'
import { makePlace, makeWorld, type World } from '../../probes/world.ts'
import { makeStepWorld, type StepWorld, stepIo } from './stepWorld.ts'

const REFUSED = /^(EACCES|EPERM|EXDEV|EBADF|ENOSYS|ENOMEM)$/
/** What waits for threads: no event loop runs in the process of a message. What is inherited is asked of its descriptors instead. */
const WAITS = /-async|-worker|spawn-node|read-descriptor|environment/

describe.skipIf(process.platform !== 'linux')('the process of one message', () => {
  let harness: Harness
  let net: World
  const worlds: StepWorld[] = []
  let alone: Readonly<Record<string, string>>
  let inside: Readonly<Record<string, string>>
  let report: Result<StepReport>

  /** A world of its own for each side: alone, an act leaves something behind. */
  const begin = (): { world: StepWorld; table: NamedCall[] } => {
    const world = makeStepWorld(['first', 'second'], 'test/probes/attackStage.ts')
    worlds.push(world)
    return { world, table: tableOf(harness, net, world) }
  }

  beforeAll(async () => {
    harness = new Harness()
    net = await makeWorld(harness)
    const free = begin()
    alone = await control(harness, free.world, free.table)
    const { world, table } = begin()
    report = await performStep(orderOf(world, harness, table), stepIo())
    expect(report).toMatchObject({ value: { failed: [] } })
    inside = world.record(world.handles[1]) as Record<string, string>
  }, 60_000)
  afterAll(() => {
    net.close()
    harness.remove()
    for (const world of worlds) world.remove()
  })

  test('the process of a message that tries everything ends well and costs no other its place', () => {
    expect(report).toMatchObject({ ok: true, value: { done: 2, failed: [] } })
    expect(Object.keys(inside)).toHaveLength(TABLE.length)
  })

  for (const { name, needs } of TABLE)
    test(`the process of a message is refused to ${name}, which a process without rules can`, context => {
      const free = alone[name]
      if (needs && free !== 'done') context.skip(`this machine lacks ${needs} (${free})`)
      expect(free).toBe('done')
      expect(inside[name]).toMatch(REFUSED)
    })
})

const EMPTY = {} as World
const NOWHERE = { outside: '', granted: '', output: '' }
const OF_TABLE = ACTS.filter(act => !WAITS.test(act.call(EMPTY, NOWHERE)[0]))

const TRACING = 'ptrace of a process that is no child'
const AROUND = [
  'list the messages of the view',
  'read the body of another message',
  'write into its own message',
  'list the other run',
  'read the mail of another run',
  'read the raw message in the store',
  'read the index of the store',
  'read a message of the maildir',
  'read the manifest',
  'read the record of another message',
  'list the records of its step',
  'write a record of another message',
  'write into the folder of the step itself',
  'write into the folders of the other process',
  'write a proposal that nobody granted',
  'read its own code',
  'signal the zygote',
  'read the limits of the zygote',
  'trace the zygote',
  'start threads',
  'set an option of the socket that is its stderr',
  'shut the socket that is its stderr',
] as const
const TABLE: readonly { name: string; needs?: string }[] = [
  ...OF_TABLE,
  ...AROUND.map(name => (name === 'trace the zygote' ? { name, needs: TRACING } : { name })),
]
const name = (of: (typeof AROUND)[number]): string => of

function tableOf(harness: Harness, net: World, world: StepWorld): NamedCall[] {
  const place = makePlace(join(world.folder, 'outside'), '$GRANTED', '$OUTPUT')
  loadProbes(harness)('set-attribute', join(place.outside, 'xattr'))
  return [...OF_TABLE.map(act => ({ name: act.name, call: act.call(net, place) })), ...around(world)]
}

/** Real files around the message, which its user may read and write. */
function around({ folder, handles }: StepWorld): NamedCall[] {
  const put = (path: string): string => {
    mkdirSync(join(folder, path, '..'), { recursive: true })
    writeFileSync(join(folder, path), 'secret')
    return join(folder, path)
  }
  const other = handleFrom(Buffer.from('another message!'))
  const mail = join(folder, 'mail')
  return [
    { name: name('list the messages of the view'), call: ['list', mail] },
    {
      name: name('read the body of another message'),
      call: ['read', join(mail, handles[0] ?? '', 'body.txt')],
    },
    { name: name('write into its own message'), call: ['create', join(mail, handles[1] ?? '', 'new')] },
    {
      name: name('list the other run'),
      call: ['list', join(put(`runs/other/mail/${other}/body.txt`), '..')],
    },
    { name: name('read the mail of another run'), call: ['read', put(`runs/other/mail/${other}/body.txt`)] },
    { name: name('read the raw message in the store'), call: ['read', put('store/home/raw/aa/one')] },
    { name: name('read the index of the store'), call: ['read', put('store/index.db')] },
    { name: name('read a message of the maildir'), call: ['read', put('Maildir/cur/1.host:2,S')] },
    { name: name('read the manifest'), call: ['read', put('manifest')] },
    { name: name('read the record of another message'), call: ['read', put(`step/${other}.json`)] },
    { name: name('list the records of its step'), call: ['list', join(folder, 'step')] },
    {
      name: name('write a record of another message'),
      call: ['create', join(folder, 'step', `${other}.new`)],
    },
    { name: name('write into the folder of the step itself'), call: ['create', join(folder, 'work', 'new')] },
    {
      name: name('write into the folders of the other process'),
      call: ['create', join(put('work/.slot-9/records/old'), '..', 'record.json')],
    },
    {
      name: name('write a proposal that nobody granted'),
      call: ['create', join(folder, 'spool', `${handles[1]}.0.json`)],
    },
    { name: name('read its own code'), call: ['read', join(folder, 'probe.cjs')] },
    { name: name('signal the zygote'), call: ['signal', '$PARENT'] },
    { name: name('read the limits of the zygote'), call: ['limits', '$PARENT'] },
    { name: name('trace the zygote'), call: ['ptrace', '$PARENT'] },
    { name: name('start threads'), call: ['threads', 100] },
    { name: name('set an option of the socket that is its stderr'), call: ['set-option', 2] },
    { name: name('shut the socket that is its stderr'), call: ['shut', 2] },
  ]
}

/** The same acts in a process of the same user without rules: its own victim in place of the zygote, its own folder as output. */
async function control(
  harness: Harness,
  world: StepWorld,
  acts: readonly NamedCall[],
): Promise<Readonly<Record<string, string>>> {
  const granted = join(world.folder, 'granted')
  const output = join(world.folder, 'output')
  writeFileSync(granted, 'x')
  mkdirSync(output)
  const own: Record<string, string | number> = { $PARENT: process.pid, $GRANTED: granted }
  const known = (value: string | number) =>
    own[value] ?? (typeof value === 'string' ? value.replace('$OUTPUT', output) : value)
  const { outcomes } = await harness.run({
    profile: { name: 'probe', files: [], trees: [], lists: [], reads: [], writes: [] },
    mode: 'alone',
    acts: acts.map(act => ({ name: act.name, call: [act.call[0], ...act.call.slice(1).map(known)] })),
  })
  return outcomes
}

function orderOf(world: StepWorld, harness: Harness, acts: readonly NamedCall[]): StepOrder {
  const order = world.order('acts')
  const outputs = { ...order.outputs }
  const records = order.outputs['records']
  if (!records) throw new Error('no port of records')
  return {
    ...order,
    inputs: {
      ...order.inputs,
      probes: { is: 'file' as const, path: harness.probes, of: () => harness.probes },
    },
    outputs: { ...outputs, records: { ...records, schema: null } },
    config: { do: 'acts', acts, only: 'second' },
  }
}
