// The stages as twind runs them: each message in a confined process of its own, one step after the other, on their own manifests.
// Relies on the native build, and on stepWorld.ts for the folder of a view.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { parse } from 'yaml'
import { performStep } from '../../../daemon/stages/performStep.ts'
import type { StepInput, StepOutput } from '../../../daemon/stages/stages.ts'
import type { Handle } from '../../../protocol/brand.ts'
import { LintedDraft } from '../../../protocol/draft.ts'
import { handleFrom } from '../../../protocol/handle.ts'
import type { RecordSchema } from '../../../protocol/recordSchema.ts'
import { Manifest } from '../../../protocol/stage.ts'
import { stepIo } from '../../daemon/stages/stepWorld.ts'
import { bundle } from '../../probes/harness.ts'
import { mail } from './stageHere.ts'

const SCHEMA: RecordSchema = {
  type: 'object',
  required: ['total'],
  properties: {
    total: { type: 'string', maxLength: 40, claim: 'amount' },
    merchant: { type: 'string', maxLength: 60, claim: 'text' },
  },
}
const TEXTS = ['Total: 45,00 kr', 'Hello there', 'You paid. Total: $12.00 today']

interface World {
  readonly folder: string
  readonly handles: readonly Handle[]
  readonly view: StepInput
  readonly records: (step: string, port?: string) => Record<string, unknown>
}
let world: World | undefined
afterEach(() => {
  if (world) rmSync(world.folder, { recursive: true, force: true })
})

function begin(): World {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'twin-chain-')))
  const handles = TEXTS.map((text, at) => {
    const handle = handleFrom(Buffer.from(String(at + 1).padStart(16, '0')))
    mkdirSync(join(folder, 'mail', handle), { recursive: true })
    writeFileSync(join(folder, 'mail', handle, 'envelope.json'), JSON.stringify(mail()))
    writeFileSync(join(folder, 'mail', handle, 'body.txt'), text)
    return handle
  })
  return {
    folder,
    handles,
    view: { is: 'folder', path: join(folder, 'mail'), of: handle => join(folder, 'mail', handle) },
    records: (step, port = 'records') =>
      Object.fromEntries(
        readdirSync(join(folder, step, port)).map(name => [
          name,
          JSON.parse(readFileSync(join(folder, step, port, name), 'utf8')) as unknown,
        ]),
      ),
  }
}

interface Step {
  readonly inputs: Readonly<Record<string, StepInput>>
  readonly schemas: Readonly<Record<string, RecordSchema | null>>
  readonly config: unknown
}
/** Performs `name` with its own manifest and its own bundle; what it spools ends up in `<name>.spool`. */
async function perform({ folder, handles }: World, name: string, { inputs, schemas, config }: Step) {
  const script = join(folder, `${name}.cjs`)
  bundle(`helpers/stages/${name}/main.ts`, script)
  const manifest = Manifest.parse(parse(readFileSync(`helpers/stages/${name}/stage.yaml`, 'utf8')))
  const outputs = Object.fromEntries(
    Object.entries(schemas).map(([port, schema]): [string, StepOutput] => {
      const path = join(folder, name, port)
      mkdirSync(path, { recursive: true, mode: 0o700 })
      return [port, { is: 'record', path, schema }]
    }),
  )
  for (const made of ['work', 'spool']) mkdirSync(join(folder, `${name}.${made}`), { mode: 0o700 })
  return performStep(
    {
      name,
      stage: { manifest, script },
      handles,
      inputs,
      outputs,
      grants: { bulkRead: false, spool: true, actor: null, model: null, hosts: [] },
      config,
      work: join(folder, `${name}.work`),
      spool: join(folder, `${name}.spool`),
    },
    stepIo(),
  )
}
const recordsOf = ({ folder, handles }: World, step: string, port = 'records'): StepInput => {
  const path = join(folder, step, port)
  return {
    is: 'record',
    path,
    of: handle =>
      handles.includes(handle) && readdirSync(path).includes(`${handle}.json`)
        ? join(path, `${handle}.json`)
        : undefined,
  }
}

