// The vault: a note that is a link, read-only, spoilt or saved in the very moment, a full disk, a writer that is killed.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mergeNote } from '../../../daemon/brief/mergeNote.ts'
import { type Change, prepareFolder, writeNote } from '../../../daemon/brief/writeNote.ts'
import { VAULT_NOTE_BYTES } from '../../../protocol/limits.ts'
import { bundledScript, otherProcess } from '../otherProcess.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const TIME = '2026-11-30T05:25'
const FILE = 'day mail.md'
const block =
  (text: string): Change =>
  note =>
    mergeNote(note, `${text}\n`, TIME)
const vault = (code = 'vault') => ({ ok: false, refusal: { code } })
const whole = (text: string) => `<!-- twin:mail:begin ${TIME} -->\n${text}\n<!-- twin:mail:end -->\n`

describe('the folder', () => {
  test('prepareFolder makes the last part of the path and nothing above it', () => {
    const home = temporaryFolder()
    expect(prepareFolder(join(home, 'Brief'))).toMatchObject({ ok: true })
    expect(statSync(join(home, 'Brief')).mode & 0o777).toBe(0o700)
    expect(prepareFolder(join(home, 'no', 'Brief'))).toMatchObject({
      refusal: { code: 'vault', fix: expect.stringContaining(`make ${join(home, 'no')},`) },
    })
    expect(existsSync(join(home, 'no'))).toBe(false)
  })
  test('prepareFolder takes a folder that is reached through a link', () => {
    const home = temporaryFolder()
    mkdirSync(join(home, 'real'))
    symlinkSync(join(home, 'real'), join(home, 'vault'))
    expect(prepareFolder(join(home, 'vault'))).toMatchObject({ ok: true })
  })
  test('prepareFolder refuses a file, a path through a file, a dangling link and a relative path', () => {
    const home = temporaryFolder()
    writeFileSync(join(home, 'file'), '')
    symlinkSync('/no/where', join(home, 'link'))
    for (const path of [join(home, 'file'), join(home, 'file', 'Brief'), join(home, 'link'), 'Brief', ''])
      expect(prepareFolder(path)).toMatchObject(vault())
  })
})

describe('the note', () => {
  test('writeNote writes a note for this user alone and keeps the mode of one that is there', () => {
    const folder = temporaryFolder()
    const path = join(folder, FILE)
    expect(writeNote({ folder, file: FILE }, block('one'))).toEqual({ ok: true, value: path })
    expect(statSync(path).mode & 0o777).toBe(0o600)
    chmodSync(path, 0o664)
    writeNote({ folder, file: FILE }, block('two'))
    expect([statSync(path).mode & 0o777, readFileSync(path, 'utf8')]).toEqual([0o664, whole('two')])
    expect(readdirSync(folder)).toEqual([FILE])
  })
  test('writeNote refuses a note that is a link and leaves alone what it points to', () => {
    const folder = temporaryFolder()
    const outside = join(temporaryFolder(), 'outside')
    writeFileSync(outside, 'mine')
    symlinkSync(outside, join(folder, FILE))
    expect(writeNote({ folder, file: FILE }, block('x'))).toMatchObject(vault())
    expect(readFileSync(outside, 'utf8')).toBe('mine')
  })
  test('writeNote refuses a note that is read-only, a folder or a FIFO', () => {
    for (const plant of [
      (path: string) => writeFileSync(path, whole('x'), { mode: 0o444 }),
      (path: string) => mkdirSync(path),
      (path: string) => void spawnSync('mkfifo', [path]),
    ]) {
      const folder = temporaryFolder()
      plant(join(folder, FILE))
      expect(writeNote({ folder, file: FILE }, block('x'))).toMatchObject(vault())
    }
  })
  test('writeNote rewrites a note of the cap and refuses one a byte longer', () => {
    const folder = temporaryFolder()
    const note = (bytes: number) => whole('x') + ' '.repeat(bytes - whole('x').length)
    writeFileSync(join(folder, FILE), note(VAULT_NOTE_BYTES))
    expect(writeNote({ folder, file: FILE }, block('y'))).toMatchObject({ ok: true })
    writeFileSync(join(folder, FILE), note(VAULT_NOTE_BYTES + 1))
    expect(writeNote({ folder, file: FILE }, block('y'))).toMatchObject(vault())
  })
  test('writeNote merges again when a person saves in between', () => {
    const folder = temporaryFolder()
    const path = join(folder, FILE)
    writeFileSync(path, whole('old'))
    let saves = 0
    const written = writeNote({ folder, file: FILE }, note => {
      if (saves++ < 2) writeFileSync(path, `mine ${saves}\n${whole('old')}`)
      return mergeNote(note, 'new\n', TIME)
    })
    expect(written).toMatchObject({ ok: true })
    expect(readFileSync(path, 'utf8')).toBe(`mine 2\n${whole('new')}`)
    expect(readdirSync(folder)).toEqual([FILE])
  })
  test('writeNote gives up on a note that never keeps still, and leaves no stump', () => {
    const folder = temporaryFolder()
    const path = join(folder, FILE)
    writeFileSync(path, whole('old'))
    let saves = 0
    const written = writeNote({ folder, file: FILE }, note => {
      writeFileSync(path, `mine ${++saves}\n${whole('old')}`)
      return mergeNote(note, 'new\n', TIME)
    })
    expect(written).toMatchObject(vault())
    expect(readFileSync(path, 'utf8')).toBe(`mine ${saves}\n${whole('old')}`)
    expect(readdirSync(folder)).toEqual([FILE])
  })
  test('writeNote merges with a note that came into being in between', () => {
    const folder = temporaryFolder()
    let calls = 0
    const written = writeNote({ folder, file: FILE }, note => {
      if (calls++ === 0) writeFileSync(join(folder, FILE), `mine\n${whole('old')}`)
      return mergeNote(note, 'new\n', TIME)
    })
    expect(written).toMatchObject({ ok: true })
    expect(readFileSync(join(folder, FILE), 'utf8')).toBe(`mine\n${whole('new')}`)
  })
  test('writeNote refuses when every note of this name has spoilt markers', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, FILE), 'mine')
    for (let number = 2; number <= 9; number++) writeFileSync(join(folder, `day mail (${number}).md`), 'mine')
    expect(writeNote({ folder, file: FILE }, block('x'))).toMatchObject(vault())
    expect(readdirSync(folder)).toHaveLength(9)
  })
  test('writeNote sweeps the old stump of a killed brief and nothing else', () => {
    const folder = temporaryFolder()
    const stump = join(folder, `.${FILE}.0123456789abcdef.tmp`)
    for (const path of [stump, join(folder, '.mine.tmp'), join(folder, '.young.0123456789abcdef.tmp')])
      writeFileSync(path, 'secret')
    for (const path of [stump, join(folder, '.mine.tmp')]) utimesSync(path, 1, 1)
    writeNote({ folder, file: FILE }, block('x'))
    expect(readdirSync(folder).sort()).toEqual(['.mine.tmp', '.young.0123456789abcdef.tmp', FILE])
  })
})

