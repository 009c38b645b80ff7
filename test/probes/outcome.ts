// What a forbidden act got: 'done', or the code of its refusal. Acts of node are written here, raw calls are those of
// test/probes/native. Used by the driver and by a stage under attack.
import * as fs from 'node:fs'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export type Call = readonly [probe: string, ...values: (string | number)[]]
export type Probe = (...values: (string | number)[]) => number

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

const CODES = new Map(
  Object.entries({ 1: 'EPERM', 9: 'EBADF', 12: 'ENOMEM', 13: 'EACCES', 18: 'EXDEV', 38: 'ENOSYS' }),
)

/** The outcome of an act, which may wait. */
export async function outcomeOf(probe: Probe, call: Call): Promise<string> {
  try {
    return (await started(probe, call)) ?? 'done'
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

/** The same of an act that does not wait: where no event loop runs. */
export function outcomeNow(probe: Probe, call: Call): string {
  try {
    const got = started(probe, call)
    return typeof got === 'string' ? got : 'done'
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code)
  }
}

/** Undefined for an act that went through. */
function started(probe: Probe, [name, ...values]: Call): string | undefined | Promise<undefined> {
  const script = scripted[name]
  if (script) {
    const result = script(...(values as never[]))
    return result instanceof Promise ? result.then(() => undefined) : undefined
  }
  const number = probe(name, ...values)
  return number === 0 ? undefined : (CODES.get(String(number)) ?? `errno ${number}`)
}
