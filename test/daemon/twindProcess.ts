// twind as a process of its own, from the sources as they are, and calls of `twin` that find it or not. Relies on esbuild; the
// stages and the native files are those of the package.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'
import { packageRoot } from '../../files/packageRoot.ts'
import { type Paths, pathsOf } from '../../protocol/paths.ts'
import { bundleOptions } from '../../scripts/bundleOptions.mjs'
import { temporaryFolder } from './temporaryFolder.ts'

const CALL = `
import { callOperation } from './daemon/callOperation.ts'
import { pathsOf } from './protocol/paths.ts'
const [, , home, asked] = process.argv
const io = { signal: new AbortController().signal, progress: () => undefined }
void callOperation({ paths: pathsOf({ TWIN_HOME: home }), home }, JSON.parse(asked), io).then(result => {
  console.log(JSON.stringify(result))
})`
export const POLICY = '[capabilities]\n"mail.read" = "auto"\n"brief.write" = "auto"\n'

export interface Built {
  readonly twind: string
  readonly call: string
  readonly remove: () => void
}
/** Both programs, built once for a file of tests. */
export async function builtTwind(): Promise<Built> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-twind-')))
  const options = {
    ...bundleOptions,
    absWorkingDir: packageRoot,
    define: { 'import.meta.dirname': JSON.stringify(join(packageRoot, 'dist')) },
  }
  const twind = join(folder, 'twind.cjs')
  const call = join(folder, 'call.cjs')
  await build({ ...options, entryPoints: ['daemon/main.ts'], outfile: twind })
  await build({ ...options, stdin: { contents: CALL, resolveDir: packageRoot, loader: 'ts' }, outfile: call })
  return { twind, call, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** A $TWIN_HOME with these two files. */
export function twinHome(toml = '', policy = POLICY): { home: string; paths: Paths } {
  const home = temporaryFolder()
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'twin.toml'), toml, { mode: 0o600 })
  writeFileSync(join(home, 'policy.toml'), policy, { mode: 0o600 })
  return { home, paths: pathsOf({ TWIN_HOME: home }) }
}

export interface Running {
  readonly child: ChildProcess
  /** All that it has logged. */
  readonly log: () => string
  /** Resolves once the log holds `text`; rejects when twind ends before. */
  readonly said: (text: string) => Promise<void>
  /** Its end: the exit code, or null after a signal. */
  readonly ended: Promise<number | null>
  readonly kill: (signal: NodeJS.Signals) => Promise<number | null>
}

/** Starts twind. It is killed when the test is over. */
export function startTwind(script: string, home: string, more: { uid?: number; gid?: number } = {}): Running {
  const child = spawn(process.execPath, [script], {
    env: { TWIN_HOME: home, HOME: home, TZ: 'UTC' },
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    ...more,
  })
  let text = ''
  child.stderr.on('data', bytes => (text += String(bytes)))
  const state = { isOver: false }
  const ended = once(child, 'close').then(([code]) => {
    state.isOver = true
    return typeof code === 'number' ? code : null
  })
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return ended
  }
  onTestFinished(() => void kill('SIGKILL'))
  const said = async (wanted: string) => {
    while (!text.includes(wanted)) {
      if (state.isOver) throw new Error(`Cannot wait for "${wanted}": twind ended with: ${text}`)
      await new Promise(resolve => setTimeout(resolve, 10))
    }
  }
  return { child, log: () => text, said, ended, kill }
}

/** One call of a person, as `twin` makes it, in a process of its own. */
export async function callAsTwin(
  script: string,
  home: string,
  asked: { name: string; input?: object; confirm?: boolean },
): Promise<unknown> {
  const child = spawn(process.execPath, [script, home, JSON.stringify({ input: {}, ...asked })], {
    env: { TWIN_HOME: home, HOME: home, TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  child.stdout.on('data', bytes => (text += String(bytes)))
  await once(child, 'close')
  return JSON.parse(text)
}
