// What a person or the menu bar waits for: `twin --version`, `twin status` and `twin menu` with 100 proposals pending, from start
// to exit, against `node -e 0` in the same emptied environment. Relies on dist/ being built and on a twind that runs.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageRoot } from '../files/packageRoot.ts'
import { inTurn, ran } from './measure.ts'
import { ms, times, type Row } from './report.ts'
import { runningTwind, type RunningTwind } from './twindRunning.ts'

const RUNS = 15
const PENDING = 100
const POLICY = `[capabilities]
"mail.read" = "auto"
"brief.write" = "auto"
"job.tick" = "propose"
"apply.note" = "propose"
[apply.note]
argv = ["/bin/echo", "{text}"]
[apply.note.arguments.text]
type = "text"
pattern = ".+"
`

export async function commands(): Promise<Row[]> {
  const twind = await runningTwind({ proposals: { rate: 1_000 } })
  try {
    fillSpool(twind)
    return [
      await row(twind, 'CLI start: twin --version', ['--version']),
      await row(twind, 'twin status, twind running', ['status']),
      await row(twind, `twin menu, ${PENDING} proposals pending`, ['menu']),
    ]
  } finally {
    await twind.end()
  }
}

/** Files proposals as a person's calls that policy says to propose. */
function fillSpool(twind: RunningTwind): void {
  writeFileSync(twind.paths.policyToml, POLICY)
  for (let index = 0; index < PENDING; index++) {
    const input = JSON.stringify({ name: 'note', arguments: { text: `number ${index}` } })
    twin(twind, ['ops', 'call', 'apply.run', '--input', input, '--confirm'])
  }
  const listed = twin(twind, ['proposals', 'list', '--json'])
  const pending = (listed.match(/"state": ?"pending"/g) ?? []).length
  if (pending !== PENDING)
    throw new Error(`Cannot measure the menu: ${pending} are pending, wanted ${PENDING}`)
}

function twin(twind: RunningTwind, args: readonly string[]): string {
  return spawnSync(process.execPath, [join(packageRoot, 'dist/twin.cjs'), ...args], {
    env: twind.env,
    encoding: 'utf8',
  }).stdout
}

async function row(twind: RunningTwind, what: string, args: readonly string[]): Promise<Row> {
  const command = [process.execPath, join(packageRoot, 'dist/twin.cjs'), ...args]
  const pair = await inTurn(
    RUNS,
    async () => (await ran(command, { env: twind.env })).ms,
    async () => (await ran([process.execPath, '-e', '0'], { env: twind.env })).ms,
  )
  return {
    what,
    measured: ms(pair.measured),
    baseline: `${ms(pair.baseline)}: \`node -e 0\``,
    result: times(pair.measured / pair.baseline),
    reach: '–',
    met: undefined,
  }
}
