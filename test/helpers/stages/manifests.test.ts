// The manifests of the stages that a run is made of: each is one, and what two of them say of the same thing agrees.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { Draft } from '../../../protocol/draft.ts'
import { recordProblem } from '../../../protocol/recordProblem.ts'
import { RecordSchema } from '../../../protocol/recordSchema.ts'
import { Manifest } from '../../../protocol/stage.ts'

const NAMES = [
  'extract',
  'schema-validate',
  'grounding-check',
  'pseudonymize',
  'rehydrate',
  'classify',
  'reason',
  'draft-lint',
] as const
const manifestOf = (name: string): Manifest =>
  Manifest.parse(parse(readFileSync(`helpers/stages/${name}/stage.yaml`, 'utf8')))

test.each(NAMES)('the manifest of %s names its own program, sees one message, and gets no set', name => {
  const manifest = manifestOf(name)
  expect([manifest.stage, manifest.exec, manifest.per]).toEqual([name, `${name}.cjs`, 'message'])
  expect(manifest.capabilities).not.toContain('bulk-read')
  for (const { schema } of Object.values(manifest.outputs))
    if (typeof schema === 'object') expect(RecordSchema.safeParse(schema).error).toBeUndefined()
})

test('draft-lint alone proposes a draft, and reason alone may have an actor that reaches a host', () => {
  const proposing = NAMES.filter(name => manifestOf(name).capabilities.includes('spool'))
  expect(proposing).toEqual(['reason', 'draft-lint'])
  expect(manifestOf('draft-lint').proposes).toEqual(['draft', 'send'])
  expect(manifestOf('reason').proposes).toBeUndefined()
  expect(NAMES.filter(name => manifestOf(name).capabilities.some(one => one.startsWith('net:')))).toEqual([
    'reason',
  ])
})

test('the map of placeholders leaves pseudonymize and enters rehydrate and no other stage', () => {
  const maps = (side: 'inputs' | 'outputs') =>
    NAMES.filter(name => Object.values(manifestOf(name)[side]).some(({ format }) => format === 'map'))
  expect([maps('outputs'), maps('inputs')]).toEqual([['pseudonymize'], ['rehydrate']])
})

test('the schema of a draft in the manifest of reason takes and refuses what draft-lint does', () => {
  const schema = RecordSchema.parse(manifestOf('reason').outputs['drafts']?.schema)
  const draft = { to: ['a@b.test'], cc: [], subject: 's', body: 'b', in_reply_to: 'i', attachments: [] }
  const both = (value: unknown) => [recordProblem(schema, value) === null, Draft.safeParse(value).success]
  expect(both(draft)).toEqual([true, true])
  for (const wrong of [
    { ...draft, bcc: [] },
    { ...draft, to: Array.from({ length: 21 }, () => 'a@b.test') },
    { ...draft, subject: 's'.repeat(301) },
    { ...draft, body: 'b'.repeat(8_001) },
    { ...draft, to: 'a@b.test' },
    { to: ['a@b.test'], subject: 's' },
  ])
    expect(both(wrong), JSON.stringify(wrong).slice(0, 60)).toEqual([false, false])
})
