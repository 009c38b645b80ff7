// Programs that are not twin's, one for each network that a table may name, made by the function that production makes them
// with. The driver is the program: it confines nothing itself, since no such program does.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { launchProgram, programProfile } from '../../native/programProfile.ts'
import type { Network, ProgramProfile } from '../../protocol/profile.ts'
import { type Act, ACTS } from './acts.ts'
import { ended, type Harness, type RunResult } from './harness.ts'
import type { World } from './world.ts'

export const NETWORKS = ['none', 'loopback', 'open'] as const
export type NetworkName = (typeof NETWORKS)[number]

export interface ProgramSubject {
  readonly profile: ProgramProfile
  readonly command: readonly string[]
  /** A file that it may read, and a folder that it may write. */
  readonly granted: string
  readonly output: string
}

/** `port`: where a program with "loopback:PORT" may connect to. */
export function makeProgram(harness: Harness, name: NetworkName, port: number): ProgramSubject {
  const home = join(harness.folder, `program-${name}`)
  const [reads, output, temporary] = ['reads', 'output', 'temporary'].map(part => join(home, part))
  if (!reads || !output || !temporary) throw new Error('unreachable')
  for (const path of [reads, output, temporary]) mkdirSync(path, { recursive: true })
  const granted = join(reads, 'granted')
  writeFileSync(granted, 'granted')
  const network: Network = name === 'loopback' ? { loopback: port } : name
  const command = [process.execPath, harness.driver]
  const profile = programProfile(`jobs.${name}`, {
    command,
    reads: [reads, harness.driver, harness.probes],
    writes: [output],
    network,
    temporary,
  })
  if (!profile.ok) throw new Error(profile.refusal.is)
  return { profile: profile.value, command, granted, output }
}

/** Any profile will do: the driver reads it and enters none. */
const IGNORED = JSON.stringify({ name: 'brief', files: [], trees: [], lists: [], reads: [], writes: [] })

export interface ProgramRun {
  readonly acts: readonly { readonly name: string; readonly call: readonly (string | number)[] }[]
  readonly inherited?: readonly ('pipe' | 'ignore' | number)[]
  readonly env?: Readonly<Record<string, string>>
}

/** What each act got in a program under `subject`'s profile; a plugin's one descriptor is kept. */
export function runProgram(
  harness: Harness,
  subject: ProgramSubject,
  { acts, inherited = [], env }: ProgramRun,
): Promise<RunResult> {
  const task = JSON.stringify({ confined: false, probes: harness.probes, acts })
  const command = [...subject.command, IGNORED, task]
  const start = launchProgram(subject.profile, command, { descriptors: 1 })
  const child = spawn(start.file, start.args, {
    env: { ...start.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe', ...inherited],
    detached: true,
  })
  return ended(child)
}

/** What a program may do and a helper may not: it starts others, its processes share memory, and nothing counts all of theirs. */
const STARTS = ['fork', 'clone a process', 'fork by its old number', 'vfork', 'spawn node from node']
const MEMORY = [
  'share memory without a file',
  'get 3 GB that count as a stack',
  'get 3 GB by moving its stack',
  'reserve a terabyte of addresses',
]
const OWN_AFFAIR = [...STARTS, ...MEMORY, 'stay open to others of this user']
const CONNECTS = ['connect to a TCP listener', 'connect to a TCP listener over IPv6']
const OPEN = [
  ...CONNECTS,
  'send a UDP datagram',
  'send a UDP datagram over IPv6',
  'connect by TCP Fast Open with sendto',
  'connect by TCP Fast Open with sendmsg',
]

const LIFE: readonly Act[] = [
  { name: 'read the environment of its starter', call: () => ['read', `/proc/${process.pid}/environ`] },
  { name: 'open the memory of its starter', call: () => ['read-open', `/proc/${process.pid}/mem`] },
  { name: 'list the descriptors of its starter', call: () => ['list', `/proc/${process.pid}/fd`] },
  { name: 'signal its starter', call: () => ['signal', process.pid] },
  { name: 'signal its whole group', call: () => ['signal-own-group'] },
  { name: 'leave its session', call: () => ['leave-session'] },
  { name: 'leave its process group', call: () => ['leave-group'] },
]

/** Every act that a program with this network must be refused. */
export const refusedTo = (network: NetworkName): readonly Act[] => {
  const allowed = new Set([...OWN_AFFAIR, ...(network === 'open' ? OPEN : [])])
  return [...ACTS, ...LIFE].filter(act => !allowed.has(act.name))
}
/** What the table of acts holds and this program may do. */
export const allowedTo = (network: NetworkName, world: World, port: number): readonly Act[] => {
  const allowed = new Set([...OWN_AFFAIR, ...(network === 'open' ? OPEN : [])])
  const its: Act = { name: 'connect to its port', call: () => ['tcp4', port] }
  const there = world.tcp6 === 0 ? ACTS.filter(act => !act.name.includes('IPv6')) : ACTS
  return [...there.filter(act => allowed.has(act.name)), ...(network === 'loopback' ? [its] : [])]
}
