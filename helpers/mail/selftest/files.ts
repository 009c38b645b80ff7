// Reading and writing outside the profile, each tried once: a file of the package that this user can read, a message of the
// store, the index itself, links in the one folder that is writable. What went through is undone. Relies on the store's names
// only: a message is found by listing and never opened but here, where the open must fail.
import {
  chmodSync,
  closeSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { errnoOf } from '../../../files/errnoOf.ts'
import { packageRoot } from '../../../files/packageRoot.ts'
import type { MailPlaces } from '../../../protocol/mailPlaces.ts'
import { chooseVersion } from '../chooseVersion.ts'
import type { Act } from './attempt.ts'

export function fileActs(places: MailPlaces): Act[] {
  const canary = join(packageRoot, 'package.json')
  const name = `.selftest-${process.pid}`
  const mine = join(places.mail, name)
  return [
    ['read a file outside', () => readFileSync(canary)],
    ['read a file outside from the thread pool', () => readFile(canary)],
    ['read a file outside from a worker', () => readInWorker(canary)],
    ['list the root folder', () => readdirSync('/')],
    ['list a folder outside', () => readdirSync(packageRoot)],
    ['write a file outside', () => create(join(packageRoot, name))],
    ['write a file to /tmp', () => create(join('/tmp', name))],
    ['write beside twin.toml', () => createNear(dirname(places.config), name)],
    ['plant a symbolic link', () => planted(mine, () => symlinkSync(canary, mine))],
    ['plant a hard link', () => planted(mine, () => linkSync(canary, mine))],
    ['move a file of its own out', () => movedOut(mine, join(packageRoot, name))],
    ['change a mode', () => chmodSync(places.mail, 0o700)],
    ['change times', () => utimesSync(places.mail, 1, 1)],
    ...mailActs(places, name),
    ...(process.platform === 'linux' ? linuxActs : []),
  ]
}

const linuxActs: Act[] = [
  ['read its own environment in /proc', () => readFileSync('/proc/self/environ')],
  ['read another process in /proc', () => readFileSync(`/proc/${process.ppid}/cmdline`)],
]

/** Only what the store holds can be tried: without an index or a message the acts are left out. */
function mailActs(places: MailPlaces, name: string): Act[] {
  const version = chooseVersion(places.store)
  const message = version.ok ? findMessage(dirname(version.value.mailData), 0) : undefined
  const { index, mailData } = version.ok ? version.value : { index: undefined, mailData: undefined }
  return [
    ...(message === undefined ? [] : [['read a message (.emlx)', () => readFileSync(message)] as const]),
    ...(index === undefined
      ? []
      : [['open the index for writing', () => closeSync(openSync(index, 'r+'))] as const]),
    ...(mailData === undefined
      ? []
      : [['write beside the index', () => create(join(mailData, name))] as const]),
  ]
}

const DEPTH = 12

/** The first .emlx below `folder` whose name can be listed. */
function findMessage(folder: string, depth: number): string | undefined {
  if (depth > DEPTH) return undefined
  for (const entry of names(folder)) {
    const path = join(folder, entry.name)
    if (entry.isFile() && entry.name.endsWith('.emlx')) return path
    const found = entry.isDirectory() ? findMessage(path, depth + 1) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** Nothing where the folder may not be listed, which is the rule on macOS below an account. */
function names(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function create(path: string): void {
  closeSync(openSync(path, 'wx'))
  rmSync(path)
}

/** In the nearest folder that is there: before "twin init" there is none for twin.toml. */
function createNear(folder: string, name: string): void {
  try {
    create(join(folder, name))
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT' || folder === dirname(folder)) throw error
    createNear(dirname(folder), name)
  }
}

function planted(path: string, plant: () => void): void {
  plant()
  rmSync(path)
}

function movedOut(from: string, to: string): void {
  writeFileSync(from, '')
  try {
    renameSync(from, to)
    rmSync(to)
  } finally {
    rmSync(from, { force: true })
  }
}

function readInWorker(path: string): Promise<void> {
  const worker = new Worker(`require('node:fs').readFileSync(require('node:worker_threads').workerData)`, {
    eval: true,
    workerData: path,
  })
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
}
