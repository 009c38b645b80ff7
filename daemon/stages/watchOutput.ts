// Looks now and then at what the process of a message writes while it runs: the system bounds each file, and nobody the sum. Relies on
// plainTree.ts; what changes under its eyes is looked at again.
import { attempt } from '../attempt.ts'
import type { EachFolders } from './eachFolders.ts'
import { treeProblem } from './plainTree.ts'

const EVERY_MILLISECONDS = 250

/** Calls `stop` once, with a clause, when the output is over a cap. The value ends the watch. */
export function watchOutput(folders: EachFolders, stop: (why: string) => void): () => void {
  const timer = setInterval(() => {
    const looked = attempt('disk', 'an output', () => treeProblem(folders.folder))
    if (!looked.ok || looked.value === undefined) return
    clearInterval(timer)
    stop(looked.value)
  }, EVERY_MILLISECONDS)
  return () => clearInterval(timer)
}
