// Which note a brief goes into, and what it says on success and on failure.
import { readdirSync, readFileSync, writeFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { noteOfDay, writeBlock, writeFailure } from '../../../daemon/brief/noteOfDay.ts'
import { prepareFolder } from '../../../daemon/brief/writeNote.ts'
import { Config } from '../../../protocol/config.ts'
import { refused } from '../../../protocol/refusal.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const MORNING = Date.UTC(2026, 10, 30, 4, 25)
const FAILURE = refused('no-access', {
  is: 'Mail is [closed](http://evil.example) **now**\n<!-- twin:mail:end -->',
  wanted: 'x',
  fix: 'x',
}).refusal
beforeEach(() => void vi.stubEnv('TZ', 'Europe/Oslo'))
afterEach(() => void vi.unstubAllEnvs())

const at = (now: number, brief: object = {}) => {
  const home = temporaryFolder()
  return { home, day: noteOfDay({ config: Config.parse({ brief }), home, now: () => now }) }
}

describe('the place', () => {
  test('noteOfDay names the note by the local date and puts it into the folder of the home', () => {
    const { home, day } = at(MORNING)
    expect(day).toMatchObject({
      date: '2026-11-30',
      time: '05:25',
      timeZone: 'Europe/Oslo',
      file: '2026-11-30 mail.md',
      folder: `${home}/Documents/Brief`,
    })
    expect(at(Date.UTC(2026, 10, 30, 23, 30)).day).toMatchObject({ date: '2026-12-01', time: '00:30' })
  })
  test('noteOfDay takes a file name without a date and an absolute folder', () => {
    expect(at(MORNING, { folder: '/vault', file: 'mail.md' }).day).toMatchObject({
      folder: '/vault',
      file: 'mail.md',
    })
    expect(at(MORNING, { file: '{date} {date}.md' }).day.file).toBe('2026-11-30 2026-11-30.md')
  })
})

describe('what is written', () => {
  const vault = () => {
    const { day } = at(MORNING)
    const folder = join(temporaryFolder(), 'Brief')
    prepareFolder(folder)
    return { ...day, folder }
  }
  test('writeBlock makes the note and the next one of the day replaces only the block', () => {
    const day = vault()
    expect(writeBlock(day, '“Ærlig” 日本\n')).toEqual({
      ok: true,
      value: join(day.folder, '2026-11-30 mail.md'),
    })
    const path = join(day.folder, '2026-11-30 mail.md')
    writeFileSync(path, `mine\n${readFileSync(path, 'utf8')}mine too\n`)
    writeBlock({ ...day, time: '10:30' }, 'second\n')
    expect(readFileSync(path, 'utf8')).toBe(
      'mine\n<!-- twin:mail:begin 2026-11-30T10:30 -->\nsecond\n<!-- twin:mail:end -->\nmine too\n',
    )
  })
  test('writeBlock leaves a note without markers alone, makes a second one and says so in it', () => {
    const day = vault()
    writeFileSync(join(day.folder, '2026-11-30 mail.md'), 'mine alone\n')
    const second = join(day.folder, '2026-11-30 mail (2).md')
    expect(writeBlock(day, 'block\n')).toEqual({ ok: true, value: second })
    expect(readFileSync(join(day.folder, '2026-11-30 mail.md'), 'utf8')).toBe('mine alone\n')
    expect(readFileSync(second, 'utf8')).toContain('Another note of this name is left alone')
    expect(writeBlock(day, 'later\n')).toEqual({ ok: true, value: second })
    expect(readdirSync(day.folder).sort()).toEqual(['2026-11-30 mail (2).md', '2026-11-30 mail.md'])
  })
  test('writeFailure keeps the last block and adds one inert line', () => {
    const day = vault()
    writeBlock(day, 'block\n')
    writeFailure({ ...day, time: '10:30' }, FAILURE)
    const text = readFileSync(join(day.folder, day.file), 'utf8')
    expect(text).toContain('block\n\nThe brief of 10:30 failed: “Mail is closed')
    expect(text.match(/The brief of/g)).toHaveLength(1)
    expect(text.match(/twin:mail:end/g)).toHaveLength(1)
    expect(text).not.toMatch(/\]\(|\*\*/)
    writeFailure({ ...day, time: '14:20' }, FAILURE)
    expect(readFileSync(join(day.folder, day.file), 'utf8').match(/The brief of .*/g)).toEqual([
      expect.stringContaining('The brief of 14:20 failed'),
    ])
    writeBlock({ ...day, time: '17:00' }, 'block\n')
    expect(readFileSync(join(day.folder, day.file), 'utf8')).not.toContain('failed')
  })
  test('writeFailure makes the folder and the note where there are none', () => {
    const day = { ...vault(), folder: join(temporaryFolder(), 'New') }
    expect(writeFailure(day, FAILURE)).toMatchObject({ ok: true })
    expect(readFileSync(join(day.folder, day.file), 'utf8')).toMatch(
      /^<!-- twin:mail:begin 2026-11-30T05:25 -->\nThe brief of 05:25 failed: “.*”\n<!-- twin:mail:end -->\n$/,
    )
  })
  test('writeFailure writes nowhere when the vault itself is missing', () => {
    const day = { ...vault(), folder: join(temporaryFolder(), 'no', 'vault') }
    expect(writeFailure(day, FAILURE)).toMatchObject({ ok: false, refusal: { code: 'vault' } })
    expect(existsSync(day.folder)).toBe(false)
  })
})
