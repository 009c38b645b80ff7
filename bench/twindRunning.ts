// A twind that runs for a benchmark, in a home of its own with the demo's mailbox and nothing due, and the bare server that its
// calls are compared with. Relies on dist/ being built; what is started here is ended here.
import { type ChildProcess, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { stringify } from 'smol-toml'
import { buildStore } from '../demo/buildStore.ts'
import { demoMailbox } from '../demo/mailbox.ts'
import { storePaths } from '../demo/storePaths.ts'
import { packageRoot } from '../files/packageRoot.ts'
import { pathsOf, type Paths, socketOf } from '../protocol/paths.ts'

export interface Running {
  readonly pid: number
  readonly end: () => Promise<void>
}
export interface RunningTwind extends Running {
  readonly home: string
  readonly paths: Paths
  /** The environment in which a command finds this twind. */
  readonly env: Record<string, string>
}

/** twind as a timer starts it, once its cli door is there. `tables`: of twin.toml, beside the demo's. */
export async function runningTwind(tables: Record<string, unknown> = {}): Promise<RunningTwind> {
  const home = mkdtempSync(join(tmpdir(), 'twin-bench-'))
  buildStore(home, demoMailbox(Math.floor(Date.now() / 1_000)))
  const store = storePaths(home)
  const paths = pathsOf({ TWIN_HOME: home })
  mkdirSync(join(home, 'vault'))
  const config = {
    mail: { accounts: ['Work'], store: store.mail, accounts_db: store.accountsDb },
    ranker: { engine: 'rules' },
    brief: { folder: join(home, 'vault') },
    schedule: { mail: [] },
    ...tables,
  }
  writeFileSync(paths.twinToml, stringify(config))
  copyFileSync(join(packageRoot, 'policy.toml'), paths.policyToml)
  const env = { TWIN_HOME: home, HOME: home, LANG: 'C.UTF-8', TZ: 'UTC', PATH: process.env['PATH'] ?? '' }
  const child = spawn(process.execPath, [join(packageRoot, 'dist/twind.cjs')], { env, stdio: 'ignore' })
  await appears(socketOf(paths, 'cli', null), child)
  const end = async () => {
    await ended(child)
    rmSync(home, { recursive: true, force: true })
  }
  return { pid: child.pid ?? 0, home, paths, env, end }
}

const ECHO = `require('node:http').createServer((request, response) => {
  let body = ''
  request.on('data', bytes => (body += bytes))
  request.on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(JSON.parse(body)))
  })
}).listen(process.argv[1])`

/** A server on the unix socket `path` that parses a JSON body and sends it back. */
export async function echoServer(path: string): Promise<Running> {
  return bareNode(['-e', ECHO, path], path)
}

/** A node with `args`, once `path` is there where one is given. */
export async function bareNode(args: readonly string[], path?: string): Promise<Running> {
  const child = spawn(process.execPath, args, { env: {}, stdio: 'ignore' })
  if (path !== undefined) await appears(path, child)
  return { pid: child.pid ?? 0, end: () => ended(child) }
}

async function appears(path: string, child: ChildProcess): Promise<void> {
  for (let look = 0; look < 400; look++) {
    if (existsSync(path)) return
    if (child.exitCode !== null) break
    await pause(25)
  }
  throw new Error(`Cannot measure: ${child.spawnargs.join(' ')} made no ${path}`)
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await new Promise(resolve => child.once('exit', resolve))
}
