// How long a helper takes from its start to confined, proven and ready: the filter stage on an empty view, started as the
// daemon starts it, against `node -e 0` in the same emptied environment. Relies on dist/ and on the native build.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnStage } from '../daemon/spawn.ts'
import { packageRoot } from '../files/packageRoot.ts'
import { launch } from '../native/launch.ts'
import { stageProfile } from '../native/stageProfile.ts'
import { elapsed, inTurn } from './measure.ts'
import { ms, times, type Row } from './report.ts'

const RUNS = 21

export async function helperStart(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-bench-'))
  try {
    const begin = stageIn(folder)
    const { measured, baseline } = await inTurn(
      RUNS,
      () => elapsed(begin),
      () => elapsed(bareNode),
    )
    return [
      {
        what: 'helper start, by the daemon, to confined and ready',
        measured: ms(measured),
        baseline: `${ms(baseline)}: node -e 0, emptied environment`,
        result: times(measured / baseline),
        reach: '≤ 2 ×',
        met: measured / baseline <= 2,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts the stage, waits for its answer and for its end. */
function stageIn(folder: string): () => Promise<void> {
  const inputs = { mail: join(folder, 'mail'), manifest: join(folder, 'manifest') }
  const outputs = { kept: join(folder, 'kept') }
  mkdirSync(inputs.mail)
  mkdirSync(outputs.kept)
  writeFileSync(inputs.manifest, '')
  const script = join(packageRoot, 'dist/filter.cjs')
  return async () => {
    const profile = stageProfile('filter', {
      script,
      inputs: Object.values(inputs),
      outputs: Object.values(outputs),
    })
    const command = { name: 'filter', ...launch(profile, script, { env: { TZ: 'UTC' }, descriptors: 1 }) }
    const ended = await spawnStage(command, {
      milliseconds: 30_000,
      start: { type: 'start', inputs, outputs, lanes: 0, now: 0, config: { skipCategories: [] } },
      onLane: () => undefined,
      onProgress: () => undefined,
    })
    if (!ended.ok) throw new Error(`Cannot measure the start of a helper: ${ended.refusal.is}`)
  }
}

const bareNode = () =>
  new Promise<void>((resolve, reject) => {
    const env = { LANG: 'C.UTF-8', OPENSSL_CONF: '/dev/null', TZ: 'UTC' }
    const child = spawn(process.execPath, ['-e', '0'], {
      env,
      cwd: '/',
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    })
    child.once('error', reject)
    child.once('close', () => resolve())
  })
