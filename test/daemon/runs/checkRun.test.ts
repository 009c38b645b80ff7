// The check of a run: everything that is refused before anything starts, with its line, and what is granted where nothing is. Relies on
// checkSite.ts for stages, accounts and actors; the shipped manifests are the real ones.
import { expect, test } from 'vitest'
import type { CheckedRun, Site } from '../../../daemon/runs/checkedRun.ts'
import { parseConfig } from '../../../protocol/config.ts'
import { BAD_FILES } from './badFiles.ts'
import { BAD_RUNS, BASE } from './badRuns.ts'
import { checked, MAILDIR, siteOf, valueOf } from './checkSite.ts'

const site = siteOf()
const check = (text: string, where: Site = site): CheckedRun => valueOf(checked(text, where))
const refusal = (text: string, where: Site = site) => {
  const result = checked(text, where)
  return result.ok ? 'taken' : `${result.refusal.is}; wanted ${result.refusal.wanted}`
}
/** BASE with the first `from` replaced. */
const changed = (...changes: readonly (readonly [string, string])[]): string =>
  changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`Cannot change a run: ${from} does not stand in it`)
    return text.replace(from, () => to)
  }, BASE)
/** A run of these steps and nothing else. */
const run = (pipeline: string, rest = ''): string =>
  `run: { name: a, backend: home, when: manual }\nview: { query: x, limit: 5 }\npipeline:\n${pipeline}\n${rest}`
const APPLY = 'apply: { auto: [], deny: [], rate: 1/h }'
const stepOf = (text: string, name: string, where: Site = site) => {
  const step = check(text, where).steps.find(one => one.name === name)
  if (!step) throw new Error(`Cannot find the step ${name}`)
  return step
}

test('the run that every case changes is taken', () => {
  expect(check(BASE).steps.map(({ name }) => name)).toEqual(['extract', 'grounding-check', 'reason'])
})

test.each([...BAD_FILES, ...BAD_RUNS])('a run with %s is refused with its line', (_, change, said) => {
  const every = [...site.stages.stages.keys()]
  const stages = `${every.slice(0, -1).join(', ')} and ${every.at(-1)}`
  expect(refusal(changed(change))).toBe(said.replace('STAGES', stages))
})

test('where there is no account and no actor yet, the table that is missing is named', () => {
  const bare = siteOf('', { config: valueOf(parseConfig('')) })
  expect(refusal(BASE, bare)).toBe(
    'line 3, column 12 of the run: the account home is none of twin.toml; wanted [accounts.home] in twin.toml: "twin accounts add" writes it',
  )
  const noActors = siteOf('', { config: { ...site.config, actors: {} } })
  expect(
    refusal(changed(['  - uses: reason@1', '  - uses: reason@1\n    actor: nobody']), noActors),
  ).toContain('wanted [actors.nobody] in twin.toml')
})

test('every refusal of a run exits as one of the configuration does, and says what to do', () => {
  expect(checked(changed(['limit: 500', 'limit: 0']), site)).toMatchObject({
    refusal: { code: 'config', fix: 'correct the file, then run "twin run check FILE"' },
  })
})

test('steps take from the view and from each other as the run wires them', () => {
  const [extract, grounding, reason] = check(BASE).steps
  expect(extract?.inputs).toMatchObject({
    mail: { source: { from: 'view', project: ['envelope', 'body'] }, format: 'message', is: 'folder' },
  })
  expect(grounding?.inputs['records']).toMatchObject({
    source: { from: 'step', step: 'extract', port: 'records' },
    is: 'record',
    schema: { type: 'object' },
  })
  expect(reason?.inputs).not.toHaveProperty('mail')
  expect(grounding?.outputs['records']?.schema).toEqual(extract?.outputs['records']?.schema)
  expect(reason?.outputs).not.toHaveProperty('decisions')
  expect(extract?.config).toMatchObject({ engine: 'rules' })
})

test('a step without "in" takes the only output of the step before it, or the view', () => {
  const text = run(
    `  - uses: extract@1
    with: { schema: { type: boolean } }
  - uses: schema-validate@1
    with: { schema: { type: boolean } }
  - uses: classify@1
    with: { schema: { type: boolean } }`,
  )
  const steps = check(text).steps.map(({ inputs }) =>
    Object.entries(inputs).map(([port, { source }]) => [port, source]),
  )
  expect(steps).toEqual([
    [['mail', { from: 'view', project: ['envelope', 'body'] }]],
    [['records', { from: 'step', step: 'extract', port: 'records' }]],
    [['records', { from: 'step', step: 'schema-validate', port: 'records' }]],
  ])
})

