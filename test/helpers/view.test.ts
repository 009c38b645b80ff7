// How a stage reads its inputs and writes its output: what is not a plain file is not read, and a record appears whole.
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  hasRecord,
  readEnvelope,
  readManifest,
  readRecord,
  readView,
  writeRecord,
} from '../../helpers/view.ts'
import { MANIFEST_BYTES } from '../../protocol/limits.ts'
import { Verdict } from '../../protocol/score.ts'
import { envelope, handleOf } from './stages/run.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'twin-view-'))
})
afterEach(() => rmSync(folder, { recursive: true }))
const path = (name: string) => join(folder, name)
const [one, two] = [handleOf(1), handleOf(2)]
const codeOf = (result: { ok: boolean; refusal?: { code: string } }) => result.refusal?.code

describe('readView', () => {
  test('readView gives the messages of the manifest in its order, and no other', () => {
    for (const handle of [one, two, handleOf(3)]) {
      mkdirSync(path(handle))
      writeFileSync(join(path(handle), 'envelope.json'), JSON.stringify(envelope({ subject: handle })))
    }
    writeFileSync(path('manifest'), `${two}\n${one}\n`)
    const view = readView(folder, path('manifest'))
    expect(view.ok && view.value.map(message => [message.handle, message.envelope.subject])).toEqual([
      [two, two],
      [one, one],
    ])
  })

  test('readManifest refuses a link, a FIFO, a directory, nothing, and one byte past the cap', () => {
    writeFileSync(path('real'), `${one}\n`)
    symlinkSync(path('real'), path('link'))
    execFileSync('mkfifo', [path('fifo')])
    mkdirSync(path('directory'))
    writeFileSync(path('long'), '\n'.repeat(MANIFEST_BYTES + 1))
    writeFileSync(path('full'), '\n'.repeat(MANIFEST_BYTES))
    for (const name of ['link', 'fifo', 'directory', 'absent'])
      expect([name, codeOf(readManifest(path(name)))]).toEqual([name, 'wrong-shape'])
    expect(codeOf(readManifest(path('long')))).toBe('too-long')
    expect(readManifest(path('full'))).toEqual({ ok: true, value: [] })
    expect(readManifest(path('real'))).toEqual({ ok: true, value: [one] })
  })

  test('readEnvelope refuses a linked envelope', () => {
    writeFileSync(path('elsewhere'), JSON.stringify(envelope()))
    mkdirSync(path(one))
    symlinkSync(path('elsewhere'), join(path(one), 'envelope.json'))
    expect(codeOf(readEnvelope(folder, one))).toBe('wrong-shape')
  })
})

describe('writeRecord', () => {
  test('writeRecord makes a record that readRecord takes, and leaves nothing beside it', () => {
    expect(readRecord(folder, one, Verdict)).toEqual({ ok: true, value: undefined })
    expect(hasRecord(folder, one)).toBe(false)
    writeFileSync(path(`.${one}.json.tmp`), 'the stump of a killed stage')
    writeRecord(folder, one, { verdict: 'keep' })
    expect(readRecord(folder, one, Verdict)).toEqual({ ok: true, value: { verdict: 'keep' } })
    expect(hasRecord(folder, one)).toBe(true)
    expect(readdirSync(folder)).toEqual([`${one}.json`])
    expect(readFileSync(path(`${one}.json`), 'utf8')).toBe('{"verdict":"keep"}\n')
  })

  test('readRecord refuses a record of another shape', () => {
    writeRecord(folder, one, { verdict: 'keep', handle: two })
    expect(codeOf(readRecord(folder, one, Verdict))).toBe('wrong-shape')
  })
})
