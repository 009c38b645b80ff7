// `npm run bench`: bundles bench/bench.ts as the processes themselves are bundled, and runs it in an environment that changes
// no timing. Relies on `npm run build` having been run.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { bundleOptions } from '../scripts/bundleOptions.mjs'

const root = dirname(import.meta.dirname)
const outfile = join(root, 'build/bench.cjs')
await build({
  ...bundleOptions,
  absWorkingDir: root,
  entryPoints: ['bench/bench.ts'],
  outfile,
  external: ['better-sqlite3'],
})
// Extra certificates alone make node start three times slower.
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env
process.exit(
  spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { env, stdio: 'inherit' }).status ?? 1,
)
