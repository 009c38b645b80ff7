// What is kept of a job's output: read back whole at its worst, and not believed where somebody else wrote it.
import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readItemsFile, readOutput, writeItems, writeOutput } from '../../../daemon/jobs/keptOutput.ts'
import { readItems } from '../../../daemon/jobs/jobItems.ts'
import { JOB_ITEMS_BYTES, JOB_KEPT_BYTES, JOB_OUTPUT_BYTES } from '../../../protocol/limits.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const output = { stdout: 'out', stderr: 'err', cut: false }
const item = { title: 'A title', text: 'A text', source: 'A paper', link: null }

describe('what is kept', () => {
  test('both outputs at their worst, every byte a control character, are read back whole', () => {
    const folder = temporaryFolder()
    const worst = {
      stdout: '\u0001'.repeat(JOB_OUTPUT_BYTES),
      stderr: '\u0002'.repeat(JOB_OUTPUT_BYTES),
      cut: true,
    }
    expect(writeOutput(folder, worst)).toMatchObject({ ok: true })
    expect(readOutput(folder)).toEqual({ ok: true, value: worst })
  })
  test('items of bytes that are no text, which grow as they are read, are read back whole', () => {
    const folder = temporaryFolder()
    const texts = {
      title: '\uFFFD'.repeat(300),
      text: '\u2028'.repeat(600),
      source: '\uFFFD'.repeat(200),
      link: null,
    }
    const { items } = readItems(`${JSON.stringify(texts)}\n`.repeat(100))
    expect(items).toHaveLength(100)
    expect(writeItems(folder, { printed: 5, items: [...items] })).toMatchObject({ ok: true })
    expect(readItemsFile(folder)).toEqual({ ok: true, value: { printed: 5, items } })
  })
  test('nothing is kept of a job that never ran', () => {
    expect(readOutput(temporaryFolder())).toEqual({ ok: true, value: null })
    expect(readItemsFile(join(temporaryFolder(), 'nowhere'))).toEqual({ ok: true, value: null })
  })
  test('a kept output is read at the cap of its file and not one byte past it', () => {
    const folder = temporaryFolder()
    const text = JSON.stringify(output)
    for (const [bytes, ok] of [
      [JOB_KEPT_BYTES, true],
      [JOB_KEPT_BYTES + 1, false],
    ] as const) {
      writeFileSync(join(folder, 'output.json'), text.padEnd(bytes, ' '))
      expect(readOutput(folder).ok).toBe(ok)
    }
  })
  test('kept items are read at the cap of their file and not one byte past it', () => {
    const folder = temporaryFolder()
    const text = JSON.stringify({ printed: 1, items: [item] })
    for (const [bytes, ok] of [
      [JOB_ITEMS_BYTES, true],
      [JOB_ITEMS_BYTES + 1, false],
    ] as const) {
      writeFileSync(join(folder, 'items.json'), text.padEnd(bytes, ' '))
      expect(readItemsFile(folder).ok).toBe(ok)
    }
  })
  test('a kept file that is a link, linked twice or a folder is not read', () => {
    const plant = [
      (path: string, other: string) => symlinkSync(other, path),
      (path: string, other: string) => linkSync(other, path),
      (path: string) => mkdirSync(path),
    ]
    for (const make of plant) {
      const folder = temporaryFolder()
      const other = join(folder, 'other')
      writeFileSync(other, JSON.stringify(output))
      make(join(folder, 'output.json'), other)
      expect(readOutput(folder)).toMatchObject({ ok: false, refusal: { code: 'disk' } })
    }
  })
})
