// Runs node-gyp in one folder against the headers of the running node, and says in one sentence what the machine lacks.
// Relies on node-gyp being a dependency; downloads nothing.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

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

/**
 * Builds `folder`; 0 when it is built, 1 after one sentence on stderr.
 * @param {string} folder holds binding.gyp
 * @param {string} name what the sentence calls it
 * @param {string[]} options for node-gyp, after `rebuild`
 */
export function rebuild(folder, name, options = []) {
  const nodedir = headers()
  const wanted = missing(nodedir)
  if (wanted.length > 0) {
    const list = wanted.length === 1 ? wanted[0] : `${wanted.slice(0, -1).join(', ')} and ${wanted.at(-1)}`
    console.error(`Cannot build ${name}: ${list} not found, wanted to compile ${folder}.`)
    return 1
  }
  const gyp = createRequire(import.meta.url).resolve('node-gyp/bin/node-gyp.js')
  const env = { ...process.env, npm_config_nodedir: nodedir }
  const result = spawnSync(process.execPath, [gyp, 'rebuild', '--silent', ...options], {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: 2 ** 27,
  })
  if (result.status === 0) return 0
  console.error(result.stdout + result.stderr)
  console.error(`Cannot build ${name}: node-gyp ended with ${result.status}, wanted a build of ${folder}.`)
  return 1
}
