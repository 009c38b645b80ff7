// Proof of confinement by trying: each act that every profile forbids is done once, harmlessly, and must be refused. Relies
// on the addon for the acts that need native code. What Landlock does not cover (access(2)) tells that the canary could be
// read but for the kernel's rule.
import {
  accessSync,
  closeSync,
  constants,
  open,
  openSync,
  readdirSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { packageRoot } from '../files/packageRoot.ts'
import type { Addon, NativeAct } from './addon.ts'
import type { Profile } from '../protocol/profile.ts'

/** What the proof needs of the addon. */
type Tries = Pick<Addon, 'attempt'>

/** One forbidden act as it was tried. `how`: the system's code of the refusal, or what went through. */
export interface Denial {
  readonly act: string
  readonly refused: boolean
  readonly how: string
}

/** Files of ours that exist in every installation; a profile has no business with all of them. */
const CANARIES = ['package.json', 'binding.gyp', 'native/confine.c', 'LICENSE'].map(name =>
  join(packageRoot, name),
)
const SHARED = ['/tmp', '/private/tmp', '/var/tmp']

/** What the proof tries to reach, chosen before confinement, while it can still be seen that each is open to us. */
export interface ProofTargets {
  readonly canary: string
  /** A directory outside that anybody may write, or the canary's. */
  readonly directory: string
  /** A zygote forks: that one act is left out. */
  readonly mayFork?: boolean
}

/** The canaries that the profile does not grant; the first lies in every installation. */
const canariesOf = (profile: Profile): string[] => CANARIES.filter(path => !grants(profile, path))

/** Undefined when the profile grants every canary, or none can be read: then nothing can be proved. */
export function chooseOutside(profile: Profile): ProofTargets | undefined {
  const canary = canariesOf(profile).find(path => may(path, constants.R_OK))
  if (canary === undefined) return undefined
  const free = SHARED.find(path => !grants(profile, path) && may(path, constants.W_OK))
  return { canary, directory: free ?? dirname(canary) }
}

function grants(profile: Profile, path: string): boolean {
  const below = [...profile.trees, ...profile.reads, ...profile.writes, ...(profile.links ?? [])]
  return profile.files.includes(path) || below.some(tree => path === tree || path.startsWith(`${tree}/`))
}

function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

/** Every act that can be tried without waiting. Stops at the first that goes through: nothing more is done unconfined. */
export function tryActs(addon: Tries, profile: Profile, outside: ProofTargets): Denial[] {
  const denials: Denial[] = []
  for (const [act, attempt] of actsOf(addon, profile, outside)) {
    const denial = tried(act, attempt)
    denials.push(denial)
    if (!denial.refused) break
  }
  return denials
}

type Act = readonly [act: string, attempt: () => void]

function actsOf(addon: Tries, profile: Profile, outside: ProofTargets): Act[] {
  const fresh = `twin-proof-${process.pid}-${process.hrtime.bigint()}`
  const link = profile.writes[0] ?? profile.links?.[0]
  const plant: Act[] =
    link === undefined
      ? []
      : [['plant a symbolic link', () => plantLink(outside.canary, join(link, `.${fresh}`))]]
  return [
    ['read a file outside', () => closeSync(openSync(outside.canary, 'r'))],
    ['list a directory outside', () => void readdirSync(dirname(outside.canary))],
    ['write a file outside', () => writeNew(join(outside.directory, fresh))],
    ...plant,
    ['open a socket', () => tryNative(addon, 'socket')],
    ...(outside.mayFork ? [] : [['start a process', () => tryNative(addon, 'fork')] as const]),
    ['run a program', () => tryNative(addon, 'exec')],
  ]
}

function plantLink(target: string, path: string): void {
  symlinkSync(target, path)
  unlinkSync(path)
}

function writeNew(path: string): void {
  closeSync(openSync(path, 'wx'))
  unlinkSync(path)
}

/** Tries what only native code can; throws a refusal in the form in which fs throws one. */
export function tryNative(addon: Tries, act: NativeAct): void {
  const number = addon.attempt(act)
  if (number !== 0) throw Object.assign(new Error('refused'), { code: codeOfNumber(number) })
}

/** errno(3): the same numbers on Linux and macOS. */
const CODES = new Map([
  [1, 'EPERM'],
  [13, 'EACCES'],
])
export const codeOfNumber = (errno: number): string => CODES.get(Math.abs(errno)) ?? `errno ${errno}`

/** Only a refusal counts: an act that failed for another reason has proved nothing. */
const REFUSALS = new Set(['EACCES', 'EPERM', 'EROFS'])

function tried(act: string, attempt: () => void): Denial {
  try {
    attempt()
    return { act, refused: false, how: 'it went through' }
  } catch (error) {
    return judged(act, error)
  }
}

/** `act` after it threw `error`. */
export function judged(act: string, error: unknown): Denial {
  const how = codeOf(error)
  return { act, refused: REFUSALS.has(how), how }
}

/** The system's code of an error; some of node's calls give the number alone. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return NO_CODE
  const { errno } =
    'info' in error && typeof error.info === 'object' && error.info ? { errno: undefined, ...error.info } : {}
  if (typeof errno === 'number') return codeOfNumber(errno)
  return 'code' in error ? String(error.code) : NO_CODE
}
const NO_CODE = 'it failed without a code'

/** The read from the thread pool, whose threads no rule of this thread binds by itself. Called when already confined. */
export async function tryPool(profile: Profile): Promise<Denial> {
  const act = 'read a file outside from the thread pool'
  const [canary] = canariesOf(profile)
  if (canary === undefined) return { act, refused: false, how: 'the profile grants every file to try' }
  // Not node:fs/promises: it would be the only reason to load it, and takes longer than the whole proof.
  return new Promise(resolve => {
    open(canary, 'r', (error, fd) => {
      if (error) return resolve(judged(act, error))
      closeSync(fd)
      resolve({ act, refused: false, how: 'it went through' })
    })
  })
}
