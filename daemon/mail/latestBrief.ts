// The newest brief that was finished, as its run's folder holds it: the facts that twind gave, the object and the note that the
// brief stage made of them. Relies on run.ts for the mark of a finished run; every file is read as if it were not ours.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readCapped } from '../../files/readCapped.ts'
import { Facts } from '../../protocol/brief.ts'
import { BRIEF_BYTES, FACTS_BYTES, NOTE_BYTES } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import { BriefOutput } from '../brief/checkBrief.ts'

const RUN = /^brief\.([0-9]{10,12})-[0-9a-f]{16}$/

/** `made`: Unix seconds. `text`: the note's block. */
export interface LatestBrief {
  readonly made: number
  readonly facts: Facts
  readonly output: BriefOutput
  readonly text: string
}

/** Refused (`stale`) where no run is finished, or the newest cannot be read any more. */
export function latestBrief(runs: string): Result<LatestBrief> {
  const names = attempt('disk', 'the folder of the runs', () =>
    existsSync(runs) ? readdirSync(runs).filter(isFinished(runs)).sort() : [],
  )
  if (!names.ok) return names
  const name = names.value.at(-1)
  if (name === undefined) return none
  const folder = join(runs, name)
  const facts = Facts.safeParse(valueIn(join(folder, 'facts', 'facts.json'), FACTS_BYTES))
  const output = BriefOutput.safeParse(valueIn(join(folder, 'note', 'brief.json'), BRIEF_BYTES))
  const note = readCapped(join(folder, 'note', 'note.md'), NOTE_BYTES)
  if (!facts.success || !output.success || !note.ok) return spoilt
  const made = Number(RUN.exec(name)?.[1])
  return done({ made, facts: facts.data, output: output.data, text: note.text })
}

const isFinished = (runs: string) => (name: string) =>
  RUN.test(name) && existsSync(join(runs, name, 'finished'))

function valueIn(path: string, most: number): unknown {
  const read = readCapped(path, most)
  const parsed = read.ok ? parseJson(read.text) : undefined
  return parsed?.ok ? parsed.value : undefined
}

const none = refused('stale', {
  is: 'no brief has been made yet, or none that is still kept',
  wanted: 'a finished brief',
  fix: 'run "twin brief"',
})
const spoilt = refused('stale', {
  is: 'the last brief cannot be read any more',
  wanted: 'the files of its run as they were written',
  fix: 'run "twin brief"',
})
