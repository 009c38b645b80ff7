// Runs the built `twin` as a person would: a child process with an environment built from nothing and a $TWIN_HOME of its own.
// Relies on dist/, which `npm test` builds first.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'smol-toml'
import { buildStore } from '../../demo/buildStore.ts'
import type { StoreSpec } from '../../demo/storeSpec.ts'
import { packageRoot } from '../../files/packageRoot.ts'
import { temporaryFolder } from './temporaryFolder.ts'

export const twinFile = join(packageRoot, 'dist', 'twin.cjs')
if (!existsSync(twinFile))
  throw new Error('Cannot run twin: dist/twin.cjs is absent, wanted: npm run build first')

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** The whole environment of a twin whose configuration and state lie in `home`. */
export const environment = (home: string, more: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: join(home, 'nobody'),
  TWIN_HOME: home,
  TZ: 'Europe/Oslo',
  ...more,
})

/** Runs `twin` with `words` to its end. */
export function twin(words: readonly string[], env: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, [twinFile, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => stdout.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => stderr.push(bytes))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) =>
      resolve({
        code,
        signal,
        stdout: Buffer.concat(stdout).toString(),
        stderr: Buffer.concat(stderr).toString(),
      }),
    )
  })
}

/** A $TWIN_HOME whose twin.toml names the store built of `spec`, with a vault; `accounts` are in scope. */
export function homeWithStore(
  spec: StoreSpec,
  accounts: readonly string[],
  home = temporaryFolder(),
): string {
  buildStore(home, spec)
  mkdirSync(join(home, 'vault'))
  writeFileSync(
    join(home, 'twin.toml'),
    stringify({
      mail: { accounts, store: join(home, 'Mail'), accounts_db: join(home, 'Accounts4.sqlite') },
      brief: { folder: join(home, 'vault') },
    }),
  )
  writeFileSync(join(home, 'policy.toml'), '[capabilities]\n"mail.read" = "auto"\n"brief.write" = "auto"\n')
  return home
}

/** The three lines of a refusal on stderr. */
export const REFUSAL = /^twin: error: [^\n]+\ntwin: wanted: [^\n]+\ntwin: hint: [^\n]+\n$/
