// `npm run bench`: bundles bench/bench.ts as the processes themselves are bundled, and runs it in an environment that changes
// no timing. Relies on `npm run build` having been run.
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'

const root = dirname(import.meta.dirname)
const outfile = join(root, 'build/bench.cjs')
await build({
  absWorkingDir: root,
  entryPoints: ['bench/bench.ts'],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20.19',
  define: { 'import.meta.dirname': '__dirname' },
  external: ['better-sqlite3'],
  logLevel: 'warning',
})
// Extra certificates alone make node start three times slower.
const { NODE_EXTRA_CA_CERTS: _certificates, NODE_OPTIONS: _options, ...env } = process.env
process.exit(
  spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { env, stdio: 'inherit' }).status ?? 1,
)
