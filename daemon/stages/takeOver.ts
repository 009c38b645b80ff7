// Takes over what a stage wrote for one message, once its process is gone: the record by the port's schema, a folder of plain files
// within the caps, proposals by their names. Whatever else lies there is refused and never followed. Relies on lstat and rename.
import { chmodSync, readdirSync, renameSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../files/makeFolder.ts'
import { readCapped } from '../../files/readCapped.ts'
import { writeAside } from '../../files/writeAside.ts'
import type { Handle } from '../../protocol/brand.ts'
import { DRAFT_RECORD_BYTES, RECORD_BYTES, SPOOLED, SPOOLED_BYTES } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import { recordProblem } from '../../protocol/recordProblem.ts'
import { recordText } from '../../protocol/recordText.ts'
import type { RecordSchema } from '../../protocol/recordSchema.ts'
import { RECORD_FILE } from '../../protocol/stage.ts'
import { SPOOL_NAME } from '../../protocol/spoolLine.ts'
import type { EachFolders } from './eachFolders.ts'
import { namesOf, treeProblem } from './plainTree.ts'
import { removeIfThere } from '../removeTree.ts'
import type { StepOrder, StepOutput } from './stages.ts'
import { placeOf } from './stepPlan.ts'

/** Why the output was refused, as a clause; undefined where all of it is in its place. Throws the system's error. */
export function takeOver(order: StepOrder, handle: Handle, folders: EachFolders): string | undefined {
  const problem = outputProblem(order, folders) ?? spoolProblem(handle, folders)
  if (problem !== undefined) return problem
  if (folders.spool !== null && order.spool !== null)
    for (const name of readdirSync(folders.spool))
      renameSync(join(folders.spool, name), join(order.spool, name))
  for (const [port, output] of Object.entries(order.outputs)) {
    const from = folders.outputs[port]
    if (from !== undefined && namesOf(from, 1).length > 0) put(from, output, handle)
  }
  return undefined
}

/** In its place, which an attempt that was cut short may have filled. */
function put(from: string, output: StepOutput, handle: Handle): void {
  makeFolder(output.path)
  const place = placeOf(output, handle)
  if (output.is === 'record') return renameSync(join(from, RECORD_FILE), place)
  removeIfThere(place)
  renameSync(from, place)
}

function outputProblem(order: StepOrder, folders: EachFolders): string | undefined {
  for (const [port, output] of Object.entries(order.outputs)) {
    const from = folders.outputs[port]
    if (from === undefined) continue
    const problem =
      output.is === 'record'
        ? recordFolderProblem(from, { schema: output.schema, bytes: bytesOf(order, port) })
        : treeProblem(from)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** A folder of one record: exactly one file of that name, or nothing. */
function recordFolderProblem(folder: string, wanted: RecordWanted): string | undefined {
  const names = namesOf(folder, 2)
  if (names.length === 0) return undefined
  if (names.length > 1 || names[0] !== RECORD_FILE) return 'wrote files beside its record'
  return recordFileProblem(join(folder, RECORD_FILE), wanted)
}

/** `schema`: null stands for a record of any form. */
export interface RecordWanted {
  readonly schema: RecordSchema | null
  readonly bytes: number
}
/** Bytes that a record of the output `port` may have: a draft carries the message that it is, twice. */
export const bytesOf = ({ stage }: StepOrder, port: string): number =>
  stage.manifest.outputs[port]?.format === 'linted-draft' ? DRAFT_RECORD_BYTES : RECORD_BYTES

/** Why the file at `path` is no such record, as a clause; one that is has the one text of it afterwards. Throws the system's error. */
export function recordFileProblem(path: string, { schema, bytes }: RecordWanted): string | undefined {
  const read = readCapped(path, bytes)
  if (!read.ok)
    return read.problem === 'too-long'
      ? `wrote a record of more than ${bytes} bytes`
      : 'wrote a record that is no file of its own'
  const parsed = parseJson(read.text)
  if (!parsed.ok) return 'wrote a record that is no JSON'
  if (schema === null) return undefined
  const problem = recordProblem(schema, parsed.value)
  if (problem !== null) return `wrote a record of another schema: ${problem}`
  // Blanks, the order of keys and the spelling of a number would carry more than the schema says; so would mode and times of the file.
  const text = recordText(schema, parsed.value)
  if (text !== read.text) writeAside(path, text)
  chmodSync(path, 0o600)
  utimesSync(path, 0, 0)
  return undefined
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