test('a stage is used twice under two names, and each is taken from', () => {
  const text = run(
    `  - uses: extract@1
    name: first
    with: { schema: { type: boolean } }
  - uses: extract@1
    in: { mail: { from: view } }
    with: { schema: { type: integer, minimum: 0, maximum: 9 } }
  - uses: schema-validate@1
    in: { records: { from: first.records } }
    with: { schema: { type: boolean } }`,
  )
  expect(stepOf(text, 'schema-validate').inputs['records']?.schema).toEqual({ type: 'boolean' })
})

test('raw messages are projected where a stage takes them, and nothing else is', () => {
  expect(
    stepOf(run('  - uses: original@1\n    in: { raw: { from: view } }'), 'original').inputs['raw']?.source,
  ).toEqual({
    from: 'view',
    project: ['raw'],
  })
  expect(refusal(run('  - uses: original@1\n    in: { raw: { from: view, project: [body] } }'))).toBe(
    'line 5, column 39 of the run: the step original takes raw messages at raw; wanted "project: [raw]", or no "project"',
  )
})

test('records of another schema than an input wants are refused', () => {
  const text = (schema: string) =>
    run(`  - uses: extract@1\n    with: { schema: ${schema} }\n  - uses: narrow@1`)
  expect(check(text('{ type: boolean }')).steps).toHaveLength(2)
  expect(refusal(text('{ type: integer, minimum: 0, maximum: 1 }'))).toContain(
    'gets records of another schema for its input records',
  )
})

test('a map goes from pseudonymize to rehydrate, and a run cannot wire it elsewhere', () => {
  const start = `  - uses: extract@1
    with: { schema: { type: string, maxLength: 9 } }
  - uses: pseudonymize@1
`
  const back = `  - uses: rehydrate@1
    in: { records: { from: pseudonymize.records }, map: { from: pseudonymize.map } }`
  expect(check(run(start + back)).steps.at(-1)?.inputs['map']?.format).toBe('map')
  expect(
    refusal(run(`${start}  - uses: reason@1\n    in: { records: { from: pseudonymize.map } }`)),
  ).toContain('gets the format map, one a message for its input records')
})

test('a stage that asks for all gets nothing where the run says nothing', () => {
  const { grants, withheld, proposes } = stepOf(
    run('  - uses: greedy@1\n    in: { mail: { from: view } }', APPLY),
    'greedy',
  )
  expect(grants).toEqual({ bulkRead: false, spool: false, actor: null, model: null, hosts: [] })
  expect(proposes).toEqual([])
  expect(withheld).toEqual([
    'bulk-read: the run does not wire its manifest',
    'model: the run names no actor for it',
    'exec: the run names no actor for it',
    'spool: the step does not say "spool: true"',
    'net:actor: the run names no actor for it',
    'net:files.example.org: the run names no actor for it',
  ])
})

const ALL = run(
  `  - uses: extract@1
    with: { schema: { type: boolean } }
  - uses: greedy@1
    actor: cloud
    spool: true
    in: { records: { from: extract.records }, manifest: { from: view } }`,
  APPLY,
)

test('the same stage gets each of them where the run and twin.toml say so', () => {
  const { grants, withheld, proposes } = stepOf(ALL, 'greedy')
  expect(grants).toMatchObject({
    bulkRead: true,
    spool: true,
    model: null,
    hosts: ['api.example.org:443', 'files.example.org:443'],
  })
  expect(grants.actor?.command).toEqual(['/usr/local/bin/agent'])
  expect(proposes).toEqual([
    'collection.add',
    'collection.remove',
    'flag.add',
    'flag.remove',
    'trash',
    'expunge',
  ])
  expect(withheld).toEqual(['model: its actor is a program'])
})

test.each([
  [
    'bulk-read',
    ['spool', 'model', 'exec', 'net'],
    'line 9, column 57 of the run: the step greedy takes the manifest, which twin.toml lets no stage have',
  ],
  [
    'spool',
    ['bulk-read', 'model', 'exec', 'net'],
    'line 8, column 12 of the run: the step greedy is given a spool, which twin.toml lets no stage have',
  ],
  [
    'exec',
    ['bulk-read', 'spool', 'model', 'net'],
    'line 7, column 12 of the run: the step greedy names the actor cloud, which twin.toml does not let a stage have',
  ],
])('a run cannot grant %s where twin.toml does not allow it', (_, allow, is) => {
  expect(refusal(ALL, siteOf(`[stages]\nallow = ${JSON.stringify(allow)}`))).toContain(is)
})

test('a program whose network twin.toml does not allow runs without one', () => {
  const { grants, withheld } = stepOf(
    ALL,
    'greedy',
    siteOf('[stages]\nallow = ["bulk-read", "spool", "exec"]'),
  )
  expect(grants.hosts).toEqual([])
  expect(withheld).toContain('net:actor: twin.toml lets no stage have it')
})

