// Everything about a run that can be wrong before it begins: its file, what it says, what its steps ask for, where it would write. Reads
// files and starts nothing. Relies on parseRunFile.ts and checkRun.ts for the judging.
import { createHash } from 'node:crypto'
import { readCapped } from '../../files/readCapped.ts'
import type { Descriptor } from '../../protocol/adapter.ts'
import { RUN_BYTES } from '../../protocol/limits.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { CheckedRun } from './checkedRun.ts'
import { type OutputPlace, outputPlace } from './outputPlace.ts'
import { parseRunFile } from './parseRunFile.ts'
import { runPath } from './runPath.ts'
import type { RunParts } from './runParts.ts'

/** `digest`: SHA-256 of the file. `output`: null where the run names none. */
export interface PreparedRun {
  readonly path: string
  readonly digest: string
  readonly checked: CheckedRun
  readonly output: OutputPlace | null
}
type Preparing = Pick<RunParts, 'paths' | 'home' | 'configuration' | 'stages' | 'check' | 'zone'> & {
  readonly store: Pick<RunParts['store'], 'checkQuery' | 'accounts'>
}

/** `file`: a path or a bare name. `started`: milliseconds since 1970, for {date}. Refused with what is wrong, and where. */
export function prepareRun(parts: Preparing, file: string, started: number): Result<PreparedRun> {
  const path = runPath(file, parts.paths)
  if (!path.ok) return path
  const read = readCapped(path.value, RUN_BYTES, false)
  if (!read.ok) return unreadable(path.value, read.problem)
  const checked = checkText(parts, read.text)
  if (!checked.ok) return checked
  if (checked.value.run.run.name === 'brief') return taken
  const output = outputOf(parts, checked.value, started)
  if (!output.ok) return output
  const digest = createHash('sha256').update(read.text).digest('hex')
  return done({ path: path.value, digest, checked: checked.value, output: output.value })
}

function checkText(parts: Preparing, text: string): Result<CheckedRun> {
  const parsed = parseRunFile(text)
  if (!parsed.ok) return parsed
  const { config } = parts.configuration()
  const stages = parts.stages()
  if (!stages.ok) return stages
  return parts.check(parsed.value, {
    stages: stages.value,
    config,
    descriptor: descriptorOf(parts, parsed.value.run.run.backend),
    checkQuery: parts.store.checkQuery,
  })
}

/** What the adapter could do when the account was synced last; null where it never was. */
function descriptorOf({ store }: Preparing, account: string): Descriptor | null {
  const accounts = store.accounts()
  const known = accounts.ok ? accounts.value.find(({ name }) => name === account) : undefined
  return known?.capabilities ?? null
}

/** `output` stands in one step at most. */
function outputOf(parts: Preparing, { steps }: CheckedRun, started: number): Result<OutputPlace | null> {
  const written = steps.find(({ output }) => output !== null)?.output
  if (!written) return done(null)
  const where = { inForce: parts.configuration(), places: parts, started, zone: parts.zone() }
  return outputPlace(written.path, where)
}

const unreadable = (path: string, problem: string) =>
  refused('config', {
    is: `the run ${JSON.stringify(path)} cannot be read (${problem})`,
    wanted: `a plain file of at most ${RUN_BYTES} bytes`,
    fix: 'name another file, or write this one: "twin run --help"',
  })
const taken = refused('config', {
  is: 'the run is named "brief", which is the one that twin makes itself',
  wanted: 'another name under run.name',
  fix: 'rename the run',
})
