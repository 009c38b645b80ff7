// `npm run check`: types, lint, format, each named; all run, the first failure decides the exit code.
import { spawnSync } from 'node:child_process'

const CHECKS = [
  ['types', 'tsc --noEmit -p .'],
  ['lint', 'oxlint --type-aware --deny-warnings .'],
  ['format', 'prettier --check --log-level warn .'],
]
let failed = 0
for (const [name, command] of CHECKS) {
  const { status } = spawnSync('npx', ['--no', '--', ...command.split(' ')], { stdio: 'inherit' })
  console.log(`${status === 0 ? 'ok  ' : 'FAIL'} ${name}`)
  failed ||= status === 0 ? 0 : 1
}
process.exit(failed)
