// The manifests of the stages against the pipeline: nothing unknown, nothing more than is granted.
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadPipeline } from '../../../daemon/brief/pipeline.ts'
import { packageRoot } from '../../../files/packageRoot.ts'
import { CONFIG_BYTES } from '../../../protocol/limits.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** The shipped manifests in a folder of their own, one of them changed. */
function dist(change: (text: string) => string = text => text, stage = 'rank'): string {
  const folder = temporaryFolder()
  for (const name of ['filter', 'rank', 'brief']) {
    cpSync(join(packageRoot, 'helpers/stages', name, 'stage.yaml'), join(folder, `${name}.stage.yaml`))
    writeFileSync(join(folder, `${name}.cjs`), '')
  }
  const path = join(folder, `${stage}.stage.yaml`)
  writeFileSync(path, change(readFileSync(path, 'utf8')))
  return folder
}

test('loadPipeline grants each shipped stage what it asks for', () => {
  expect(loadPipeline(dist())).toEqual({
    ok: true,
    value: {
      filter: new Set(['bulk-read']),
      rank: new Set(['bulk-read', 'model']),
      brief: new Set(['bulk-read']),
    },
  })
})

test('loadPipeline grants no stage more than the pipeline does, whatever it asks for', () => {
  const greedy = loadPipeline(
    dist(
      text => text.replace('[bulk-read]', "[bulk-read, model, exec, spool, 'net:evil.example']"),
      'filter',
    ),
  )
  expect(greedy).toMatchObject({ ok: true, value: { filter: new Set(['bulk-read']) } })
  const modest = loadPipeline(dist(text => text.replace('[bulk-read, model]', '[bulk-read]')))
  expect(modest).toMatchObject({ ok: true, value: { rank: new Set(['bulk-read']) } })
})

test.each<[string, (text: string) => string]>([
  ['an unknown key', text => `${text}root: true\n`],
  ['an unknown capability', text => text.replace('[bulk-read, model]', '[bulk-read, root]')],
  ['a network without a host', text => text.replace('[bulk-read, model]', "[bulk-read, 'net:']")],
  ['a program outside its folder', text => text.replace('exec: rank.cjs', 'exec: ../rank.cjs')],
  ['no word on what a process sees', text => text.replace('per: set\n', '')],
  ['the name of another stage', text => text.replace('stage: rank', 'stage: brief')],
  [
    'an input more',
    text => text.replace('outputs:', '  routing: { keyed: true, format: routing }\noutputs:'),
  ],
  ['another format', text => text.replace('format: score', 'format: note')],
  ['an output that is not keyed', text => text.replace('scores: { keyed: true', 'scores: { keyed: false')],
  ['a key twice', text => `${text}stage: rank\n`],
  ['an alias', text => text.replace('stage: rank', 'stage: &a rank\nother: *a')],
  ['two documents', text => `${text}---\n${text}`],
  ['no YAML', () => '{'],
  ['a text over the cap', text => `${text}#${' '.repeat(CONFIG_BYTES)}`],
])('loadPipeline refuses a manifest with %s', (_, change) => {
  expect(loadPipeline(dist(change))).toMatchObject({ ok: false, refusal: { code: 'config' } })
})

test('loadPipeline takes a manifest of the cap', () => {
  expect(
    loadPipeline(dist(text => `${text}#${' '.repeat(CONFIG_BYTES - Buffer.byteLength(text) - 1)}`)),
  ).toMatchObject({ ok: true })
})

test('loadPipeline refuses a stage that is not built', () => {
  const folder = dist()
  rmSync(join(folder, 'filter.cjs'))
  expect(loadPipeline(folder)).toMatchObject({ ok: false, refusal: { code: 'config' } })
})

test('loadPipeline refuses a missing manifest and one that is a link', () => {
  const missing = dist()
  rmSync(join(missing, 'brief.stage.yaml'))
  expect(loadPipeline(missing)).toMatchObject({ ok: false, refusal: { code: 'config' } })
  const linked = dist()
  rmSync(join(linked, 'brief.stage.yaml'))
  mkdirSync(join(linked, 'x'))
  symlinkSync(join(packageRoot, 'helpers/stages/brief/stage.yaml'), join(linked, 'brief.stage.yaml'))
  expect(loadPipeline(linked)).toMatchObject({ ok: false, refusal: { code: 'config' } })
})
