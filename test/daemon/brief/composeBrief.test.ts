// The brief stage's two files, at their caps and hostile, and what that stage may touch.
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { composeBrief } from '../../../daemon/brief/composeBrief.ts'
import { loadPipeline } from '../../../daemon/brief/pipeline.ts'
import { mint, writeView } from '../../../daemon/brief/view.ts'
import { packageRoot } from '../../../files/packageRoot.ts'
import { compose } from '../../../helpers/stages/brief/compose.ts'
import type { Facts } from '../../../protocol/brief.ts'
import { BRIEF_BYTES, NOTE_BYTES } from '../../../protocol/limits.ts'
import type { Score } from '../../../protocol/score.ts'
import { cannedEnvelope } from '../cannedMail.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const facts: Facts = {
  engine: 'rules',
  engineNote: '',
  model: null,
  window: { from: 1, to: 1_796_016_300 },
  accounts: [{ label: 'Work', inScope: true, messages: 2 }],
  leftOut: { deleted: 0, junk: 0, drafts: 0, own: 0 },
  collected: 2,
  more: 0,
  filtered: { read: 0, category: 0 },
  layout: '10e',
  notes: [],
  threshold: 4,
  limit: 50,
  timeZone: 'UTC',
  jobs: [],
  linkHosts: [],
}
const score: Score = { by: 'rules', score: 5, reason: 'By rule.', topics: [] }

let folder = ''
beforeEach(() => {
  folder = temporaryFolder()
})

/** Two messages, what the stage should make of them, and a stage that instead writes `files`. */
async function composed(change: (files: Record<string, string>) => Record<string, string>, more = '') {
  const messages = mint([cannedEnvelope(1), cannedEnvelope(2)])
  const scores = new Map<string, Score>(messages.map(({ handle }) => [handle, score]))
  const made = compose(
    facts,
    messages.map(({ handle, view, routing }) => ({ handle, envelope: view, routing, score })),
  )
  const files = change({
    'note.md': made.note,
    'brief.json': JSON.stringify({ items: made.items, sections: made.sections, coverage: made.coverage }),
  })
  const script = `
const fs = require('node:fs')
const start = Buffer.alloc(100000)
let length = 0
while (!start.subarray(0, length).includes(10)) length += fs.readSync(3, start, length, start.length - length)
const { note } = JSON.parse(start.toString('utf8', 0, length)).outputs
for (const [name, text] of Object.entries(${JSON.stringify(files)})) fs.writeFileSync(note + '/' + name, text)
${more}
fs.writeSync(3, '{"type":"done","report":null}\\n')`
  for (const stage of ['filter', 'rank', 'brief']) {
    writeFileSync(join(folder, `${stage}.cjs`), script)
    copyFileSync(join(packageRoot, `helpers/stages/${stage}/stage.yaml`), join(folder, `${stage}.stage.yaml`))
  }
  const grants = loadPipeline(folder)
  if (!grants.ok) throw new Error(grants.refusal.is)
  const run = temporaryFolder()
  const site = { dist: folder, grants: grants.value, now: () => 1_796_016_300_000 }
  return composeBrief(
    site,
    { folder: run, view: writeView(run, 'mail', messages) },
    { facts, messages, items: [], scores },
  )
}
const without = (files: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(files).filter(([key]) => key !== name))
const wrong = { ok: false, refusal: { code: 'wrong-shape' } }
const padded = (text: string, bytes: number, pad: string) =>
  text + pad.repeat(bytes - Buffer.byteLength(text))

describe('what the brief stage wrote', () => {
  test('composeBrief takes the note and the object of the stage', async () => {
    const made = await composed(files => files)
    expect(made).toMatchObject({ ok: true, value: { items: [{}, {}], coverage: { collected: 2 } } })
    expect(made.ok && made.value.block).toContain('# Mail')
  })
  test('composeBrief takes a note and an object of the cap and refuses each a byte longer', async () => {
    const note = (bytes: number) =>
      composed(files => ({ ...files, 'note.md': padded(files['note.md'] ?? '', bytes, '\n') }))
    expect(await note(NOTE_BYTES)).toMatchObject({ ok: true })
    expect(await note(NOTE_BYTES + 1)).toMatchObject(wrong)
    const object = (bytes: number) =>
      composed(files => ({ ...files, 'brief.json': padded(files['brief.json'] ?? '', bytes, ' ') }))
    expect(await object(BRIEF_BYTES)).toMatchObject({ ok: true })
    expect(await object(BRIEF_BYTES + 1)).toMatchObject(wrong)
  })
  test.each<[string, (files: Record<string, string>) => Record<string, string>]>([
    ['no note', files => without(files, 'note.md')],
    ['no object', files => without(files, 'brief.json')],
    ['an empty note', files => ({ ...files, 'note.md': ' \n' })],
    ["one of twin's markers in the note", files => ({ ...files, 'note.md': '- <!-- twin:mail:end -->\n' })],
    ['an escape sequence in the note', files => ({ ...files, 'note.md': 'x\u001b[2J\n' })],
    ['a carriage return in the note', files => ({ ...files, 'note.md': 'x\r\n' })],
    ['half an object', files => ({ ...files, 'brief.json': (files['brief.json'] ?? '').slice(0, -2) })],
    [
      'an unknown key in the object',
      files => ({ ...files, 'brief.json': (files['brief.json'] ?? '').replace('{', '{"x":1,') }),
    ],
    [
      'another score in the object',
      files => ({ ...files, 'brief.json': (files['brief.json'] ?? '').replace('"score":5', '"score":9') }),
    ],
  ])('composeBrief refuses a stage that leaves %s', async (_, change) => {
    expect(await composed(change)).toMatchObject(wrong)
  })
  test('composeBrief ignores what else the stage leaves', async () => {
    expect(await composed(files => ({ ...files, 'more.md': 'x', 'note.md.bak': 'x' }))).toMatchObject({
      ok: true,
    })
  })
})

describe('what the brief stage may do', () => {
  test('the brief stage can write nothing beside its output and can change no input', async () => {
    const attack = `
const all = JSON.parse(start.toString('utf8', 0, length))
const tries = [
  () => fs.writeFileSync(note + '/../planted', 'x'),
  () => fs.writeFileSync(all.inputs.facts + '/facts.json', '{}'),
  () => fs.unlinkSync(all.inputs.manifest),
  () => fs.chmodSync(all.inputs.manifest, 0o777),
  () => fs.renameSync(note, note + '2'),
  () => fs.symlinkSync('/etc', note + '/link'),
]
const done = tries.map((act, index) => { try { act(); return index } catch { return -1 } }).filter(index => index >= 0)
if (done.length > 0) { fs.writeSync(2, String(done)); process.exit(1) }`
    expect(await composed(files => files, attack)).toMatchObject({ ok: true })
  })
  test('the same acts are noticed when one of them is not refused: the control', async () => {
    const control = `try { fs.writeFileSync(note + '/planted', 'x'); process.exit(1) } catch {}`
    expect(await composed(files => files, control)).toMatchObject({ ok: false, refusal: { code: 'crashed' } })
  })
})