test('extract, grounding-check, reason and draft-lint hand a message on, each confined and with its own part alone', async () => {
  world = begin()
  const { view, handles, folder, records } = world
  const extracted = await perform(world, 'extract', {
    inputs: { mail: view },
    schemas: { records: SCHEMA },
    config: { engine: 'rules', schema: SCHEMA },
  })
  expect(extracted).toMatchObject({ ok: true, value: { done: 3, failed: [] } })
  expect(records('extract')).toEqual({
    [`${handles[0]}.json`]: { total: '45,00 kr', merchant: 'Shoe Palace' },
    [`${handles[2]}.json`]: { total: '$12.00', merchant: 'Shoe Palace' },
  })

  const grounded = await perform(world, 'grounding-check', {
    inputs: { mail: view, records: recordsOf(world, 'extract') },
    schemas: { records: SCHEMA, sources: null },
    config: null,
  })
  expect(grounded).toMatchObject({ ok: true, value: { done: 2, absent: 1, failed: [] } })
  expect(records('grounding-check')).toEqual(records('extract'))

  const reasoned = await perform(world, 'reason', {
    inputs: { records: recordsOf(world, 'grounding-check'), mail: view },
    schemas: { drafts: null },
    config: {
      rules: [
        {
          when: { field: 'total', at_least: 20 },
          propose: [{ op: 'collection.add', to: 'Receipts' }],
          draft: { body: 'Thank you for {total}. See https://shop.test/' },
        },
      ],
    },
  })
  expect(reasoned).toMatchObject({ ok: true, value: { failed: [] } })
  expect(readdirSync(join(folder, 'reason.spool'))).toEqual([`${handles[0]}.0.json`])

  const linted = await perform(world, 'draft-lint', {
    inputs: { drafts: recordsOf(world, 'reason', 'drafts'), mail: view },
    schemas: { drafts: null },
    config: { allow: ['participants'] },
  })
  expect(linted).toMatchObject({ ok: true, value: { done: 1, failed: [] } })
  const draft = LintedDraft.parse(records('draft-lint', 'drafts')[`${handles[0]}.json`])
  expect(draft.body).toBe('Thank you for 45,00 kr. See https[:]//shop[.]test/')
  expect(readdirSync(join(folder, 'draft-lint.spool'))).toEqual([`${handles[0]}.0.json`])
})

test('schema-validate, pseudonymize and rehydrate give a record back as it was, each confined', async () => {
  world = begin()
  const [first] = world.handles
  const note = { type: 'object', properties: { note: { type: 'string', maxLength: 60 } } } as const
  mkdirSync(join(world.folder, 'given', 'records'), { recursive: true })
  writeFileSync(
    join(world.folder, 'given', 'records', `${first}.json`),
    JSON.stringify({ note: 'Kim\u200B, write to orders@shoes.test' }),
  )
  const steps = { schemas: { records: note }, config: null }
  await perform(world, 'schema-validate', {
    inputs: { records: recordsOf(world, 'given') },
    schemas: { records: note },
    config: { schema: note },
  })
  await perform(world, 'pseudonymize', {
    inputs: { records: recordsOf(world, 'schema-validate'), mail: world.view },
    schemas: { records: note, map: null },
    config: null,
  })
  expect(world.records('pseudonymize')).toEqual({
    [`${first}.json`]: { note: '⟪NAME-1⟫, write to ⟪EMAIL-1⟫' },
  })
  const back = await perform(world, 'rehydrate', {
    ...steps,
    inputs: { records: recordsOf(world, 'pseudonymize'), map: recordsOf(world, 'pseudonymize', 'map') },
  })
  expect(back).toMatchObject({ ok: true, value: { done: 1, failed: [] } })
  expect(world.records('rehydrate')).toEqual({
    [`${first}.json`]: { note: 'Kim, write to orders@shoes.test' },
  })
})

test('classify lets a subset of its messages go on, confined', async () => {
  world = begin()
  const schema: RecordSchema = { type: 'object', properties: { class: { type: 'string', enum: ['paid'] } } }
  const report = await perform(world, 'classify', {
    inputs: { mail: world.view },
    schemas: { chosen: schema },
    config: { schema, classes: [{ name: 'paid', when: { words: ['paid'] } }] },
  })
  expect(report).toMatchObject({ ok: true, value: { done: 3, failed: [] } })
  expect(world.records('classify', 'chosen')).toEqual({ [`${world.handles[2]}.json`]: { class: 'paid' } })
})
