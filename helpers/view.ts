// What stages read and write: a view's manifest and envelopes, and records keyed by handle. The file name is the handle; a
// handle inside a record is never believed. Relies on files/readCapped.ts and the schemas of protocol/.
import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as z from 'zod/mini'
import { readCapped } from '../files/readCapped.ts'
import type { Handle } from '../protocol/brand.ts'
import { type Rankable, ViewEnvelope, ViewItem } from '../protocol/envelope.ts'
import { parseHandle } from '../protocol/handle.ts'
import { MANIFEST_BYTES, RECORD_BYTES } from '../protocol/limits.ts'
import { encodeLine, parseJson } from '../protocol/line.ts'
import { done, refused, type RefusalCode, type Result } from '../protocol/refusal.ts'

/** One message of a view. */
export interface Viewed {
  readonly handle: Handle
  readonly envelope: ViewEnvelope
}

/** The handles of a manifest file, in its order: one a line, each once. Refused as a whole when a line is no handle. */
export function readManifest(path: string): Result<Handle[]> {
  const read = readCapped(path, MANIFEST_BYTES, false)
  if (!read.ok)
    return broken(read.problem === 'too-long' ? 'too-long' : 'wrong-shape', 'manifest', read.problem)
  const handles: Handle[] = []
  for (const line of read.text.split('\n')) {
    if (line === '') continue
    const handle = parseHandle(line)
    if (!handle) return broken('wrong-shape', 'manifest', 'a line that is no handle')
    handles.push(handle)
  }
  return new Set(handles).size === handles.length
    ? done(handles)
    : broken('wrong-shape', 'manifest', 'the same handle twice')
}

/** The envelope of one message of the view at `mailDir`. */
export function readEnvelope(mailDir: string, handle: Handle): Result<ViewEnvelope> {
  const expected = { dir: join(mailDir, handle), name: 'envelope.json', what: 'envelope', cap: RECORD_BYTES }
  return readShape(ViewEnvelope, expected)
}

/** What is to be ranked under `handle`: the item of a job, or the envelope of a message. */
export function readRankable(mailDir: string, handle: Handle): Result<Rankable> {
  const expected = { dir: join(mailDir, handle), name: 'item.json', what: 'item', cap: RECORD_BYTES }
  return existsSync(join(expected.dir, expected.name))
    ? readShape(ViewItem, expected)
    : readEnvelope(mailDir, handle)
}

/** Every message that `manifest` names, in its order. */
export function readView(mailDir: string, manifest: string): Result<Viewed[]> {
  const handles = readManifest(manifest)
  if (!handles.ok) return handles
  const messages: Viewed[] = []
  for (const handle of handles.value) {
    const envelope = readEnvelope(mailDir, handle)
    if (!envelope.ok) return envelope
    messages.push({ handle, envelope: envelope.value })
  }
  return done(messages)
}

/** The record of `handle` in the port at `dir`; undefined where there is none. */
export function readRecord<S extends z.ZodMiniType>(
  dir: string,
  handle: Handle,
  schema: S,
): Result<z.output<S> | undefined> {
  if (!hasRecord(dir, handle)) return done(undefined)
  return readShape(schema, { dir, name: `${handle}.json`, what: 'record', cap: RECORD_BYTES })
}

/** Whether `handle` has its record already: resumption is skip-if-exists. */
export const hasRecord = (dir: string, handle: Handle): boolean => existsSync(join(dir, `${handle}.json`))

/** Writes the record of `handle`. */
export const writeRecord = (dir: string, handle: Handle, value: unknown): void =>
  writeOutput(dir, `${handle}.json`, encodeLine(value))

/**
 * Writes a file of an output directory, aside and renamed. Not synced: a run that the machine did not survive is made
 * again. The aside name is fixed, because an output has one writer, so that a restart replaces the stump of a killed one.
 */
export function writeOutput(dir: string, name: string, text: string): void {
  const aside = join(dir, `.${name}.tmp`)
  writeFileSync(aside, text, { mode: 0o600 })
  renameSync(aside, join(dir, name))
}

/** A file of a port: its directory and name, what it is called in a refusal, and how many bytes it may have. */
interface Expected {
  readonly dir: string
  readonly name: string
  readonly what: string
  readonly cap: number
}

/** The value of a JSON file, of the given shape. */
export function readShape<S extends z.ZodMiniType>(
  schema: S,
  { dir, name, what, cap }: Expected,
): Result<z.output<S>> {
  const read = readCapped(join(dir, name), cap, false)
  if (!read.ok) return broken(read.problem === 'too-long' ? 'too-long' : 'wrong-shape', what, read.problem)
  const parsed = parseJson(read.text)
  if (!parsed.ok) return broken('not-json', what, parsed.problem)
  const shape = schema.safeParse(parsed.value)
  return shape.success ? done(shape.data) : broken('wrong-shape', what, 'another shape')
}

const broken = (code: RefusalCode, what: string, is: string) =>
  refused(code, {
    is: `the run's ${what} cannot be read (${is})`,
    wanted: `the ${what} that twind wrote`,
    fix: 'run the brief again; if this stays, run "twin check"',
  })
