// A folder for one test. Relies on the test runner to say when the test is over.
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { removeTree } from '../../daemon/removeTree.ts'

/** A real, empty folder of this user alone that is gone after the test. */
export function temporaryFolder(): string {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'twin-daemon-')))
  chmodSync(outer, 0o700)
  onTestFinished(() => {
    try {
      removeTree(outer)
    } catch {
      rmSync(outer, { recursive: true, force: true })
    }
  })
  return outer
}
