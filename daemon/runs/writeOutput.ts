// Writes what a step put out into the file that its run names: all records in the order of the view, the whole file anew, aside and then
// renamed. Relies on the records having been checked when they were taken over, and on outputPlace.ts for the place.
import { readCapped } from '../../files/readCapped.ts'
import { writeAside } from '../../files/writeAside.ts'
import type { Handle } from '../../protocol/brand.ts'
import { RECORD_BYTES } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { refused, type Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import type { StepOutput } from '../stages/stages.ts'
import { placeOf } from '../stages/stepPlan.ts'
import type { OutputPlace } from './outputPlace.ts'
import { outputText } from './outputText.ts'

/** Refused with "disk"; the file is then what it was. */
export function writeOutput(
  { path, format }: OutputPlace,
  output: Pick<StepOutput, 'is' | 'path'>,
  handles: readonly Handle[],
): Result<void> {
  const records: unknown[] = []
  for (const handle of handles) {
    const read = readCapped(placeOf(output, handle), RECORD_BYTES)
    if (!read.ok && read.problem === 'absent') continue
    const record = read.ok ? parseJson(read.text) : undefined
    if (!record?.ok) return spoilt
    records.push(record.value)
  }
  return attempt('disk', `the output ${path}`, () => writeAside(path, outputText(format, records)))
}

/** Written by twind itself: somebody else has been there. */
const spoilt = refused('disk', {
  is: 'a record of this run is not what was taken over',
  wanted: 'the folder of a run as twin left it',
  fix: 'start the run again',
})
