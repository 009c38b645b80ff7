// How a confined helper is started: on Linux through the launcher, which takes every right away before node runs; on macOS
// node itself, whose script confines as its first statement. Relies on the caller to spawn exactly `file`, `args` and `env`.
import type { Profile } from '../protocol/profile.ts'
import { addonFile, launcherFile } from './addonFile.ts'
import { launcherArguments } from './linux.ts'
import { ownLibraries } from './libraries.ts'

export interface LaunchOptions {
  /** Arguments after the profile. */
  readonly args?: readonly string[]
  /** The helper's environment beside LANG and OPENSSL_CONF, for example TZ. Nothing of the caller's own is passed. */
  readonly env?: Readonly<Record<string, string>>
  /**
   * How many inherited descriptors the helper keeps, from 3 up: 1 for the channel, and one a lane. None unless told; the
   * launcher closes every other one.
   */
  readonly descriptors?: number
  /** Linux: the process forks itself for each message. Node is kept from starting threads that a child would not have. */
  readonly zygote?: boolean
}

export interface Launch {
  readonly file: string
  readonly args: string[]
  /** The environment to spawn with: not an addition to the caller's. */
  readonly env: Record<string, string>
}

/**
 * The command that starts `script` (absolute path of a bundle) under `profile`. The helper sees
 * `process.argv` = [node, script, the profile as JSON, ...args].
 */
export function launch(profile: Profile, script: string, options: LaunchOptions = {}): Launch {
  // A denied openssl.cnf ends node before its first statement; an empty one does not.
  const env = { LANG: 'C.UTF-8', OPENSSL_CONF: '/dev/null', ...options.env }
  const args = [script, JSON.stringify(profile), ...(options.args ?? [])]
  if (process.platform !== 'linux') return { file: process.execPath, args, env }
  const { programs, libraries } = ownLibraries()
  const start = {
    profile,
    programs,
    // Where a library lies in no default directory, only the loader's cache says so.
    runtime: [script, addonFile, '/dev/null', '/etc/ld.so.cache', ...libraries],
    descriptors: options.descriptors ?? 0,
    zygote: options.zygote ?? false,
    env,
    command: [process.execPath, ...(options.zygote ? ['--single-threaded'] : []), ...args],
  }
  return { file: launcherFile, args: launcherArguments(start), env: {} }
}
