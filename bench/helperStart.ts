// How long a helper takes from its start to confined, proven and ready, against `node -e 0` in the same emptied environment:
// the filter stage on an empty view and the mail helper with nothing asked, as the daemon starts them; the mail helper as a
// person starts it; and, for what an answer costs beside, with a request. Relies on dist/ and on the native build.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnStage } from '../daemon/spawn.ts'
import { buildStore } from '../demo/buildStore.ts'
import { demoMailbox } from '../demo/mailbox.ts'
import { storePaths } from '../demo/storePaths.ts'
import { packageRoot } from '../files/packageRoot.ts'
import { writeAside } from '../files/writeAside.ts'
import { launch } from '../native/launch.ts'
import { mailArgs, mailProfile } from '../native/mailProfile.ts'
import { stageProfile } from '../native/stageProfile.ts'
import { REQUEST_SECONDS } from '../protocol/limits.ts'
import { encodeLine } from '../protocol/line.ts'
import { nonceFrom, requestName, responseName } from '../protocol/nonce.ts'
import { pathsOf } from '../protocol/paths.ts'
import { elapsed, inTurn, ran } from './measure.ts'
import { ms, times, type Row } from './report.ts'

const RUNS = 21

export async function helperStart(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'twin-bench-'))
  try {
    const mail = mailIn(join(folder, 'mail-home'))
    return [
      await row('filter stage, started by the daemon, to confined and ready', stageIn(folder), 2),
      await row('mail helper, started by the daemon, to confined and ready', mail.direct, 2),
      await row('mail helper, started through twin-mail, to confined and ready', mail.started, 3),
      await row('mail helper, started by the daemon, with diagnose answered', mail.asked, null),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `reach`: how many times the baseline it may take. */
async function row(what: string, begin: () => Promise<unknown>, reach: number | null): Promise<Row> {
  const { measured, baseline } = await inTurn(
    RUNS,
    () => elapsed(begin),
    () => elapsed(bareNode),
  )
  const ratio = measured / baseline
  return {
    what,
    measured: ms(measured),
    baseline: `${ms(baseline)}: node -e 0, emptied environment`,
    result: times(ratio),
    reach: reach === null ? '–' : `≤ ${reach} ×`,
    met: reach === null ? undefined : ratio <= reach,
  }
}

/** The mail helper with the demo's store, in a folder that stands for the home. */
function mailIn(home: string) {
  buildStore(home, demoMailbox(Math.floor(Date.now() / 1_000)))
  const { mail, accountsDb } = storePaths(home)
  writeFileSync(
    join(home, 'twin.toml'),
    `[mail]\nstore = ${JSON.stringify(mail)}\naccounts_db = ${JSON.stringify(accountsDb)}\n`,
  )
  const env = { LANG: 'C.UTF-8', OPENSSL_CONF: '/dev/null', TZ: 'UTC', HOME: home, TWIN_HOME: home }
  const script = join(packageRoot, 'dist/mail.cjs')
  const direct = () => {
    const layout = mailProfile(env, script)
    if (!layout.ok) throw new Error(`Cannot measure the start of a helper: ${layout.refusal.is}`)
    const start = launch(layout.value.profile, script, { args: mailArgs(layout.value), env: { TZ: 'UTC' } })
    return ran([start.file, ...start.args], { env: start.env, cwd: '/' })
  }
  const asked = () => {
    const nonce = nonceFrom(process.pid, process.hrtime.bigint(), randomBytes(16))
    const expires = Math.floor(Date.now() / 1_000) + REQUEST_SECONDS
    const { mail: requests } = pathsOf(env)
    writeAside(join(requests, requestName(nonce)), encodeLine({ v: 1, nonce, op: 'diagnose', expires }))
    return direct().finally(() => rmSync(join(requests, responseName(nonce))))
  }
  const starter = join(packageRoot, 'dist/twin-mail.cjs')
  return { direct, asked, started: () => ran([process.execPath, starter], { env, cwd: '/' }) }
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
