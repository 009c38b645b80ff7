// Builds the native packages that this one depends on, from the source that the registry served: package.json lets npm run
// no install script of theirs, since those first try to fetch a binary from elsewhere. Does nothing where the binary loads
// in the running node. Relies on gyp.mjs.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { rebuild } from './gyp.mjs'

const require = createRequire(import.meta.url)
/** A package that is not installed (node-pty is for tests) is passed over; its binary may lie in several places. */
const NATIVE = [
  { name: 'better-sqlite3', binaries: ['build/Release/better_sqlite3.node'] },
  {
    name: 'node-pty',
    binaries: ['build/Release/pty.node', `prebuilds/${process.platform}-${process.arch}/pty.node`],
  },
]

function folderOf(name) {
  try {
    return dirname(require.resolve(`${name}/package.json`))
  } catch {
    return undefined
  }
}

/** Loading is the only sure sign: a binary of another node version is there and useless. */
const loads = path =>
  existsSync(path) && spawnSync(process.execPath, ['-e', 'require(process.argv[1])', path]).status === 0

function build({ name, binaries }) {
  const folder = folderOf(name)
  if (folder === undefined || binaries.some(binary => loads(join(folder, binary)))) return 0
  console.log(`building ${name} (about a minute)`)
  return rebuild(folder, name, ['--release', '-j', 'max'])
}

process.exitCode = NATIVE.map(build).find(status => status !== 0) ?? 0
