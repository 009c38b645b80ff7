// The last step of `npm test`: vitest on everything but test/architecture (which `npm run check` has just run), then the
// claims, so that the closing line of counts stands at the end whatever failed. Relies on `npm run check` before it.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
rmSync(join(root, 'build/test-report.json'), { force: true })
const run = (...args) => spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status ?? 1
const tests = run('node_modules/vitest/vitest.mjs', 'run', '--exclude', 'test/architecture/**')
const claims = run('test/claims.mjs')
process.exit(tests || claims)
