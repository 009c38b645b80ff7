// Builds the native half: the addon, and on Linux the launcher. npm runs it as `install`, in this repository and for whoever
// installs the package; it says in one sentence what is missing. Relies on gyp.mjs, and downloads nothing.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rebuild } from './gyp.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const LAUNCHERS = { linux: 'confine', darwin: 'confineDarwin' }
const products = ['addon.node', LAUNCHERS[process.platform] ?? []]
  .flat()
  .map(name => join(root, 'build/Release', name))
const sources = [
  join(root, 'binding.gyp'),
  ...readdirSync(join(root, 'native'))
    .filter(name => /\.(c|cc|h)$/.test(name))
    .map(name => join(root, 'native', name)),
]

const changed = path => (existsSync(path) ? statSync(path).mtimeMs : 0)
const stale = () => Math.min(...products.map(changed)) < Math.max(...sources.map(changed))

process.exitCode =
  process.argv.includes('--if-stale') && !stale() ? 0 : rebuild(root, 'the confinement of agentic-twin')
