// The program that tries forbidden acts: alone (the positive control), or confined as production confines. Bundled by
// harness.ts and started with a profile and a task, like any helper; prints one JSON object on stdout.
import * as fs from 'node:fs'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { confine, provePool } from '../../native/confine.ts'
import { ownProfile } from '../../native/ownProfile.ts'

type Call = [probe: string, ...values: (string | number)[]]
interface Task {
  /** Confined in production's order: the pool is warm before, the probes come after. */
  confined: boolean
  probes: string
  acts: { name: string; call: Call }[]
}

const { confined, probes, acts } = JSON.parse(process.argv[3] ?? '') as Task

/** Each throws what the system answers. */
const scripted: Record<string, (...values: never[]) => unknown> = {
  read: (path: string) => fs.readFileSync(path),
  'read-open': (path: string) => fs.closeSync(fs.openSync(path, 'r')),
  'read-async': (path: string) => fs.promises.readFile(path),
  'read-many-async': async (path: string) => {
    // More reads than the pool has threads: a single thread without the rule would let one through.
    const reads = await Promise.allSettled(Array.from({ length: 16 }, () => fs.promises.readFile(path)))
    const failed = reads.filter(read => read.status === 'rejected')
    if (failed.length === reads.length) throw failed[0]?.reason
  },
  'read-worker': async (path: string) => {
    const code = `const { parentPort, workerData } = require('node:worker_threads')
      try { require('node:fs').readFileSync(workerData); parentPort.postMessage('') } catch (error) { parentPort.postMessage(error.code) }`
    const worker = new Worker(code, { eval: true, workerData: path })
    const [answer] = (await once(worker, 'message')) as [string]
    if (answer) throw Object.assign(new Error('refused'), { code: answer })
  },
  'read-descriptor': (fd: number) => fs.readSync(fd, Buffer.alloc(1), 0, 1, 0),
  list: (path: string) => fs.readdirSync(path),
  'list-async': (path: string) => fs.promises.readdir(path),
  stat: (path: string) => fs.statSync(path),
  enter: (path: string) => process.chdir(path),
  create: (path: string) => fs.writeFileSync(path, 'x', { flag: 'wx' }),
  'create-async': (path: string) => fs.promises.writeFile(path, 'x', { flag: 'wx' }),
  overwrite: (path: string) => fs.writeFileSync(path, 'x', { flag: 'r+' }),
  truncate: (path: string) => fs.truncateSync(path, 0),
  remove: (path: string) => fs.unlinkSync(path),
  'make-directory': (path: string) => fs.mkdirSync(path),
  'remove-directory': (path: string) => fs.rmdirSync(path),
  rename: (from: string, to: string) => fs.renameSync(from, to),
  'link-soft': (target: string, path: string) => fs.symlinkSync(target, path),
  'link-hard': (target: string, path: string) => fs.linkSync(target, path),
  mode: (path: string) => fs.chmodSync(path, 0o600),
  'mode-descriptor': (path: string) => fs.fchmodSync(fs.openSync(path, 'r'), 0o600),
  owner: (path: string) => fs.chownSync(path, process.getuid?.() ?? 0, process.getgid?.() ?? 0),
  times: (path: string) => fs.utimesSync(path, 1, 1),
  'spawn-node': () => {
    const { error } = spawnSync(process.execPath, ['-e', '0'])
    if (error) throw error
  },
  environment: (name: string) => {
    if (process.env[name] === undefined) throw Object.assign(new Error('absent'), { code: 'EPERM' })
  },
}

const module: { exports: unknown } = { exports: {} }
// The raw calls are Linux's.
if (process.platform === 'linux') process.dlopen(module, probes)
const { probe } = module.exports as { probe: (...values: (string | number)[]) => number }
const CODES = new Map(Object.entries({ 1: 'EPERM', 9: 'EBADF', 13: 'EACCES', 18: 'EXDEV', 38: 'ENOSYS' }))

/** 'done', or the code of the refusal. */
async function outcome([name, ...values]: Call): Promise<string> {
  const script = scripted[name]
  if (!script) {
    const number = probe(name, ...values)
    return number === 0 ? 'done' : (CODES.get(String(number)) ?? `errno ${number}`)
  }
  try {
    await script(...(values as never[]))
    return 'done'
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

async function main(): Promise<void> {
  await fs.promises.stat('/')
  const profile = ownProfile(process.argv)
  if (!profile.ok) throw new Error(profile.refusal.is)
  if (confined) {
    const state = confine(profile.value)
    if (!state.ok) throw new Error(state.refusal.is)
    const pool = await provePool(profile.value)
    if (!pool.ok) throw new Error(pool.refusal.is)
  }
  // Until the starter has prepared what the acts meet, for example a lane whose far end is closed.
  while (fs.readSync(0, Buffer.alloc(1)) > 0);
  const results: Record<string, string> = {}
  for (const { name, call } of acts) results[name] = await outcome(call)
  fs.writeSync(1, JSON.stringify(results))
  process.exit(0)
}
void main()
