// Runs a few lines that use the daemon's modules in a process of their own, so that a test can kill it. Relies on esbuild.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { build } from 'esbuild'
import { onTestFinished } from 'vitest'
import { packageRoot } from '../../files/packageRoot.ts'
import { bundleOptions } from '../../scripts/bundleOptions.mjs'
import { temporaryFolder } from './temporaryFolder.ts'

export interface OtherProcess {
  readonly child: ChildProcess
  /** The next line that it prints; undefined when it has ended. */
  readonly line: () => Promise<string | undefined>
  /** SIGKILL, and its end. */
  readonly kill: () => Promise<void>
}

/** `code`: an ES module whose imports start at the package root, for example './daemon/spawn.ts'. */
export async function bundledScript(code: string): Promise<string> {
  const outfile = join(temporaryFolder(), 'script.cjs')
  await build({
    ...bundleOptions,
    stdin: { contents: code, resolveDir: packageRoot, loader: 'ts' },
    outfile,
    define: { 'import.meta.dirname': JSON.stringify(join(packageRoot, 'dist')) },
  })
  return outfile
}

/** Starts a script of `bundledScript`. It is killed when the test is over. */
export function otherProcess(script: string, ...args: readonly string[]): OtherProcess {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines: string[] = []
  let text = ''
  const state = { isOver: false }
  child.stdout.on('data', bytes => {
    text += String(bytes)
    const parts = text.split('\n')
    text = parts.pop() ?? ''
    lines.push(...parts)
  })
  child.stdout.once('close', () => (state.isOver = true))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  return {
    child,
    kill,
    line: async () => {
      while (lines.length === 0 && !state.isOver) await new Promise(resolve => setTimeout(resolve, 10))
      return lines.shift()
    },
  }
}
