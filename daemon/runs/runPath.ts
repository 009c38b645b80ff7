// Which file a run is named by: an absolute path, or a bare name for NAME.yaml in the folder of runs. Pure.
import { join } from 'node:path'
import { NAME } from '../../protocol/door.ts'
import type { Paths } from '../../protocol/paths.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'

/** Refused ("bad-request") where `file` is neither. */
export function runPath(file: string, { runFiles }: Pick<Paths, 'runFiles'>): Result<string> {
  if (NAME.test(file)) return done(join(runFiles, `${file}.yaml`))
  return file.startsWith('/') ? done(file) : neither(file)
}

const neither = (file: string) =>
  refused('bad-request', {
    is: `${JSON.stringify(file.slice(0, 64))} is neither an absolute path nor the name of a run`,
    wanted: 'a path such as /home/ann/runs/receipts.yaml, or a name such as "receipts"',
    fix: 'name the file of the run',
  })
