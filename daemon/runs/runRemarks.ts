// What "twin check" says of the folder of runs: which of its files are no run, and why. Reads files and starts nothing. Relies on
// prepareRun.ts for the judging; what an account's adapter can do is not known here, and then that is not judged.
import { join } from 'node:path'
import { packageRoot } from '../../files/packageRoot.ts'
import type { Paths } from '../../protocol/paths.ts'
import { done } from '../../protocol/refusal.ts'
import { ownTimeZone } from '../localTime.ts'
import { parseQuery } from '../query/parseQuery.ts'
import type { InForce } from '../world.ts'
import { checkRun } from './checkRun.ts'
import { loadStages } from './loadStages.ts'
import { prepareRun } from './prepareRun.ts'
import { runFiles } from './runFiles.ts'

/** Sentences without a full stop. `home`: for `~/`. */
export function runRemarks(
  inForce: Pick<InForce, 'config' | 'policy'>,
  paths: Paths,
  home: string,
): string[] {
  const parts = {
    paths,
    home,
    configuration: () => ({ ...inForce, version: '', problem: null }),
    stages: () => loadStages(join(packageRoot, 'dist')),
    check: checkRun,
    zone: ownTimeZone,
    store: { checkQuery, accounts: () => done([]) },
  }
  // Any day will do for {date}: a folder is there, or it is not.
  const prepare = (path: string) => prepareRun(parts, path, 0)
  return [...runFiles({ folder: paths.runFiles, prepare, context: () => null })().broken]
}

const checkQuery = (text: string) => {
  const query = parseQuery(text)
  return query.ok ? done(undefined) : query
}