test('a stage that asks for one host gets that one of its actor alone', () => {
  const text = run(
    `  - uses: extract@1\n    with: { schema: { type: boolean } }\n  - uses: narrow@1\n    actor: cloud`,
  )
  expect(stepOf(text, 'narrow').grants.hosts).toEqual(['files.example.org:443'])
})

test('a model is handed on with what [ranker] says of its server, and has no hosts', () => {
  const text = run('  - uses: extract@1\n    actor: small\n    with: { schema: { type: boolean } }')
  expect(stepOf(text, 'extract').grants).toEqual({
    bulkRead: false,
    spool: false,
    actor: { model: 'gpt-oss:20b', net: [] },
    model: { model: 'gpt-oss:20b', host: 'http://127.0.0.1:11434', think: 'low', timeout: 60_000 },
    hosts: [],
  })
  expect(refusal(text, siteOf('[stages]\nallow = ["spool"]'))).toContain('"model" in [stages] allow')
})

test('a stage that sees the set needs a run that wires its manifest', () => {
  const wired = run(
    '  - uses: overview@1\n    in: { mail: { from: view, project: [envelope] }, manifest: { from: view } }',
  )
  expect(stepOf(wired, 'overview').grants.bulkRead).toBe(true)
  expect(stepOf(wired, 'overview').outputs['digest']).toMatchObject({
    is: 'file',
    schema: { type: 'string' },
  })
  expect(refusal(run('  - uses: overview@1\n    in: { mail: { from: view } }'))).toContain(
    'has nothing for its input manifest',
  )
  expect(
    refusal(wired.replace('manifest: { from: view }', 'manifest: { from: view, project: [body] }')),
  ).toContain('projects the list of handles')
})

test('rule 1: listed words and small numbers made of mail may leave, and free text not without accept_bits', () => {
  const text = (schema: string, more = '') =>
    run(`  - uses: extract@1\n    with: { schema: ${schema} }\n  - uses: reason@1\n    actor: cloud${more}`)
  expect(check(text('{ type: string, enum: [a, b, c] }')).steps).toHaveLength(2)
  expect(check(text('{ type: integer, minimum: 0, maximum: 999 }')).steps).toHaveLength(2)
  // One character, or that there is none, or no record: 1,112,066 values.
  expect(refusal(text('{ type: string, maxLength: 1 }'))).toContain('lets out up to 21 bits of each message')
  expect(check(text('{ type: string, maxLength: 1 }', '\n    accept_bits: 21')).steps).toHaveLength(2)
  expect(refusal(text('{ type: string, maxLength: 1 }', '\n    accept_bits: 20'))).toContain(
    '"accept_bits" is 20',
  )
})

test('rule 1: numbers that could spell a text are text', () => {
  const text = (items: number) =>
    run(
      `  - uses: extract@1\n    with: { schema: { type: array, maxItems: ${items}, items: { type: integer, minimum: 0, maximum: 255 } } }\n  - uses: reason@1\n    actor: cloud`,
    )
  expect(check(text(7)).steps).toHaveLength(2)
  expect(refusal(text(8))).toContain('lets out up to 65 bits of each message')
})

test('rule 1: what was made of mail counts in every step after it, with placeholders too', () => {
  const text = (schema: string) =>
    run(`  - uses: extract@1
    with: { schema: ${schema} }
  - uses: pseudonymize@1
  - uses: reason@1
    actor: cloud
    in: { records: { from: pseudonymize.records } }`)
  expect(refusal(text('{ type: string, maxLength: 40 }'))).toContain(
    'lets out up to 804 bits of each message',
  )
  expect(refusal(text('{ type: string }'))).toContain('breaks rule 1')
})

test('rule 1: several inputs of a step with a way out are added up', () => {
  const text = run(`  - uses: extract@1
    with: { schema: { type: string, maxLength: 1 } }
  - uses: greedy@1
    actor: cloud
    in: { records: { from: extract.records }, manifest: { from: view } }`)
  // 21 of the record, 1 for the handle and 3 for its place among 5.
  expect(refusal(text)).toContain('lets out up to 25 bits of each message')
})

test('rule 1: one file of a whole set has no bound, whatever its schema says', () => {
  const text = run(`  - uses: verdict@1
    in: { mail: { from: view }, manifest: { from: view } }
  - uses: herald@1
    in: { all: { from: verdict.all } }`)
  expect(check(text).boundaries.at(-1)).toEqual({
    from: 'verdict.all',
    to: 'herald.all',
    bits: null,
    outbound: false,
  })
  expect(refusal(text.replace('herald@1', 'herald@1\n    actor: cloud'))).toContain(
    'takes text without a bound at all',
  )
})

