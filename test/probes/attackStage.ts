// A stage that was taken over: for each message it does what its `config` says, and writes what it got. Where no event loop runs, and
// beside the raw calls that lie among its inputs. Bundled by test/daemon/stages/stepWorld.ts.
import * as fs from 'node:fs'
import { randomBytes } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import { join } from 'node:path'
import { runEach } from '../../helpers/each.ts'
import { writeRecord } from '../../helpers/eachOutput.ts'
import type { Each, EachTask, EachTools } from '../../helpers/eachTask.ts'
import { RECORD_BYTES } from '../../protocol/limits.ts'
import { done } from '../../protocol/refusal.ts'
import { type Call, outcomeNow, type Probe } from './outcome.ts'

type Attack = (task: EachTask, tools: EachTools) => unknown

const bodyOf = ({ inputs }: EachTask): string => join(inputs['mail'] ?? '', 'body.txt')
const text = (task: EachTask): string => fs.readFileSync(bodyOf(task), 'utf8')
const output = ({ outputs }: EachTask, port = 'folders'): string => outputs[port] ?? ''

/** Every act of a table; `$` names stand for what only this process knows. */
function acts(task: EachTask): Record<string, string> {
  const module: { exports: unknown } = { exports: {} }
  process.dlopen(module, task.inputs['probes'] ?? '')
  const { probe } = module.exports as { probe: Probe }
  const { acts: table } = task.config as { acts: { name: string; call: Call }[] }
  const own = new Map<unknown, string | number>([
    ['$PARENT', process.ppid],
    ['$GRANTED', bodyOf(task)],
  ])
  const known = (value: string | number) =>
    own.get(value) ?? (typeof value === 'string' ? value.replace('$OUTPUT', output(task)) : value)
  return Object.fromEntries(
    table.map(({ name, call: [act, ...values] }) => [name, outcomeNow(probe, [act, ...values.map(known)])]),
  )
}

function kindOf(fd: number): string | undefined {
  try {
    const stat = fs.fstatSync(fd)
    return stat.isSocket() ? 'socket' : stat.isFIFO() ? 'pipe' : stat.isFile() ? 'file' : 'other'
  } catch {
    return undefined
  }
}

const MEGABYTES = 1_048_576
const hoard: unknown[] = []
/** Bytes that are a name to the system, and no text. */
const NO_TEXT = Buffer.from([0x6e, 0xff, 0xfe])

