// Folders of the state that are ours alone, and those that are not.
import { chmodSync, chownSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { privateFolder } from '../../daemon/privateFolder.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const config = { ok: false, refusal: { code: 'config' } }

test('privateFolder makes a missing folder for this user alone', () => {
  const path = join(temporaryFolder(), 'a', 'b')
  expect(privateFolder(path)).toEqual({ ok: true, value: path })
  expect(statSync(path).mode & 0o777).toBe(0o700)
  expect(privateFolder(path)).toEqual({ ok: true, value: path })
})

test.each([0o710, 0o701, 0o770, 0o755])('privateFolder refuses a folder of mode %o', mode => {
  const path = join(temporaryFolder(), 'state')
  mkdirSync(path)
  chmodSync(path, mode)
  expect(privateFolder(path)).toMatchObject(config)
})

test('privateFolder refuses a link to a private folder and a plain file', () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'real'), { mode: 0o700 })
  symlinkSync(join(folder, 'real'), join(folder, 'link'))
  writeFileSync(join(folder, 'file'), '')
  expect(privateFolder(join(folder, 'link'))).toMatchObject(config)
  expect(privateFolder(join(folder, 'file'))).toMatchObject(config)
  expect(privateFolder(join(folder, 'real'))).toMatchObject({ ok: true })
})

test.skipIf(process.getuid?.() !== 0)('privateFolder refuses a folder of another user', () => {
  const path = join(temporaryFolder(), 'state')
  mkdirSync(path, { mode: 0o700 })
  chownSync(path, 12_345, 12_345)
  expect(privateFolder(path)).toMatchObject(config)
})