/** A file system of 1 MB, or of any options, mounted on a folder of the test. */
function mounted(options: string): string | undefined {
  const folder = temporaryFolder()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) return undefined
  onTestFinished(() => void spawnSync('umount', ['-l', folder]))
  return folder
}

describe('a disk that refuses', () => {
  test('a full disk leaves the last good note intact and no stump', ctx => {
    const folder = mounted('size=1m')
    if (folder === undefined) ctx.skip('no tmpfs can be mounted here (not root)')
    const path = join(folder ?? '', FILE)
    const old = whole('the last good note')
    writeFileSync(path, old)
    const chunk = Buffer.alloc(4_096)
    expect(() => {
      for (let index = 0; index < 10_000; index++) writeFileSync(join(folder ?? '', `fill${index}`), chunk)
    }).toThrow('ENOSPC')
    const written = writeNote({ folder: folder ?? '', file: FILE }, block('x'.repeat(50_000)))
    expect(written).toMatchObject(vault('disk'))
    expect(readFileSync(path, 'utf8')).toBe(old)
    expect(readdirSync(folder ?? '').filter(name => name.endsWith('.tmp'))).toEqual([])
  })
  test('a vault on a read-only disk is refused and stays as it was', ctx => {
    const folder = mounted('size=1m')
    if (folder === undefined) ctx.skip('no tmpfs can be mounted here (not root)')
    writeFileSync(join(folder ?? '', FILE), whole('old'))
    spawnSync('mount', ['-o', 'remount,ro', folder ?? ''])
    expect(prepareFolder(folder ?? '')).toMatchObject(vault())
    expect(writeNote({ folder: folder ?? '', file: FILE }, block('new'))).toMatchObject(vault())
    expect(readFileSync(join(folder ?? '', FILE), 'utf8')).toBe(whole('old'))
  })
})

test('a writer that is killed at any moment leaves the old note or the new one, whole', async () => {
  const folder = temporaryFolder()
  const script = await bundledScript(`
import { writeNote } from './daemon/brief/writeNote.ts'
import { mergeNote } from './daemon/brief/mergeNote.ts'
const [folder, file] = process.argv.slice(2)
for (let round = 0; ; round++) {
  const text = String(round % 10).repeat(200_000) + '\\n'
  writeNote({ folder, file }, note => mergeNote(note, text, '${TIME}'))
  if (round === 0) console.log('ready')
}`)
  const form = new RegExp(`^<!-- twin:mail:begin ${TIME} -->\n(\\d)\\1{199999}\n<!-- twin:mail:end -->\n$`)
  for (let round = 0; round < 15; round++) {
    const writer = otherProcess(script, folder, FILE)
    await writer.line()
    await new Promise(resolve => setTimeout(resolve, round * 3))
    await writer.kill()
    expect(form.test(readFileSync(join(folder, FILE), 'utf8'))).toBe(true)
  }
})
