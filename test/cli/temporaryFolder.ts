// A folder for one test. Relies on the test runner to say when the test is over.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A real, empty folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-cli-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
