// Folders that resist removal, and links that must not lead it astray.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { removeTree } from '../../daemon/removeTree.ts'
import { temporaryFolder } from './temporaryFolder.ts'

test('removeTree removes folders that nobody may list or write', () => {
  const outer = temporaryFolder()
  const view = join(outer, 'mail')
  mkdirSync(join(view, 'h_x'), { recursive: true })
  writeFileSync(join(view, 'h_x', 'envelope.json'), '{}', { mode: 0o444 })
  chmodSync(join(view, 'h_x'), 0o555)
  chmodSync(view, 0o111)
  removeTree(view)
  expect(readdirSync(outer)).toEqual([])
})

test('removeTree removes links and not what they point to', () => {
  const outer = temporaryFolder()
  const kept = join(temporaryFolder(), 'kept')
  mkdirSync(kept)
  writeFileSync(join(kept, 'file'), 'mine')
  mkdirSync(join(outer, 'run'))
  symlinkSync(kept, join(outer, 'run', 'link'))
  symlinkSync('/no/where', join(outer, 'run', 'dangling'))
  removeTree(join(outer, 'run'))
  expect(readdirSync(outer)).toEqual([])
  expect(readdirSync(kept)).toEqual(['file'])
})

test('removeTree removes FIFOs and names that are not UTF-8', () => {
  const outer = temporaryFolder()
  const run = mkdtempSync(join(outer, 'run-'))
  writeFileSync(Buffer.concat([Buffer.from(`${run}/`), Buffer.from([0xff, 0x0a, 0x2d])]), '')
  expect(spawnSync('mkfifo', [join(run, 'fifo')]).status).toBe(0)
  removeTree(run)
  expect(readdirSync(outer)).toEqual([])
})

test('removeTree removes a tree that is deeper than a path may be long', () => {
  const outer = temporaryFolder()
  const run = join(outer, 'run')
  mkdirSync(run)
  const deep = `const fs = require('fs'); process.chdir(${JSON.stringify(run)}); for (let i = 0; i < 60; i++) { const name = 'd'.repeat(200); fs.mkdirSync(name); process.chdir(name) }`
  expect(spawnSync(process.execPath, ['-e', deep]).status).toBe(0)
  removeTree(run)
  expect(readdirSync(outer)).toEqual([])
  expect(existsSync(run)).toBe(false)
})

test('removeTree throws for a folder that does not exist', () => {
  expect(() => removeTree(join(temporaryFolder(), 'absent'))).toThrow('ENOENT')
})

test('removeTree removes a link itself, and changes neither the modes nor the content of what it points to', () => {
  const outer = temporaryFolder()
  const kept = join(temporaryFolder(), 'kept')
  mkdirSync(kept)
  writeFileSync(join(kept, 'file'), 'mine')
  chmodSync(kept, 0o755)
  symlinkSync(kept, join(outer, 'link'))
  writeFileSync(join(outer, 'plain'), '')
  for (const name of ['link', 'plain']) removeTree(join(outer, name))
  expect([readdirSync(outer), readdirSync(kept)]).toEqual([[], ['file']])
  expect(statSync(kept).mode & 0o777).toBe(0o755)
})