const ATTACKS: Record<string, Attack> = {
  acts,
  descriptors: () =>
    Object.fromEntries(
      Array.from({ length: 200 }, (_, fd) => [String(fd), kindOf(fd)]).filter(([, kind]) => kind),
    ),
  'own-text': task => ({ text: text(task) }),
  'exhaust-memory': () => {
    for (;;) hoard.push(Buffer.alloc(16 * MEGABYTES, 1))
  },
  'exhaust-heap': () => {
    const numbers = Array.from({ length: 1_000_000 }, (_, at) => at)
    for (;;) hoard.push([...numbers])
  },
  'exhaust-time': () => {
    for (;;) hoard.length = 0
  },
  hang: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  'never-settle': () => new Promise(() => undefined),
  'wait-for-a-timer': () => new Promise(resolve => setTimeout(resolve, 10_000)),
  abort: () => process.abort(),
  'exit-well': () => process.exit(0),
  'open-many': task => {
    const open: number[] = []
    try {
      for (;;) open.push(fs.openSync(bodyOf(task), 'r'))
    } catch (error) {
      for (const fd of open) fs.closeSync(fd)
      return { opened: open.length, code: (error as NodeJS.ErrnoException).code }
    }
  },
  'one-large-file': task => {
    const fd = fs.openSync(join(output(task), 'large'), 'w')
    fs.ftruncateSync(fd, 2_000 * MEGABYTES)
  },
  'many-large-files': task => {
    for (let at = 0; at < 10; at++)
      fs.ftruncateSync(fs.openSync(join(output(task), `${at}`), 'w'), 200 * MEGABYTES)
  },
  'many-large-files-and-wait': (task, tools) => {
    ATTACKS['many-large-files']?.(task, tools)
    ATTACKS['hang']?.(task, tools)
  },
  'many-files': task => {
    for (let at = 0; at < 5_000; at++) fs.closeSync(fs.openSync(join(output(task), `${at}`), 'w'))
  },
  'deep-folders': task => {
    fs.mkdirSync(join(output(task), ...Array.from({ length: 20 }, () => 'x')), { recursive: true })
  },
  'name-no-text': task => fs.writeFileSync(Buffer.concat([Buffer.from(`${output(task)}/`), NO_TEXT]), 'x'),
  'name-no-text-and-fill': (task, tools) => {
    ATTACKS['name-no-text']?.(task, tools)
    ATTACKS['many-large-files-and-wait']?.(task, tools)
  },
  'closed-folder': task => fs.mkdirSync(join(output(task), 'closed'), { mode: 0 }),
  'blink-and-fill': (task, tools) => {
    ATTACKS['many-large-files']?.(task, tools)
    for (;;) {
      fs.writeFileSync(join(output(task), 'blink'), 'x')
      fs.unlinkSync(join(output(task), 'blink'))
    }
  },
  'path-too-long': task => {
    process.chdir(output(task))
    for (let at = 0; at < 40; at++) {
      fs.mkdirSync('x'.repeat(250))
      process.chdir('x'.repeat(250))
    }
  },
  'start-thread': () => {
    try {
      void new Worker('0', { eval: true })
      return { text: 'started' }
    } catch {
      return { text: 'refused' }
    }
  },
  'extra-file': task => {
    writeRecord(task, 'records', {})
    fs.writeFileSync(join(output(task, 'records'), 'another.json'), '{}')
  },
  'other-name': task => {
    fs.writeFileSync(join(output(task, 'records'), `${text(task)}.json`), '{}')
  },
  'large-record': task => writeRecord(task, 'records', { text: 'x'.repeat(RECORD_BYTES) }),
  'no-json': task => fs.writeFileSync(join(output(task, 'records'), 'record.json'), '{"a":1,"a":2}'),
  'other-handle-inside': task => writeRecord(task, 'records', { handle: text(task) }),
  'record-folder': task => fs.mkdirSync(join(output(task, 'records'), 'record.json')),
  'say-much': () => Array.from({ length: 17 }, () => 'x'),
  'say-controls': () => ['\u001b[2J'],
  'spool-of-another': task => {
    fs.writeFileSync(join(task.spool ?? '', `${text(task)}.0.json`), '{}')
  },
  'spool-large': task => {
    fs.writeFileSync(join(task.spool ?? '', `${task.handle}.0.json`), 'x'.repeat(1_025))
  },
  'spool-many': task => {
    for (let n = 0; n < 65; n++) fs.writeFileSync(join(task.spool ?? '', `${task.handle}.${n}.json`), '{}')
  },
  'spool-well': task => {
    for (let n = 0; n < 64; n++)
      fs.writeFileSync(join(task.spool ?? '', `${task.handle}.${n}.json`), 'x'.repeat(1_024))
  },
  random: () => randomBytes(16).toString('hex'),
  leave: () => {
    const seen = JSON.stringify({
      left: (globalThis as { left?: string }).left ?? null,
      polluted: ({} as { polluted?: string }).polluted ?? null,
      folder: process.cwd(),
      environment: process.env['LEFT'] ?? null,
      hoard: hoard.length,
    })
    Object.assign(globalThis, { left: 'by another' })
    Object.assign(Object.prototype, { polluted: 'by another' })
    process.env['LEFT'] = 'by another'
    hoard.push('by another')
    process.chdir('/tmp')
    return JSON.parse(seen) as unknown
  },
  why: (task, { why }) => {
    const before = why()
    try {
      fs.readFileSync('/etc/hostname')
    } catch {
      // What a stage would do: it goes on, and asks.
    }
    const outside = why()
    try {
      fs.writeFileSync(bodyOf(task), 'x')
    } catch {
      // As above.
    }
    const input = why()
    try {
      fs.symlinkSync('/etc/hostname', join(output(task), 'link'))
    } catch {
      // As above.
    }
    return { before, outside, input, link: why() }
  },
}

const each: Each = async (task, tools) => {
  const { do: name, only } = task.config as { do: string; only?: string }
  if (only !== undefined && text(task) !== only) return done([])
  const got = await ATTACKS[name]?.(task, tools)
  if (Array.isArray(got)) return done(got.map(String))
  if (got !== undefined) writeRecord(task, 'records', got)
  return done([])
}

runEach(each)
