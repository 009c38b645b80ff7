// The newest brief that was finished, as its run's folder holds it: the facts that twind gave, the object and the note that the
// brief stage made of them. Relies on run.ts for which run that is; every file is read as if it were not ours.
import { join } from 'node:path'
import { readCapped } from '../../files/readCapped.ts'
import { Facts } from '../../protocol/brief.ts'
import { BRIEF_BYTES, FACTS_BYTES, NOTE_BYTES } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { BriefOutput } from '../brief/checkBrief.ts'
import { latestRun } from '../brief/run.ts'

/** `made`: Unix seconds. `text`: the note's block. */
export interface LatestBrief {
  readonly made: number
  readonly facts: Facts
  readonly output: BriefOutput
  readonly text: string
}

/** Refused (`stale`) where no run is finished, or the newest cannot be read any more. */
export function latestBrief(runs: string): Result<LatestBrief> {
  const latest = latestRun(runs)
  if (!latest.ok) return latest
  if (!latest.value) return none
  const { folder, began } = latest.value
  const facts = Facts.safeParse(valueIn(join(folder, 'facts', 'facts.json'), FACTS_BYTES))
  const output = BriefOutput.safeParse(valueIn(join(folder, 'note', 'brief.json'), BRIEF_BYTES))
  const note = readCapped(join(folder, 'note', 'note.md'), NOTE_BYTES)
  if (!facts.success || !output.success || !note.ok) return spoilt
  return done({ made: began, facts: facts.data, output: output.data, text: note.text })
}

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