test('rule 1: a step with a way out may take no mail, whatever is projected of it', () => {
  for (const project of ['envelope', 'headers', 'attachments', 'raw'])
    expect(
      refusal(
        run(`  - uses: greedy@1\n    actor: cloud\n    in: { mail: { from: view, project: [${project}] } }`),
      ),
    ).toContain(
      'the step greedy breaks rule 1: it may reach api.example.org:443, files.example.org:443 and takes mail at mail',
    )
})

test('a step that takes mail may have a program without a network, and one with a model', () => {
  expect(
    stepOf(run('  - uses: greedy@1\n    actor: agent\n    in: { mail: { from: view } }'), 'greedy').grants
      .hosts,
  ).toEqual([])
  expect(
    stepOf(run('  - uses: greedy@1\n    actor: small\n    in: { mail: { from: view } }'), 'greedy').grants
      .hosts,
  ).toEqual([])
})

test('only draft-lint may propose a draft, and the run and the account narrow what it may', () => {
  const drafting = (deny: string) =>
    run(
      `  - uses: reason@1
    actor: small
    in: { mail: { from: view } }
    with: { instructions: x, draft: true }
  - uses: draft-lint@1
    spool: true`,
      `apply: { auto: [], deny: ${deny}, rate: 1/h }`,
    )
  expect(refusal(drafting('[]'))).toBe('taken')
  expect(stepOf(drafting('[]'), 'draft-lint').proposes).toEqual(['draft'])
  const sends = siteOf('', { descriptor: { ...MAILDIR, verbs: ['draft', 'send'] } })
  expect(stepOf(drafting('[]'), 'draft-lint', sends).proposes).toEqual(['draft', 'send'])
  expect(stepOf(drafting('[send]'), 'draft-lint', sends).proposes).toEqual(['draft'])
  expect(refusal(drafting('[draft, send]'))).toContain(
    'may propose draft and send, all of which the run denies',
  )
  const cannot = siteOf('', { descriptor: { ...MAILDIR, verbs: ['flag.add'] } })
  expect(refusal(drafting('[]'), cannot)).toContain('may propose draft and send, which the account cannot do')
})

test('what an adapter cannot do is refused where it is known, and said where it is not', () => {
  const keyword = changed(['flag.add -> seen', 'flag.add -> triaged'])
  expect(check(keyword).notes).toEqual([])
  const plain = siteOf('', { descriptor: { ...MAILDIR, keywords: false } })
  expect(refusal(keyword, plain)).toContain(
    '"flag.add -> triaged" needs keywords, which the account does not have',
  )
  const unknown = siteOf('', { descriptor: null })
  expect(check(keyword, unknown).notes).toEqual(['What the account can do is asked when the run starts.'])
})

test('an "apply" that no step can use is said', () => {
  const idle = run('  - uses: extract@1\n    with: { schema: { type: boolean } }', APPLY)
  expect(check(idle).notes).toEqual([
    'The run has "apply", and no step has "spool: true": it changes nothing.',
  ])
})

test('the boundaries of a run are its wires, ways out, spools and file, with their bits', () => {
  const text = run(
    `  - uses: extract@1
    with: { schema: { type: boolean } }
    output: ~/x {date}.jsonl
  - uses: greedy@1
    actor: cloud
    spool: true
    in: { records: { from: extract.records }, manifest: { from: view } }`,
    'apply: { auto: [collection.add -> A, collection.add -> B], deny: [collection.remove, flag.add, flag.remove, trash, expunge], rate: 1/h }',
  )
  expect(check(text).boundaries).toEqual([
    { from: 'view (envelope, body)', to: 'extract.mail', bits: null, outbound: false },
    { from: 'extract.records', to: 'the file ~/x {date}.jsonl', bits: 2, outbound: false },
    { from: 'extract.records', to: 'greedy.records', bits: 2, outbound: false },
    { from: 'manifest', to: 'greedy.manifest', bits: 4, outbound: false },
    { from: 'greedy', to: 'api.example.org:443', bits: 6, outbound: true },
    { from: 'greedy', to: 'files.example.org:443', bits: 6, outbound: true },
    // Up to 64 of two: 2^65 - 1.
    { from: 'greedy', to: 'spool', bits: 65, outbound: false },
  ])
})

test('a spool of drafts lets text out, and no bound is claimed', () => {
  const text = run(
    `  - uses: reason@1
    in: { mail: { from: view } }
    with: { rules: [] }
  - uses: draft-lint@1
    spool: true`,
    APPLY,
  )
  expect(check(text).boundaries.at(-1)).toEqual({
    from: 'draft-lint',
    to: 'spool',
    bits: null,
    outbound: true,
  })
})

test('a manifest that breaks a rule is named only where it is used', () => {
  expect(site.stages.unfit.get('rank')).toBe(
    "has a port mail of the format envelope-or-item, which is no run's",
  )
  expect(check(BASE).steps).toHaveLength(3)
})
