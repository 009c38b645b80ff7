// What the `each` of a stage reads and writes: the record of an input port, its own record, its proposals. The file name is the
// handle or is fixed; a handle inside a record is never believed. Relies on files/readCapped.ts and on each.ts for the task.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { readCapped } from '../files/readCapped.ts'
import { RECORD_BYTES } from '../protocol/limits.ts'
import { encodeLine, parseJson } from '../protocol/line.ts'
import { done, refused, type RefusalCode, type Result } from '../protocol/refusal.ts'
import type { SpoolLine } from '../protocol/spoolLine.ts'
import { RECORD_FILE } from '../protocol/stage.ts'
import type { EachTask } from './eachTask.ts'

/** The value of a JSON file of at most `cap` bytes, of `schema`: a record of an input, an envelope, a map. */
export function readJson<S extends z.ZodMiniType>(
  path: string,
  schema: S,
  cap = RECORD_BYTES,
): Result<z.output<S>> {
  const value = readValue(path, cap)
  if (!value.ok) return value
  const shape = schema.safeParse(value.value)
  return shape.success ? done(shape.data) : broken('wrong-shape', 'another shape')
}

/** The same, unchecked: for whoever checks it by a RecordSchema. */
export function readValue(path: string, cap = RECORD_BYTES): Result<unknown> {
  const read = readCapped(path, cap, false)
  if (!read.ok) return broken(read.problem === 'too-long' ? 'too-long' : 'wrong-shape', read.problem)
  const parsed = parseJson(read.text)
  return parsed.ok ? done(parsed.value) : broken('not-json', parsed.problem)
}

/** Writes the record of this message for the output `port`. Throws the system's error. */
export function writeRecord({ outputs }: Pick<EachTask, 'outputs'>, port: string, value: unknown): void {
  const folder = outputs[port]
  if (folder === undefined) throw new RangeError(`Cannot write a record: no output ${port}`)
  writeFileSync(join(folder, RECORD_FILE), encodeLine(value), { mode: 0o600 })
}

/** Writes proposal number `n` (from 0) of this message; false where the step may not propose. Throws the system's error. */
export function propose({ spool, handle }: EachTask, n: number, line: Omit<SpoolLine, 'handle'>): boolean {
  if (spool === null) return false
  writeFileSync(join(spool, `${handle}.${n}.json`), encodeLine({ ...line, handle }), { mode: 0o600 })
  return true
}

const broken = (code: RefusalCode, is: string) =>
  refused(code, {
    is: `an input cannot be read (${is})`,
    wanted: 'the file that the step before wrote',
    fix: 'run it again; if this stays, run "twin check"',
  })
