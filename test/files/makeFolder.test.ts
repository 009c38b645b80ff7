// Making folders: parents, modes, what is in the way, and the place where Node's own way never returns.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { makeFolder } from '../../files/makeFolder.ts'

function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-folder-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('makeFolder', () => {
  test('makes a folder and its parents with the mode asked for', () => {
    const top = temporaryFolder()
    makeFolder(join(top, 'a/b/c'))
    for (const path of ['a', 'a/b', 'a/b/c']) expect(statSync(join(top, path)).mode & 0o777).toBe(0o700)
  })

  test('leaves a folder that exists as it is', () => {
    const top = temporaryFolder()
    mkdirSync(join(top, 'a'), 0o755)
    makeFolder(join(top, 'a'))
    expect(statSync(join(top, 'a')).mode & 0o777).toBe(0o755)
  })

  test('throws where a file or a dangling link is in the way', () => {
    const top = temporaryFolder()
    writeFileSync(join(top, 'file'), '')
    symlinkSync(join(top, 'nowhere'), join(top, 'link'))
    expect(() => makeFolder(join(top, 'file'))).toThrow('EEXIST')
    expect(() => makeFolder(join(top, 'file/below'))).toThrow('ENOTDIR')
    expect(() => makeFolder(join(top, 'link'))).toThrow('ENOENT')
    expect(existsSync(join(top, 'nowhere'))).toBe(false)
  })

  test.skipIf(!existsSync('/proc/self'))(
    'throws in a file system that takes no folder instead of trying for ever',
    () => {
      expect(() => makeFolder('/proc/nothing/below')).toThrow('ENOENT')
    },
  )
})
