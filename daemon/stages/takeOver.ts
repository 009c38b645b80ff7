// Takes over what a stage wrote for one message, once its process is gone: the record by the port's schema, a folder of plain files
// within the caps, proposals by their names. Whatever else lies there is refused and never followed. Relies on lstat and rename.
import { mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { readCapped } from '../../files/readCapped.ts'
import type { Handle } from '../../protocol/brand.ts'
import { RECORD_BYTES, SPOOLED, SPOOLED_BYTES } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { recordProblem } from '../../protocol/recordProblem.ts'
import type { RecordSchema } from '../../protocol/recordSchema.ts'
import { SPOOL_NAME } from '../../protocol/spoolLine.ts'
import type { EachFolders } from './eachFolders.ts'
import { namesOf, treeProblem } from './plainTree.ts'
import type { StepOrder } from './stages.ts'
import { placeOf } from './stepPlan.ts'

const RECORD = 'record.json'

/** Why the output was refused, as a clause; undefined where all of it is in its place. Throws the system's error. */
export function takeOver(order: StepOrder, handle: Handle, folders: EachFolders): string | undefined {
  const problem = outputProblem(order, folders) ?? spoolProblem(handle, folders)
  if (problem !== undefined) return problem
  if (folders.spool !== null && order.spool !== null)
    for (const name of readdirSync(folders.spool))
      renameSync(join(folders.spool, name), join(order.spool, name))
  for (const [port, output] of Object.entries(order.outputs)) {
    const from = folders.outputs[port]
    if (from === undefined) continue
    mkdirSync(output.path, { recursive: true, mode: 0o700 })
    if (output.is === 'record') {
      if (namesOf(from, 1).length > 0) renameSync(join(from, RECORD), placeOf(output, handle))
    } else if (namesOf(from, 1).length > 0) renameSync(from, placeOf(output, handle))
  }
  return undefined
}

function outputProblem(order: StepOrder, folders: EachFolders): string | undefined {
  for (const [port, output] of Object.entries(order.outputs)) {
    const from = folders.outputs[port]
    if (from === undefined) continue
    const problem = output.is === 'record' ? recordFolderProblem(from, output.schema) : treeProblem(from)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** A folder of one record: exactly one file of that name, or nothing. */
function recordFolderProblem(folder: string, schema: RecordSchema | null): string | undefined {
  const names = namesOf(folder, 2)
  if (names.length === 0) return undefined
  if (names.length > 1 || names[0] !== RECORD) return 'wrote files beside its record'
  return recordFileProblem(join(folder, RECORD), schema)
}

/** Why the file at `path` is no record of `schema`, as a clause; null stands for a record of any form. */
export function recordFileProblem(path: string, schema: RecordSchema | null): string | undefined {
  const read = readCapped(path, RECORD_BYTES)
  if (!read.ok)
    return read.problem === 'too-long'
      ? `wrote a record of more than ${RECORD_BYTES} bytes`
      : 'wrote a record that is no file of its own'
  const parsed = parseJson(read.text)
  if (!parsed.ok) return 'wrote a record that is no JSON'
  const problem = schema === null ? null : recordProblem(schema, parsed.value)
  return problem === null ? undefined : `wrote a record of another schema: ${problem}`
}

/** Only `<its own handle>.<n>.json`, small plain files, so many. What stands in them is for the spool to judge. */
function spoolProblem(handle: Handle, { spool }: EachFolders): string | undefined {
  if (spool === null) return undefined
  const names = namesOf(spool, SPOOLED + 1)
  if (names.length > SPOOLED) return `proposed more than ${SPOOLED} times`
  for (const name of names) {
    if (SPOOL_NAME.exec(name)?.[1] !== handle) return 'proposed under another name than its own'
    if (!readCapped(join(spool, name), SPOOLED_BYTES).ok)
      return 'wrote a proposal that is no small file of its own'
  }
  return undefined
}
