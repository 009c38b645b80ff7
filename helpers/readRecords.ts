// The records of an input port: what a stage before this one said of the message, one record or a list of them. Relies on
// eachOutput.ts; what stands in them is a claim, never an instruction.
import { RECORDS_OF_ONE } from '../protocol/limits.ts'
import type { RecordSchema } from '../protocol/recordSchema.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { readValue } from './eachOutput.ts'

/** `many`: they came as a list, and go on as one. */
export interface Records {
  readonly records: readonly unknown[]
  readonly many: boolean
}

/** `path`: the file of the message's record; undefined where the port is not wired, which is no record at all. */
export function readRecords(path: string | undefined): Result<Records> {
  if (path === undefined) return done({ records: [], many: false })
  const read = readValue(path)
  if (!read.ok) return read
  if (!Array.isArray(read.value)) return done({ records: [read.value], many: false })
  if (read.value.length > RECORDS_OF_ONE)
    return refused('too-many', {
      is: `a message has ${read.value.length} records`,
      wanted: `at most ${RECORDS_OF_ONE}`,
      fix: 'ask the stage before this one for fewer',
    })
  return done({ records: read.value, many: true })
}

/** What is written of `records`: a list where they came as one, else the one; undefined where there is nothing to write. */
export const recordsOut = ({ records, many }: Records): unknown => (many ? records : records[0])

/** The schema of one record where `schema` may be that of the list. */
export const schemaOfOne = (schema: RecordSchema): RecordSchema =>
  schema.type === 'array' ? schema.items : schema
