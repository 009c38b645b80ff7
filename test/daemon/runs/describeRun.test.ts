// A checked run in words: what each step may do, and what its rules come to under each policy. Relies on checkSite.ts.
import { expect, test } from 'vitest'
import { describeRun } from '../../../daemon/runs/describeRun.ts'
import { type Grant, GRANTS } from '../../../protocol/capability.ts'
import { parsePolicy } from '../../../protocol/policy.ts'
import { RunChecked } from '../../../protocol/runChecked.ts'
import { BASE } from './badRuns.ts'
import { checked, siteOf, valueOf } from './checkSite.ts'

const policyOf = (grant: Grant) =>
  valueOf(parsePolicy(`[capabilities]\n"mail.collection" = "${grant}"\n"mail.flag" = "${grant}"`))
const described = (text: string, grant: Grant) =>
  RunChecked.parse(describeRun('/r.yaml', valueOf(checked(text, siteOf())), policyOf(grant)))

test('what a step takes, may do and is not granted is said', () => {
  const { steps } = described(BASE.replace('uses: extract@1', 'uses: extract@1\n    actor: small'), 'never')
  expect(steps).toMatchObject([
    {
      name: 'extract',
      uses: 'extract@1',
      takes: ['mail from the view: envelope, body'],
      may: ['see one message at a time', 'ask the model gpt-oss:20b of this machine'],
      withheld: [],
    },
    { takes: ['records from extract.records', 'mail from the view: envelope, body'] },
    {
      takes: ['records from grounding-check.records'],
      may: [
        'see one message at a time',
        'propose collection.add, collection.remove, flag.add and flag.remove',
      ],
      withheld: [
        'model: the run names no actor for it',
        'exec: the run names no actor for it',
        'net:actor: the run names no actor for it',
      ],
    },
  ])
})

test('what a step with everything may do is said, each in its own words', () => {
  const text = `run: { name: a, backend: home, when: manual }
view: { query: x, limit: 5 }
pipeline:
  - uses: extract@1
    with: { schema: { type: boolean } }
    output: ~/x.md
  - uses: greedy@1
    actor: cloud
    spool: true
    in: { records: { from: extract.records }, manifest: { from: view } }
apply: { auto: [], deny: [collection.add, collection.remove, flag.add, flag.remove, trash], rate: 1/h }`
  expect(described(text, 'never').steps.map(({ may }) => may)).toEqual([
    ['see one message at a time', 'have records written to ~/x.md'],
    [
      'see one message at a time',
      'know the handles of the whole view',
      'start /usr/local/bin/agent',
      'reach api.example.org:443',
      'reach files.example.org:443',
      'propose expunge',
    ],
  ])
})

test.each<[Grant, readonly string[]]>([
  ['auto', ['done', 'done', 'refused', 'refused', 'refused', 'asked', 'asked', 'asked']],
  ['propose', ['asked', 'asked', 'refused', 'refused', 'refused', 'asked', 'asked', 'asked']],
  ['never', ['refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused', 'refused']],
])('policy.toml that says %s is the ceiling over the rules of a run', (grant, effects) => {
  const { rules } = described(BASE, grant)
  expect(rules.map(({ rule }) => rule)).toEqual([
    'collection.add -> Receipts',
    'flag.add -> seen',
    'expunge',
    'trash',
    'collection.add, anything else',
    'collection.remove, anything else',
    'flag.add, anything else',
    'flag.remove, anything else',
  ])
  expect(rules.map(({ effect }) => effect)).toEqual(effects)
})

test('a run without apply has no rules under any policy', () => {
  const text = BASE.slice(0, BASE.indexOf('    spool: true'))
  for (const grant of GRANTS) expect(described(text, grant).rules).toEqual([])
})

test('what is printed is the run, and parses to it', () => {
  const { yaml, run } = described(BASE, 'never')
  expect(valueOf(checked(yaml, siteOf())).run).toEqual(run)
})
