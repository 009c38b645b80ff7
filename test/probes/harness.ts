// Builds the driver and the raw probes into a folder of the test, and runs the driver alone (the positive control), under
// the launcher only, or confined as production confines. Relies on cc and node's headers, which the package needs anyway.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Stream } from 'node:stream'
import { buildSync } from 'esbuild'
import { packageRoot } from '../../files/packageRoot.ts'
import { launch } from '../../native/launch.ts'
import type { Profile } from '../../protocol/profile.ts'
import { bundleOptions } from '../../scripts/bundleOptions.mjs'

/** A probe's name and its arguments. */
export type Call = readonly [probe: string, ...values: (string | number)[]]
export interface NamedCall {
  readonly name: string
  readonly call: Call
}
/** alone: no rule at all; launched: the launcher's rules, exec still possible; confined: as every helper is. */
export type Mode = 'alone' | 'launched' | 'confined'

export interface RunOptions {
  readonly profile: Profile
  readonly mode: Mode
  readonly acts: readonly NamedCall[]
  /** What the child inherits from fd 3 up, and how many of these the launcher is told to keep. */
  readonly inherited?: readonly ('pipe' | 'ignore' | number | Stream)[]
  readonly kept?: number
  readonly env?: Readonly<Record<string, string>>
  /** Runs once the child exists and before its first act. */
  readonly prepare?: (child: ChildProcess) => Promise<void> | void
}
export interface RunResult {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
  /** By name of the act: 'done' or the code of its refusal; empty when the child printed something else. */
  readonly outcomes: Readonly<Record<string, string>>
}

export class Harness {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-probes-')))
  readonly driver = join(this.folder, 'driver.cjs')
  readonly probes = join(this.folder, 'probes.node')

  constructor() {
    bundle('test/probes/driver.ts', this.driver)
    compileProbes(this.probes)
  }

  /** Runs `acts` in one process and returns what each of them got. */
  async run(options: RunOptions): Promise<RunResult> {
    const task = { confined: options.mode === 'confined', probes: this.probes, acts: options.acts }
    const profile = { ...options.profile, files: [...options.profile.files, this.driver, this.probes] }
    const args = [JSON.stringify(task)]
    const inherited = options.inherited ?? []
    const descriptors = options.kept ?? inherited.length
    const start =
      options.mode === 'alone'
        ? { file: process.execPath, args: [this.driver, JSON.stringify(profile), ...args], env: {} }
        : launch(profile, this.driver, { args, descriptors, env: { TZ: 'UTC' } })
    const child = spawn(start.file, start.args, {
      env: { ...start.env, ...options.env },
      stdio: ['pipe', 'pipe', 'pipe', ...inherited],
    })
    return ended(child, options.prepare)
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** What `child` printed and how it ended. The driver's first act waits for the end of its stdin. */
export async function ended(child: ChildProcess, prepare?: RunOptions['prepare']): Promise<RunResult> {
  const texts = { stdout: '', stderr: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (texts.stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (texts.stderr += text))
  const end = new Promise<Pick<RunResult, 'code' | 'signal'>>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  child.stdin?.on('error', () => undefined)
  await prepare?.(child)
  child.stdin?.end()
  const { code, signal } = await end
  const outcomes = texts.stdout.startsWith('{') ? (JSON.parse(texts.stdout) as Record<string, string>) : {}
  return { code, signal, ...texts, outcomes }
}

/**
 * Bundles as scripts/bundle.mjs does, at once, which goes without plugins (theirs is for the mail helper); only the package
 * root is this checkout's (or `root`), wherever the bundle lies.
 */
export function bundle(entry: string, outfile: string, { root = packageRoot } = {}): void {
  buildSync({
    ...bundleOptions,
    plugins: [],
    entryPoints: [join(packageRoot, entry)],
    outfile,
    define: { 'import.meta.dirname': JSON.stringify(join(root, 'files')) },
  })
}

/** Whatever compiles C here. */
export const compiler = process.env['CC'] ?? 'cc'

function compileProbes(outfile: string): void {
  if (process.platform !== 'linux') return
  const folder = join(packageRoot, 'test/probes/native')
  const sources = readdirSync(folder).filter(name => name.endsWith('.c'))
  const options = ['-O1', '-Wall', '-Wextra', '-Werror', '-shared', '-fPIC', `-I${headers()}`, '-o', outfile]
  execFileSync(compiler, [...options, ...sources], { cwd: folder })
}

function headers(): string {
  const prefixes = [process.env['npm_config_nodedir'], dirname(dirname(process.execPath))]
  const found = prefixes.find(prefix => prefix && existsSync(join(prefix, 'include/node/node_api.h')))
  if (!found)
    throw new Error(
      'Cannot compile the probes: node_api.h not found, wanted beside node or in npm_config_nodedir',
    )
  return join(found, 'include/node')
}

/** The probes, loaded into this process: for the listeners that node itself cannot make. */
export function loadProbes(harness: Harness): (...values: readonly (string | number)[]) => number {
  const loaded = createRequire(import.meta.url)(harness.probes) as { probe: (...values: unknown[]) => number }
  return (...values) => loaded.probe(...values)
}

/** Compiles one of test/probes/wrappers; returns the program. */
export function compileWrapper(name: string, folder: string): string {
  const program = join(folder, name)
  const source = join(packageRoot, 'test/probes/wrappers', `${name}.c`)
  execFileSync(compiler, ['-O1', '-Wall', '-Wextra', '-Werror', '-o', program, source])
  return program
}
