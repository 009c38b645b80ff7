// `twin demo maildir`: where it writes, and where it does not.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './temporaryFolder.ts'
import { environment, twin } from './twinProcess.ts'

test('twin demo maildir writes a Maildir into a folder that is not there yet, or is empty', async () => {
  for (const name of ['deep/new', 'empty']) {
    const folder = join(temporaryFolder(), name)
    if (name === 'empty') mkdirSync(folder)
    const { code, stdout } = await twin(['demo', 'maildir', folder, '--json'], environment('/nowhere'))
    expect([code, JSON.parse(stdout)]).toEqual([0, { folder }])
    expect(readdirSync(join(folder, 'new')).length).toBeGreaterThan(10)
    expect(existsSync(join(folder, '.Sent/cur'))).toBe(true)
  }
})

test('twin demo maildir refuses a folder that is not empty, or is none, and touches nothing in it', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'mine'), 'x')
  for (const path of [folder, join(folder, 'mine')]) {
    const { code, stderr } = await twin(['demo', 'maildir', path], environment('/nowhere'))
    expect(code).toBe(2)
    expect(stderr).toContain('wanted: an empty folder')
  }
  expect(readdirSync(folder)).toEqual(['mine'])
})
