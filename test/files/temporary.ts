// Folders, mounts and programs for one test. Relies on the runner to say when the test is over.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A real, empty folder that is gone after the test. */
export function temporary(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-files-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A file system in memory with `options`; undefined where nothing may be mounted. */
export function mounted(options: string): string | undefined {
  const folder = join(temporary(), 'disk')
  mkdirSync(folder)
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) return undefined
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}
