// An output folder as an enemy would leave it, each case beside the control that a plain record is taken.
import { chownSync, linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { collectRecords } from '../../../daemon/brief/collectRecords.ts'
import { handleFrom } from '../../../protocol/handle.ts'
import { OUTPUT_ENTRIES, RECORD_BYTES } from '../../../protocol/limits.ts'
import { Verdict } from '../../../protocol/score.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const keep = JSON.stringify({ verdict: 'keep' })
const fresh = () => handleFrom(randomBytes(16))
/** One handle in scope, and a folder in which `plant` has put what a stage might. */
function collected(plant: (path: string, folder: string) => void) {
  const folder = temporaryFolder()
  const handle = fresh()
  plant(join(folder, `${handle}.json`), folder)
  const result = collectRecords(folder, new Set([handle]), Verdict)
  if (!result.ok) throw new Error(result.refusal.is)
  const { records, bad, strangers } = result.value
  return { records: records.size, bad: bad.length, strangers }
}

test('collectRecords reads the record of every handle in scope and misses none that is absent', () => {
  const folder = temporaryFolder()
  const scope = [fresh(), fresh(), fresh()]
  for (const handle of scope.slice(1)) writeFileSync(join(folder, `${handle}.json`), keep)
  const result = collectRecords(folder, new Set(scope), Verdict)
  expect(result).toMatchObject({ ok: true, value: { bad: [], strangers: 0 } })
  expect(result.ok && [...result.value.records.keys()]).toEqual(scope.slice(1))
})

describe('what a stage that was taken over might leave', () => {
  test('a plain record of the same content is taken: the control', () => {
    expect(collected(path => writeFileSync(path, keep))).toEqual({ records: 1, bad: 0, strangers: 0 })
  })
  test.each<[string, (path: string, folder: string) => void]>([
    [
      'a symbolic link to a valid record',
      (path, folder) => (writeFileSync(join(folder, 'x'), keep), symlinkSync(join(folder, 'x'), path)),
    ],
    ['a dangling link', path => symlinkSync('/no/where', path)],
    [
      'a second name of a file elsewhere',
      path => {
        const secret = join(temporaryFolder(), 'secret')
        writeFileSync(secret, keep)
        linkSync(secret, path)
      },
    ],
    ['a FIFO', path => void spawnSync('mkfifo', [path])],
    ['a folder', path => mkdirSync(path)],
    ['a record over the cap', path => writeFileSync(path, keep + ' '.repeat(RECORD_BYTES - keep.length + 1))],
    ['half a record', path => writeFileSync(path, keep.slice(0, -1))],
    ['nothing', path => writeFileSync(path, '')],
    ['an unknown key', path => writeFileSync(path, '{"verdict":"keep","handle":"h_x"}')],
    ['a key twice', path => writeFileSync(path, '{"verdict":"drop","verdict":"keep"}')],
    ['a number', path => writeFileSync(path, '12')],
  ])('collectRecords does not believe %s in place of a record', (_, plant) => {
    expect(collected(plant)).toMatchObject({ records: 0, bad: 1 })
  })
  test('collectRecords takes a record of the cap', () => {
    expect(
      collected(path => writeFileSync(path, keep + ' '.repeat(RECORD_BYTES - keep.length))),
    ).toMatchObject({ records: 1 })
  })
  test.skipIf(process.getuid?.() !== 0)('collectRecords does not believe a file of another user', () => {
    expect(collected(path => (writeFileSync(path, keep), chownSync(path, 12_345, 12_345)))).toMatchObject({
      records: 0,
      bad: 1,
    })
  })
  test('collectRecords counts names that are no record of this run and never opens them', () => {
    const names = [
      `${fresh()}.json`,
      '..json',
      'note.md',
      'h_x.json',
      '.hidden',
      fresh(),
      'line\nbreak.json',
      '\u202eevil.json',
    ]
    const planted = collected((path, folder) => {
      writeFileSync(path, keep)
      for (const name of names) void spawnSync('mkfifo', [join(folder, name)])
    })
    expect(planted).toEqual({ records: 1, bad: 0, strangers: names.length })
  })
  test('collectRecords counts no stump of a record that was being written', () => {
    const folder = temporaryFolder()
    const handle = fresh()
    writeFileSync(join(folder, `.${handle}.tmp`), '{"verd')
    expect(collectRecords(folder, new Set([handle]), Verdict)).toMatchObject({
      value: { bad: [], strangers: 0 },
    })
  })
  test('collectRecords looks at no more names than the cap and still finds the records', () => {
    const planted = (names: number) =>
      collected((path, folder) => {
        for (let index = 0; index < names; index++) writeFileSync(join(folder, `x${index}`), '')
        writeFileSync(path, keep)
      })
    expect(planted(OUTPUT_ENTRIES - 1)).toEqual({ records: 1, bad: 0, strangers: OUTPUT_ENTRIES - 1 })
    const past = planted(OUTPUT_ENTRIES + 100)
    expect(past).toMatchObject({ records: 1, bad: 0 })
    expect(past.strangers).toBeLessThanOrEqual(OUTPUT_ENTRIES)
  })
})
