// Builds the native half: the addon, and on Linux the launcher. npm runs it as `install`, in this repository and for whoever
// installs the package; it says in one sentence what is missing. Relies on node-gyp, and downloads nothing where the headers
// of the running node lie beside it.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const linux = process.platform === 'linux'
const products = ['addon.node', ...(linux ? ['confine'] : [])].map(name => join(root, 'build/Release', name))
const sources = [
  join(root, 'binding.gyp'),
  ...readdirSync(join(root, 'native'))
    .filter(name => /\.(c|cc|h)$/.test(name))
    .map(name => join(root, 'native', name)),
]

const changed = path => (existsSync(path) ? statSync(path).mtimeMs : 0)
const stale = () => Math.min(...products.map(changed)) < Math.max(...sources.map(changed))

/** Whether one of `commands` starts. `CXX` and the like may hold arguments, so a shell splits them. */
const starts = commands =>
  commands.some(
    command => command && spawnSync(`${command} --version`, { shell: true, stdio: 'ignore' }).status === 0,
  )

/** The folder for npm_config_nodedir, or undefined when the headers are not on this machine. */
function headers() {
  const prefix = process.env.npm_config_nodedir || dirname(dirname(process.execPath))
  return existsSync(join(prefix, 'include/node/node_api.h')) ? prefix : undefined
}

function missing(nodedir) {
  const env = process.env
  return [
    starts([env.CXX, 'c++', 'g++', 'clang++']) ? '' : 'a C++ compiler',
    starts([env.MAKE, 'make', 'gmake']) ? '' : 'make',
    starts([env.npm_config_python, env.PYTHON, 'python3', 'python']) ? '' : 'python3',
    nodedir ? '' : `node's headers (include/node beside bin/node, or a folder named by npm_config_nodedir)`,
  ].filter(Boolean)
}

function build() {
  const nodedir = headers()
  const wanted = missing(nodedir)
  if (wanted.length > 0) {
    const list = wanted.length === 1 ? wanted[0] : `${wanted.slice(0, -1).join(', ')} and ${wanted.at(-1)}`
    console.error(
      `Cannot build the confinement of agentic-twin: ${list} not found, wanted for ${products[0]}.`,
    )
    return 1
  }
  const gyp = createRequire(import.meta.url).resolve('node-gyp/bin/node-gyp.js')
  const env = { ...process.env, npm_config_nodedir: nodedir }
  const result = spawnSync(process.execPath, [gyp, 'rebuild', '--silent'], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  if (result.status === 0) return 0
  console.error(result.stdout + result.stderr)
  console.error(
    `Cannot build the confinement of agentic-twin: node-gyp ended with ${result.status}, wanted ${products[0]}.`,
  )
  return 1
}

process.exitCode = process.argv.includes('--if-stale') && !stale() ? 0 : build()
