// What a stage left in a folder, at each cap and one past it. Relies on sparse files counting as long as they say.
import { linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { namesOf, treeProblem } from '../../../daemon/stages/plainTree.ts'
import { EACH_OUTPUT_BYTES, EACH_OUTPUT_DEPTH, EACH_OUTPUT_FILES } from '../../../protocol/limits.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

function sparse(path: string, bytes: number): void {
  writeFileSync(path, '')
  truncateSync(path, bytes)
}

describe('treeProblem', () => {
  test('takes as many bytes as the cap and refuses one more, in however many files', () => {
    const folder = temporaryFolder()
    sparse(join(folder, 'a'), EACH_OUTPUT_BYTES - 1)
    mkdirSync(join(folder, 'inner'))
    sparse(join(folder, 'inner/b'), 1)
    expect(treeProblem(folder)).toBeUndefined()
    sparse(join(folder, 'inner/c'), 1)
    expect(treeProblem(folder)).toBe(`wrote more than ${EACH_OUTPUT_BYTES} bytes`)
  })

  test('takes as many files and folders as the cap and refuses one more', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'inner'))
    for (let at = 1; at < EACH_OUTPUT_FILES; at++)
      writeFileSync(join(folder, at % 2 ? '' : 'inner', `${at}`), '')
    expect(treeProblem(folder)).toBeUndefined()
    writeFileSync(join(folder, 'one more'), '')
    expect(treeProblem(folder)).toBe(`wrote more than ${EACH_OUTPUT_FILES} files`)
  })

  test('takes folders as deep as the cap and refuses one deeper', () => {
    const folder = temporaryFolder()
    const deep = join(folder, ...Array.from({ length: EACH_OUTPUT_DEPTH }, () => 'x'))
    mkdirSync(deep, { recursive: true })
    expect(treeProblem(folder)).toBeUndefined()
    mkdirSync(join(deep, 'x'))
    expect(treeProblem(folder)).toBe(`wrote folders more than ${EACH_OUTPUT_DEPTH} deep`)
  })

  test.each([
    ['a symbolic link', (path: string) => symlinkSync('/etc/hostname', path)],
    ['a symbolic link to a folder', (path: string) => symlinkSync('/etc', path)],
    ['a FIFO', (path: string) => execFileSync('mkfifo', [path])],
    ['a file with a second name', (path: string) => linkSync(join(path, '../plain'), path)],
  ])('refuses %s and follows nothing', (_, make) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'plain'), 'x')
    expect(treeProblem(folder)).toBeUndefined()
    make(join(folder, 'odd'))
    expect(treeProblem(folder)).toBe('wrote something that is no plain file')
  })
})

describe('treeProblem of names that are no text', () => {
  const put = (folder: string, name: Buffer) =>
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), name]), 'x')

  test.each([
    ['a file', [Buffer.from([0x6e, 0xff])]],
    ['a file beside one that is called as it reads', [Buffer.from([0x6e, 0xff]), Buffer.from('n\uFFFD')]],
    ['two files that read alike', [Buffer.from([0x6e, 0xff]), Buffer.from([0x6e, 0xfe])]],
  ])('refuses a folder that holds %s', (_, names) => {
    const folder = temporaryFolder()
    for (const name of names) put(folder, name)
    expect(treeProblem(folder)).toBe('wrote a name that is no text')
  })

  test('takes a name with the mark that stands for what is no text', () => {
    const folder = temporaryFolder()
    put(folder, Buffer.from('n\uFFFD'))
    expect(treeProblem(folder)).toBeUndefined()
  })
})

test('treeProblem is a clause, and no error, where a path is longer than the system takes', () => {
  const folder = temporaryFolder()
  expect(treeProblem(join(folder, 'x'.repeat(300)))).toBe('wrote a folder that cannot be looked into')
  expect(treeProblem(join(folder, 'gone'))).toBeUndefined()
})

test('namesOf gives so many names as it is asked for, however many there are', () => {
  const folder = temporaryFolder()
  for (let at = 0; at < 5; at++) writeFileSync(join(folder, `${at}`), '')
  expect(namesOf(folder, 3)).toHaveLength(3)
  expect(namesOf(folder, 9)).toHaveLength(5)
})
