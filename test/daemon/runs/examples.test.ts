// The runs of the folder runs/: each is taken as it stands, by the real grammar of queries and the real manifests, and is what its comment
// says. Relies on checkSite.ts for an account "home" and an actor "writer", as README adds them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseQuery } from '../../../daemon/query/parseQuery.ts'
import type { CheckedRun } from '../../../daemon/runs/checkedRun.ts'
import { packageRoot } from '../../../files/packageRoot.ts'
import { VERBS } from '../../../protocol/adapter.ts'
import { CLAIMS } from '../../../protocol/recordSchema.ts'
import { done } from '../../../protocol/refusal.ts'
import { PROJECTIONS, RunStep } from '../../../protocol/runFile.ts'
import {
  DraftLintConfig,
  ExtractConfig,
  GroundingConfig,
  ReasonConfig,
  ValidateConfig,
} from '../../../protocol/stageConfigs.ts'
import { checked, siteOf, valueOf } from './checkSite.ts'

const FOLDER = join(packageRoot, 'runs')
const textOf = (name: string): string => readFileSync(join(FOLDER, `${name}.yaml`), 'utf8')
function example(name: string): CheckedRun {
  const checkQuery = (query: string) => {
    const parsed = parseQuery(query)
    return parsed.ok ? done(undefined) : parsed
  }
  return valueOf(checked(textOf(name), siteOf('', { checkQuery })))
}
const shapeOf = (name: string) =>
  example(name).steps.map(({ uses, grants }) => [uses, grants.spool, grants.actor?.model ?? null])

test('the folder holds three runs, and each is taken by the name of its file', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(['digest.yaml', 'drafting.yaml', 'receipts.yaml'])
  for (const name of ['digest', 'drafting', 'receipts']) expect(example(name).run.run.name).toBe(name)
})

test('every step of an example has a config that its stage takes', () => {
  const shapes = {
    extract: ExtractConfig,
    'grounding-check': GroundingConfig,
    reason: ReasonConfig,
    'draft-lint': DraftLintConfig,
    'schema-validate': ValidateConfig,
  }
  const names = Object.keys(shapes) as (keyof typeof shapes)[]
  for (const { name, config } of ['digest', 'drafting', 'receipts'].flatMap(one => example(one).steps)) {
    const shape = shapes[names.find(one => one === name) ?? 'extract']
    expect(shape.safeParse(config ?? {}).success, name).toBe(true)
  }
})

test('receipts files what it reads, and the step that decides sees no mail', () => {
  const { run, steps, boundaries } = example('receipts')
  expect(shapeOf('receipts')).toEqual([
    ['extract@1', false, null],
    ['grounding-check@1', false, null],
    ['reason@1', true, null],
  ])
  expect(run.view).toEqual({
    query: 'collection:INBOX and date:14d.. and not tag:triaged',
    limit: 500,
    expand: 'none',
  })
  expect(Object.keys(steps[2]?.inputs ?? {})).toEqual(['records'])
  expect(run.apply?.auto).toEqual([
    'collection.add -> Receipts',
    'collection.remove -> INBOX',
    'flag.add -> seen',
  ])
  expect(boundaries.filter(({ outbound }) => outbound)).toEqual([])
  expect(boundaries.find(({ to }) => to === 'reason.records')?.bits).toBe(2_333)
})

test('digest writes a dated file and can change nothing: it has no spool', () => {
  const { run, steps } = example('digest')
  expect(run.run.when).toBe('daily 07:00')
  expect(run.apply).toBeUndefined()
  expect(steps.some(({ grants }) => grants.spool)).toBe(false)
  expect(steps.at(-1)?.output).toEqual({ path: '~/digest {date}.md', port: 'records' })
})

test('drafting has a model of this machine, no way out, and every draft is linted and asked for', () => {
  const { run, steps } = example('drafting')
  expect(shapeOf('drafting')).toEqual([
    ['reason@1', false, 'gpt-oss:20b'],
    ['draft-lint@1', true, null],
  ])
  expect(run.view).toMatchObject({ limit: 50, expand: 'thread' })
  expect(run.view.query).toContain('dkim:')
  expect(steps.flatMap(({ grants }) => grants.hosts)).toEqual([])
  expect(run.apply).toEqual({ auto: [], deny: ['expunge', 'trash', 'collection.remove'], rate: '20/h' })
  expect(steps.at(-1)?.proposes).toEqual(['draft'])
})

test('docs/runs.md names every key of a run, every verb, type and capability', () => {
  const page = readFileSync(join(packageRoot, 'docs/runs.md'), 'utf8')
  const keys = [
    'run.name',
    'run.backend',
    'run.when',
    'view.query',
    'view.limit',
    'view.expand',
    'pipeline',
    ...Object.keys(RunStep.shape),
    'project',
    'apply.auto',
    'apply.deny',
    'apply.rate',
  ]
  const words = [
    ...keys,
    ...VERBS,
    ...PROJECTIONS,
    ...CLAIMS,
    'boolean',
    'integer',
    'string',
    'array',
    'object',
    'bulk-read',
    'model',
    'exec',
    'net:actor',
    'spool',
  ]
  expect(words.filter(word => !page.includes(`\`${word}\``))).toEqual([])
})

test('an example that is changed for the worse is refused', () => {
  const worse = textOf('receipts')
    .replace(
      'records: { from: grounding-check.records }',
      'records: { from: grounding-check.records }\n      mail: { from: view }',
    )
    .replace('    spool: true', '    actor: cloud\n    spool: true')
  expect(checked(worse, siteOf())).toMatchObject({ ok: false })
  const unlinted = textOf('drafting').replace('draft-lint@1', 'onward@1')
  expect(checked(unlinted, siteOf())).toMatchObject({ ok: false })
})
