// What keeps a stage to the messages that it was granted: the kernel's rule, for root too. Each attempt is made confined, where it must
// fail, and alone, where it must succeed: the modes of a view keep nobody out.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stageProfile } from '../../../native/stageProfile.ts'
import { Harness, type Mode, type NamedCall } from '../../probes/harness.ts'
import { handleAt, named, storeMail, viewOf } from './mailCache.ts'

const linux = process.platform === 'linux'

describe.skipIf(!linux)('a stage that is granted one message of a view', () => {
  let harness: Harness
  let outcomes: (mode: Mode, acts: readonly NamedCall[]) => Promise<Readonly<Record<string, string>>>
  let paths: Readonly<
    Record<'own' | 'other' | 'mail' | 'manifest' | 'cache' | 'raw' | 'run' | 'spool', string>
  >

  beforeAll(async () => {
    harness = new Harness()
    const { folder } = harness
    const messages = named(
      [0, 1].map(at => storeMail(join(folder, 'store'), at, { subject: `s${at}`, body: `b${at}` })),
    )
    const run = join(folder, 'receipts.1796059500-0123456789abcdef')
    const output = join(run, '1-read.work')
    mkdirSync(output, { recursive: true })
    const view = await viewOf(join(run, 'mail'), messages, ['envelope', 'body', 'raw'])
    writeFileSync(join(run, 'manifest'), messages.map(({ handle }) => `${handle}\n`).join(''))
    mkdirSync(join(run, 'spool'))
    paths = {
      own: view.of(handleAt(0)) ?? '',
      other: view.of(handleAt(1)) ?? '',
      mail: view.path,
      manifest: join(run, 'manifest'),
      cache: join(folder, 'store/parsed/1'),
      raw: join(folder, 'store/raw/1'),
      run,
      spool: join(run, 'spool'),
    }
    const profile = stageProfile('read', { script: harness.driver, inputs: [paths.own], outputs: [output] })
    outcomes = async (mode, acts) => (await harness.run({ profile, mode, acts })).outcomes
  })
  afterAll(() => harness.remove())

  const ACTS: readonly (readonly [string, () => NamedCall['call']])[] = [
    ['open another message', () => ['read', join(paths.other, 'body.txt')]],
    ['open the raw form of another message', () => ['read', join(paths.other, 'raw.eml')]],
    ['list another message', () => ['list', paths.other]],
    ['list the view', () => ['list', paths.mail]],
    ['open the list of the handles', () => ['read', paths.manifest]],
    ['open the parsed message behind another', () => ['read', join(paths.cache, 'body.txt')]],
    ['open the raw message in the store', () => ['read', paths.raw]],
    ['list its run', () => ['list', paths.run]],
    ['write into its own message', () => ['create', join(paths.own, 'made')]],
    ['write into the spool of its run', () => ['create', join(paths.spool, 'made')]],
  ]

  test.each(ACTS)('cannot %s, which it can alone', async (name, call) => {
    const acts = [{ name, call: call() }]
    expect((await outcomes('confined', acts))[name]).toMatch(/^E(?:ACCES|PERM|ROFS)$/)
    expect((await outcomes('alone', acts))[name]).toBe('done')
  })

  test('reads its own message: the control', async () => {
    const acts: NamedCall[] = [
      { name: 'body', call: ['read', join(paths.own, 'body.txt')] },
      { name: 'envelope', call: ['read', join(paths.own, 'envelope.json')] },
      { name: 'list', call: ['list', paths.own] },
    ]
    expect(await outcomes('confined', acts)).toEqual({ body: 'done', envelope: 'done', list: 'done' })
  })
})
