// `npm run check`: types, lint, format, and the rules of the house that test/architecture holds, each named; all run, and
// one failure fails the whole. Relies on the tools that `npm ci` installed, never on the network.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const REPORT = 'build/architecture-report.json'
const CHECKS = [
  ['types', 'tsc --noEmit -p .'],
  ['lint', 'oxlint --type-aware --deny-warnings .'],
  ['format', 'prettier --check --log-level warn .'],
  ['layout', `vitest run test/architecture --reporter=dot --reporter=json --outputFile.json=${REPORT}`],
]
rmSync(join(root, REPORT), { force: true })
let failed = 0
for (const [name, command] of CHECKS) {
  const [tool, ...args] = command.split(' ')
  const { status } = spawnSync(join(root, 'node_modules/.bin', tool), args, { cwd: root, stdio: 'inherit' })
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  failed ||= status === 0 ? 0 : 1
}
process.exit(failed)
