// twin.toml and policy.toml as they are in force: read again when they change, the last good ones kept where a file is broken.
// Relies on files/ for the careful reading. Nothing here keeps a timer: a change is seen when somebody asks, or when the
// system says that the folder changed.
import { createHash } from 'node:crypto'
import { type FSWatcher, lstatSync, watch } from 'node:fs'
import { basename } from 'node:path'
import { configText } from '../files/configText.ts'
import { type Config, parseConfig } from '../protocol/config.ts'
import type { Paths } from '../protocol/paths.ts'
import { parsePolicy, type Policy } from '../protocol/policy.ts'
import { done, type Refusal, type Result } from '../protocol/refusal.ts'
import { attempt } from './attempt.ts'
import type { InForce } from './world.ts'

export interface InForceFiles {
  readonly current: () => InForce
  /** Calls `onChange` after either file was read anew, with what is in force then, until `close`. False where the system tells of no change. */
  readonly watch: (onChange: (inForce: InForce) => void) => boolean
  readonly close: () => void
}

/** Milliseconds: a file that changed less than this ago may change once more without showing it in its times. */
const SETTLED = 1_000

interface Part<T> {
  readonly stamp: string
  /** What was in the file when it was last read, good or not; undefined where it could not be read. */
  readonly text: string | undefined
  readonly value: T
  readonly problem: Refusal | null
}
interface Read<T> {
  readonly path: string
  readonly parse: (text: string) => Result<T>
}
interface PolicyText {
  readonly policy: Policy
  readonly version: string
}

/** Refused ("config") with the first thing that is wrong where there is no good file to begin with. */
export function openInForce(paths: Paths, now: () => number): Result<InForceFiles> {
  const reads = {
    config: { path: paths.twinToml, parse: parseConfig },
    policy: { path: paths.policyToml, parse: policyText },
  }
  const first = { config: readFirst(reads.config, now()), policy: readFirst(reads.policy, now()) }
  if (!first.config.ok) return first.config
  if (!first.policy.ok) return first.policy
  let config: Part<Config> = first.config.value
  let policy: Part<PolicyText> = first.policy.value
  let inForce = joined(config, policy)
  let watcher: FSWatcher | undefined
  const current = () => {
    const next = {
      config: readAgain(reads.config, config, now()),
      policy: readAgain(reads.policy, policy, now()),
    }
    const changed = !isSame(next.config, config) || !isSame(next.policy, policy)
    ;({ config, policy } = next)
    if (changed) inForce = joined(config, policy)
    return inForce
  }
  return done({
    current,
    watch: onChange => {
      let told = inForce
      watcher = watchFolder(paths, () => {
        if (current() === told) return
        told = inForce
        onChange(told)
      })
      return watcher !== undefined
    },
    close: () => watcher?.close(),
  })
}

function policyText(text: string): Result<PolicyText> {
  const parsed = parsePolicy(text)
  return parsed.ok
    ? done({ policy: parsed.value, version: createHash('sha256').update(text).digest('hex') })
    : parsed
}

const joined = (config: Part<Config>, { value, problem }: Part<PolicyText>): InForce => ({
  config: config.value,
  ...value,
  problem: config.problem ?? problem,
})

function readFirst<T>({ path, parse }: Read<T>, now: number): Result<Part<T>> {
  const stamp = stampOf(path, now)
  const text = configText(path)
  if (!text.ok) return text
  const value = parse(text.value)
  return value.ok ? done({ stamp, text: text.value, value: value.value, problem: null }) : value
}

/** `last` itself where the file is as it was; its value, where the new text is none that can be in force. */
function readAgain<T>({ path, parse }: Read<T>, last: Part<T>, now: number): Part<T> {
  const stamp = stampOf(path, now)
  if (stamp === last.stamp) return last
  const text = configText(path)
  if (!text.ok) return { stamp, text: undefined, value: last.value, problem: text.refusal }
  if (text.value === last.text) return { ...last, stamp }
  const value = parse(text.value)
  return value.ok
    ? { stamp, text: text.value, value: value.value, problem: null }
    : { stamp, text: text.value, value: last.value, problem: value.refusal }
}

const isSame = <T>(a: Part<T>, b: Part<T>): boolean => a.value === b.value && a.problem?.is === b.problem?.is

/** What tells one state of a file from another; never the same twice while it is young. */
function stampOf(path: string, now: number): string {
  const stat = attempt('config', path, () => lstatSync(path, { bigint: true }))
  if (!stat.ok) return 'none'
  const { ino, size, mtimeNs, ctimeNs, mtimeMs, ctimeMs } = stat.value
  const age = now - Number(mtimeMs > ctimeMs ? mtimeMs : ctimeMs)
  return [ino, size, mtimeNs, ctimeNs, age < SETTLED ? `young ${now}` : 'old'].join(' ')
}

/** inotify on Linux, FSEvents on macOS: no wake-ups while nothing changes. The folder, since editors rename a new file in. */
function watchFolder(paths: Paths, onEvent: () => void): FSWatcher | undefined {
  const names = new Set([basename(paths.twinToml), basename(paths.policyToml)])
  const made = attempt('config', paths.config, () =>
    watch(paths.config, { persistent: false }, (_, name) => {
      if (name === null || names.has(name)) onEvent()
    }),
  )
  if (!made.ok) return undefined
  made.value.on('error', () => made.value.close())
  return made.value
}
