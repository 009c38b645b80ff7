// The stages of a folder: every shipped manifest, and what a manifest may not say. Relies on checkSite.ts to lay the folder out.
import { mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadStages } from '../../../daemon/runs/loadStages.ts'
import { CONFIG_BYTES, PORTS } from '../../../protocol/limits.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { buildStages, valueOf } from './checkSite.ts'

const PER_MESSAGE = `per: message
inputs: { mail: { keyed: true, format: message } }
outputs: { records: { keyed: true, format: record, schema: { type: boolean } } }
capabilities: []
`
const changed = (from: string, to: string): string => {
  if (!PER_MESSAGE.includes(from)) throw new Error(`Cannot change a manifest: ${from} does not stand in it`)
  return PER_MESSAGE.replace(from, () => to)
}
/** Why the manifest `text` of the stage `name` is unfit; undefined where it is taken. */
function unfit(text: string, name = 'own'): string | undefined {
  const { stages, unfit: why } = valueOf(loadStages(buildStages(temporaryFolder(), { [name]: text })))
  expect(stages.has(`${name}@1`)).toBe(!why.has(name))
  return why.get(name)
}

test("every stage of this repository that a run can use is fit, and the three of the brief are no run's", () => {
  const { stages, unfit: why } = valueOf(loadStages(buildStages(temporaryFolder(), {})))
  expect([...why.keys()]).toEqual(['brief', 'filter', 'rank'])
  expect([...stages.keys()]).toEqual(
    expect.arrayContaining([
      'classify@1',
      'draft-lint@1',
      'extract@1',
      'grounding-check@1',
      'parse@1',
      'pseudonymize@1',
      'reason@1',
      'rehydrate@1',
      'schema-validate@1',
    ]),
  )
  expect(stages.get('extract@1')?.script).toMatch(/\/extract\.cjs$/)
})

test('a stage that is added is there by its name and version, and needs nothing else', () => {
  expect(unfit(PER_MESSAGE)).toBeUndefined()
  const { stages } = valueOf(loadStages(buildStages(temporaryFolder(), { own: PER_MESSAGE })))
  expect(stages.get('own@1')?.manifest).toMatchObject({ stage: 'own', per: 'message', exec: 'own.cjs' })
})

