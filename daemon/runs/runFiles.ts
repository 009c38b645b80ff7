// The runs that a person keeps in the folder of runs, and which of its files are none. Looked at again whenever somebody asks, read again
// only where a file or the configuration has changed. Relies on prepareRun.ts for what a run must be.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { TABLE_ENTRIES } from '../../protocol/limits.ts'
import type { Result } from '../../protocol/refusal.ts'
import { attempt } from '../attempt.ts'
import type { PreparedRun } from './prepareRun.ts'
import type { RunFiles, ScheduledRun } from './runs.ts'

/** `prepare`: by path. `context`: a value that is another one when what a run is judged by has changed. */
export interface FilesParts {
  readonly folder: string
  readonly prepare: (path: string) => Result<PreparedRun>
  readonly context: () => unknown
}
interface Seen {
  readonly key: string
  readonly context: unknown
  readonly found: ScheduledRun | string | null
}

const SUFFIX = '.yaml'

/** What is there now. */
export function runFiles(parts: FilesParts): () => RunFiles {
  let seen = new Map<string, Seen>()
  return () => {
    const names = attempt('config', `the folder ${parts.folder}`, () => namesIn(parts.folder))
    if (!names.ok) return { scheduled: [], broken: [names.refusal.is] }
    const looked = names.value.slice(0, TABLE_ENTRIES)
    seen = new Map(looked.map(name => [name, look(parts, name, seen.get(name))]))
    const found = [...seen.values()].map(one => one.found)
    const more = names.value.length - looked.length
    return {
      scheduled: found.filter(one => typeof one === 'object' && one !== null),
      broken: [
        ...found.filter(one => typeof one === 'string'),
        ...(more > 0
          ? [`${parts.folder} holds ${more} runs more than the ${TABLE_ENTRIES} that are looked at`]
          : []),
      ],
    }
  }
}

const namesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(name => name.endsWith(SUFFIX) && !name.startsWith('.'))
        .toSorted()
    : []

function look(parts: FilesParts, name: string, before: Seen | undefined): Seen {
  const path = join(parts.folder, name)
  const stat = attempt('config', path, () => statSync(path))
  const key = stat.ok ? `${stat.value.ino} ${stat.value.mtimeMs} ${stat.value.size}` : ''
  const context = parts.context()
  if (before?.key === key && before.context === context) return before
  return { key, context, found: judge(parts, name, path) }
}

/** A run that starts by itself, null for one that a person starts, or what is wrong. */
function judge({ prepare }: FilesParts, name: string, path: string): Seen['found'] {
  const prepared = prepare(path)
  if (!prepared.ok) return `${path} is not run: ${prepared.refusal.is}`
  const { run } = prepared.value.checked.run
  if (`${run.name}${SUFFIX}` !== name)
    return `${path} is not run: it is named ${JSON.stringify(run.name)} inside`
  const daily = /^daily (.+)$/.exec(run.when)?.[1]
  return daily === undefined ? null : { name: run.name, at: [daily] }
}
