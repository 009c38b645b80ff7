// A folder for one test. Relies on the test runner to say when the test is over.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A real, empty folder that is gone after the test, or after all with `atEnd` afterAll. */
export function temporaryFolder(atEnd: (remove: () => void) => void = onTestFinished): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-cli-')))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