test.each<[string, string, string]>([
  ['an unknown key', `${PER_MESSAGE}root: true\n`, 'is of another form at the top, line 1'],
  ['an unknown capability', changed('[]', '[root]'), 'is of another form at capabilities.0, line 8'],
  ['an anchor', changed('[]', '&a []'), 'has an anchor (&), line 8'],
  ['a key twice', `${PER_MESSAGE}per: set\n`, 'has the key "per" twice, line 9'],
  [
    'a format that is none',
    changed('format: message', 'format: mail'),
    "has a port mail of the format mail, which is no run's",
  ],
  [
    'folders that are not keyed',
    changed('mail: { keyed: true', 'mail: { keyed: false'),
    'has a port mail of the format message, which is keyed',
  ],
  [
    'a keyed manifest',
    changed('format: message', 'format: manifest'),
    'has a port mail of the format manifest, which is not keyed',
  ],
  [
    'the manifest unasked',
    changed('keyed: true, format: message', 'keyed: false, format: manifest'),
    'takes the manifest and does not ask for bulk-read',
  ],
  [
    'the set unasked',
    changed('per: message', 'per: set'),
    'sees the whole set and does not ask for bulk-read',
  ],
  [
    'a manifest as its output',
    changed('keyed: true, format: record, schema: { type: boolean }', 'keyed: false, format: manifest'),
    'puts out a manifest, which twind alone makes',
  ],
  [
    'one file of one message',
    changed('records: { keyed: true', 'records: { keyed: false'),
    'sees one message and puts out what is not keyed',
  ],
  [
    'records without a schema',
    changed(', schema: { type: boolean }', ''),
    'does not say which schema its records of records have',
  ],
  [
    'a schema that is none',
    changed('{ type: boolean }', '{ type: bool }'),
    'has a schema that is none for records',
  ],
  [
    'a schema from nowhere',
    changed('{ type: boolean }', 'run.schema'),
    'has a schema that is neither with.KEY nor in.PORT for records',
  ],
  [
    'the schema of mail',
    changed('{ type: boolean }', 'in.mail'),
    'has the schema of an input that takes no records for records',
  ],
  [
    'a schema of its input that is none',
    changed('format: message }', 'format: message, schema: with.x }'),
    'wants a schema that is none of mail',
  ],
  [
    'linted drafts',
    changed('format: record, schema: { type: boolean }', 'format: linted-draft'),
    'puts out what only draft-lint does: linted drafts',
  ],
  [
    'a draft to propose',
    changed('[]', '[spool]\nproposes: [draft]'),
    'proposes what only draft-lint may: a draft, or to send one',
  ],
  [
    'a message to send',
    changed('[]', '[spool]\nproposes: [flag.add, send]'),
    'proposes what only draft-lint may: a draft, or to send one',
  ],
  [
    'a map as its output',
    changed('format: record, schema: { type: boolean }', 'format: map'),
    'puts out what only pseudonymize does: a map',
  ],
  ['a map as its input', changed('format: message', 'format: map'), 'takes what only rehydrate may: a map'],
  [
    'proposals without a spool',
    changed('[]', '[]\nproposes: [flag.add]'),
    'proposes and does not ask for spool',
  ],
  [
    'too many ports',
    changed(
      '{ mail: { keyed: true, format: message } }',
      `{ ${Array.from({ length: PORTS + 1 }, (_, at) => `p${at}: { keyed: true, format: message }`).join(', ')} }`,
    ),
    `has more than ${PORTS} ports of a kind`,
  ],
])('a manifest with %s is unfit', (_, text, why) => {
  expect(unfit(text)).toBe(why)
})

test('a manifest with as many ports as the cap is fit', () => {
  const ports = Array.from({ length: PORTS }, (_, at) => `p${at}: { keyed: true, format: message }`).join(
    ', ',
  )
  expect(unfit(changed('{ mail: { keyed: true, format: message } }', `{ ${ports} }`))).toBeUndefined()
})

test('the stage that reads a map can do nothing beside', () => {
  expect(unfit(changed('format: message', 'format: map').replace('[]', '[model]'), 'rehydrate')).toBe(
    'takes a map and asks for capabilities',
  )
  expect(unfit(changed('format: message', 'format: map'), 'rehydrate')).toBeUndefined()
})

test('a stage of another name, without its program, or that cannot be read is unfit, and the rest is fit', () => {
  const folder = buildStages(temporaryFolder(), { own: PER_MESSAGE })
  rmSync(join(folder, 'extract.cjs'))
  writeFileSync(
    join(folder, 'reason.stage.yaml'),
    `stage: other\nversion: 1\nsummary: a stage of a test\nexec: own.cjs\n${PER_MESSAGE}`,
  )
  writeFileSync(join(folder, 'classify.stage.yaml'), `#${' '.repeat(CONFIG_BYTES)}`)
  unlinkSync(join(folder, 'rehydrate.stage.yaml'))
  symlinkSync(join(folder, 'own.stage.yaml'), join(folder, 'rehydrate.stage.yaml'))
  unlinkSync(join(folder, 'parse.stage.yaml'))
  mkdirSync(join(folder, 'parse.stage.yaml'))
  const { stages, unfit: why } = valueOf(loadStages(folder))
  expect(why.get('extract')).toBe('has no built program beside it')
  expect(why.get('reason')).toBe('is that of another stage')
  expect(why.get('classify')).toBe('cannot be read (too-long)')
  expect(why.get('rehydrate')).toBe('cannot be read (link)')
  expect(why.get('parse')).toBe('cannot be read (not-a-file)')
  expect(stages.has('own@1')).toBe(true)
})

test('a folder that is not there is refused', () => {
  expect(loadStages(join(temporaryFolder(), 'none'))).toMatchObject({
    ok: false,
    refusal: { code: 'config' },
  })
})
