// Reads what a step has left in its spool folder: whatever a stage could put there is either a line of the known form under a name of
// a message of that step, or counted with a reason. Relies on readCapped.ts: no link is followed, nothing blocks.
import { opendirSync } from 'node:fs'
import { join } from 'node:path'
import { readCapped, type ReadProblem } from '../../files/readCapped.ts'
import type { Handle } from '../../protocol/brand.ts'
import { parseHandle } from '../../protocol/handle.ts'
import { SPOOL_NAMES, SPOOLED, SPOOLED_BYTES } from '../../protocol/limits.ts'
import { parseJson } from '../../protocol/line.ts'
import type { Result } from '../../protocol/refusal.ts'
import { SPOOL_NAME, SpoolLine } from '../../protocol/spoolLine.ts'
import { attempt } from '../attempt.ts'

export interface SpoolFile {
  readonly name: string
  readonly handle: Handle
}
export interface SpoolFiles {
  /** By handle, then by number. */
  readonly files: readonly SpoolFile[]
  /** Why each of the others is none. */
  readonly rejected: readonly string[]
}

/** The names alone: no file is opened. `scope`: the messages of the step. */
export function spoolFilesIn(folder: string, scope: ReadonlyMap<Handle, unknown>): Result<SpoolFiles> {
  return attempt('disk', 'the spool of a run', () => {
    const files: (SpoolFile & { readonly number: number })[] = []
    const rejected: string[] = []
    const directory = opendirSync(folder)
    try {
      for (let entry = directory.readSync(); entry; entry = directory.readSync()) {
        const named = fileNamed(entry.name, scope)
        if (typeof named === 'string') rejected.push(named)
        else files.push(named)
        if (rejected.length >= SPOOL_NAMES) break
      }
    } finally {
      directory.closeSync()
    }
    files.sort((a, b) => (a.handle === b.handle ? a.number - b.number : a.handle < b.handle ? -1 : 1))
    return { files, rejected }
  })
}

function fileNamed(name: string, scope: ReadonlyMap<Handle, unknown>) {
  const [, text = '', number = ''] = SPOOL_NAME.exec(name) ?? []
  const handle = parseHandle(text)
  if (handle === undefined) return 'the name of a file is no HANDLE.NUMBER.json'
  if (!scope.has(handle)) return 'a file is named after a message that the step was not given'
  if (Number(number) >= SPOOLED) return `a message has more than ${SPOOLED} proposals of one step`
  return { name, handle, number: Number(number) }
}

const PROBLEMS: Partial<Record<ReadProblem, string>> = {
  absent: 'a file vanished before it was read',
  'too-long': `a file has more than ${SPOOLED_BYTES} bytes`,
}
export type ReadLine =
  { readonly ok: true; readonly line: SpoolLine } | { readonly ok: false; readonly why: string }

/** The one line of a file; its handle is the one in its name. */
export function readSpoolLine(folder: string, { name, handle }: SpoolFile): ReadLine {
  const read = readCapped(join(folder, name), SPOOLED_BYTES)
  if (!read.ok) return none(PROBLEMS[read.problem] ?? 'a file is no regular file of this user alone')
  const parsed = parseJson(read.text)
  const line = parsed.ok ? SpoolLine.safeParse(parsed.value) : undefined
  if (!line?.success) return none('a file is no line of the known form')
  if (line.data.handle !== handle) return none('the line of a file names another message than the file')
  return { ok: true, line: line.data }
}

const none = (why: string) => ({ ok: false, why }) as const
