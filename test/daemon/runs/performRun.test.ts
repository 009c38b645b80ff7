// A run from its file to its report: what each step was given, what is left on the disk, what was handed over, and what is refused before
// anything begins.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { RUNS_KEPT, VIEW_MESSAGES } from '../../../protocol/limits.ts'
import { RunReport } from '../../../protocol/runReport.ts'
import { refused, type Result } from '../../../protocol/refusal.ts'
import { storeMail } from '../views/mailCache.ts'
import { fakeStore } from './fakeRun.ts'
import { mailsIn, NOW, RUN, runSite, valueOf } from './runWorld.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const codeOf = (result: Result<unknown>): string => (result.ok ? 'done' : result.refusal.code)
const sentenceOf = (result: Result<unknown>): string => (result.ok ? '' : result.refusal.is)

describe('a run', () => {
  test('does every step for every message and reports it', async () => {
    const site = runSite()
    const report = valueOf(await site.start(site.write('receipts', RUN)))
    expect(report).toMatchObject({
      state: 'done',
      why: null,
      view: { matched: 5, roots: 3, messages: 3, more: 2, cut: 1 },
      proposals: { applied: 0, pending: 1, refused: 0, stuck: 0, rejected: 0 },
      parsed: { run: { name: 'receipts', backend: 'home' }, apply: { deny: ['expunge'] } },
    })
    expect(report.steps.map(({ name, state, done }) => [name, state, done])).toEqual([
      ['read', 'done', 3],
      ['act', 'done', 3],
    ])
    expect(report.steps[0]?.remarks).toEqual([{ sentence: 'it was easy', count: 3 }])
  })

  test('keeps its report and its records, and nothing of its view', async () => {
    const site = runSite()
    const report = valueOf(await site.start(site.write('receipts', RUN)))
    const folder = site.runFolder()
    expect(readdirSync(folder).toSorted()).toEqual([
      '1-read',
      '1-read.work',
      '2-act',
      '2-act.work',
      'messages.jsonl',
      'report.json',
      'run.json',
      'spool',
    ])
    expect(RunReport.parse(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')))).toEqual(report)
    const records = readdirSync(join(folder, '2-act/records'))
    expect(records.length).toBe(3)
    const first = JSON.parse(readFileSync(join(folder, '2-act/records', records[0] ?? ''), 'utf8')) as unknown
    expect(first).toEqual({ text: expect.stringMatching(/^act: read: text \d$/) as unknown })
    await site.runs.stop()
    expect(readdirSync(join(folder, '..')).length).toBe(1)
  })

  test('hands over what its steps proposed, with the messages behind the handles', async () => {
    const site = runSite()
    await site.start(site.write('receipts', RUN))
    expect(site.handed).toHaveLength(1)
    const [asked] = site.handed
    expect(asked).toMatchObject({ name: 'receipts', account: 'home', step: 'act', drafts: null })
    expect(readdirSync(asked?.folder ?? '').length).toBe(3)
    expect([...(asked?.scope.values() ?? [])].map(({ places }) => places[0]?.message)).toEqual([
      'm0',
      'm1',
      'm2',
    ])
    expect(asked?.id).toBe(site.runFolder().split('/').at(-1))
  })

  test('hands over which messages only a thread has brought', async () => {
    const folder = temporaryFolder()
    const [first, second] = mailsIn(join(folder, 'cache'), 2)
    if (!first || !second) throw new Error('Cannot make two messages')
    const site = runSite({ folder, mails: [first, { ...second, root: false }] })
    await site.start(site.write('receipts', RUN))
    const [asked] = site.handed
    const pulled = [...(asked?.scope ?? [])].filter(([handle]) => asked?.pulledIn.has(handle))
    expect(pulled.map(([, { places }]) => places[0]?.message)).toEqual(['m1'])
  })

  test('without an apply block has no spool and hands nothing over', async () => {
    const site = runSite()
    const text = RUN.replace('    spool: true\n', '').replace(/^apply.*\n/m, '')
    const report = valueOf(await site.start(site.write('receipts', text)))
    expect([site.handed.length, existsSync(join(site.runFolder(), 'spool')), report.state]).toEqual([
      0,
      false,
      'done',
    ])
  })

  test('counts a message that fails, leaves it out of later steps, and goes on', async () => {
    const folder = temporaryFolder()
    const mails = [
      storeMail(folder, 0, { subject: 'a', body: 'well' }),
      storeMail(folder, 1, { subject: 'b', body: 'fail' }),
    ]
    const site = runSite({ folder, mails })
    const report = valueOf(await site.start(site.write('receipts', RUN)))
    expect(report.steps[0]).toMatchObject({ done: 1, failures: 1, failed: [{ why: 'ended by signal 9' }] })
    expect(report.steps[1]).toMatchObject({ done: 1, absent: 1, failures: 0 })
  })

  test('tells in its notes how many messages could not be shown', async () => {
    const folder = temporaryFolder()
    const [one, other] = mailsIn(folder, 2)
    if (!one || !other) throw new Error('Cannot test: wanted two messages')
    const site = runSite({ folder, mails: [{ ...one, mail: { ...one.mail, parsed: null } }, other] })
    const report = valueOf(await site.start(site.write('receipts', RUN)))
    expect(report.notes).toContain('1 message could not be shown (envelope, body): gone, or not to be parsed')
    expect(report.steps[0]).toMatchObject({ done: 1, absent: 1 })
  })

  test('gives different projections different folders, and the list of handles to whom it is granted', async () => {
    const seen: Record<string, string[]> = {}
    const site = runSite({
      before: step =>
        void (seen[step] ??= readdirSync(site.runFolder())
          .filter(name => name.startsWith('ma'))
          .toSorted()),
    })
    const text = `run: { name: receipts, backend: home, when: manual }
view: { query: 'collection:INBOX', limit: 10 }
pipeline:
  - uses: read@1
    in: { mail: { from: view, project: [body] } }
  - uses: read@1
    name: again
    in: { mail: { from: view, project: [body, raw] } }
  - uses: overview@1
    in: { mail: { from: view, project: [body] }, manifest: { from: view } }
`
    const report = valueOf(await site.start(site.write('receipts', text)))
    expect(report.state).toBe('done')
    expect(seen['read']).toEqual(['mail', 'mail.body-raw', 'manifest'])
    expect(readdirSync(site.runFolder()).filter(name => name.startsWith('ma'))).toEqual([])
  })

  test('writes no list of handles where no step is granted it', async () => {
    let seen: readonly string[] = []
    const site = runSite({ before: () => void (seen = readdirSync(site.runFolder())) })
    await site.start(site.write('receipts', RUN))
    expect(seen).toContain('mail')
    expect(seen).not.toContain('manifest')
  })

  test('keeps of each name only RUNS_KEPT, the newest', async () => {
    let now = NOW
    const site = runSite({ now: () => now })
    const path = site.write('receipts', RUN)
    const other = site.write('other', RUN.replace('name: receipts', 'name: other'))
    valueOf(await site.start(other))
    const ids: string[] = []
    for (let run = 0; run < RUNS_KEPT + 1; run++) {
      now += 60_000
      ids.push(valueOf(await site.start(path)).id)
    }
    now += 60_000
    // What is over is removed before the next run begins.
    const last = valueOf(await site.start(path)).id
    const kept = valueOf(site.runs.list()).map(({ id }) => id)
    expect(kept.filter(id => id.startsWith('receipts.'))).toEqual(
      [last, ...ids.toReversed()].slice(0, RUNS_KEPT),
    )
    expect(kept.filter(id => id.startsWith('other.'))).toHaveLength(1)
  })

  test('of a name is refused while one of that name is under way, and runs beside one of another', async () => {
    let letGo: () => void = () => undefined
    const held = new Promise<void>(resolve => (letGo = resolve))
    const site = runSite({ before: () => held })
    const path = site.write('receipts', RUN)
    const other = site.write('other', RUN.replace('name: receipts', 'name: other'))
    const first = site.start(path)
    const second = await site.start(path)
    expect([codeOf(second), sentenceOf(second)]).toEqual([
      'busy',
      expect.stringContaining('under way as receipts.'),
    ])
    const third = site.start(other)
    letGo()
    expect([codeOf(await first), codeOf(await third)]).toEqual(['done', 'done'])
    expect(codeOf(await site.start(path))).toBe('done')
  })
})

describe('a run that is refused before anything begins', () => {
  test.each([
    ['an unknown stage', RUN.replace('read@1', 'reed@1'), 'config'],
    ['a key that nobody knows', `${RUN}apply_: {}\n`, 'config'],
    ['an account that is none', RUN.replace('backend: home', 'backend: work'), 'config'],
    ['the name of the brief', RUN.replace('name: receipts', 'name: brief'), 'config'],
  ])('with %s leaves no folder', async (_what, text, code) => {
    const site = runSite()
    expect(codeOf(await site.start(site.write('receipts', text)))).toBe(code)
    expect(existsSync(site.world.paths.runs)).toBe(false)
    expect(site.performed).toEqual([])
  })

  test('where its file is not there, or is named by neither a path nor a name', async () => {
    const site = runSite()
    expect(codeOf(await site.start('/nowhere/run.yaml'))).toBe('config')
    expect(codeOf(await site.start('absent'))).toBe('config')
    expect(codeOf(await site.start('./receipts.yaml'))).toBe('bad-request')
  })

  test('where the account cannot be synced', async () => {
    const site = runSite()
    const away = refused('no-store', { is: 'the Maildir is away', wanted: 'it', fix: 'mount it' })
    Object.assign(site.world.store, { sync: async () => away })
    expect(codeOf(await site.start(site.write('receipts', RUN)))).toBe('no-store')
    expect(existsSync(site.world.paths.runs)).toBe(false)
  })

  test('by its bare name is found in the folder of runs', async () => {
    const site = runSite()
    site.write('receipts', RUN)
    expect(codeOf(await site.start('receipts'))).toBe('done')
  })

  test('where its view would hold more than VIEW_MESSAGES', async () => {
    const site = runSite()
    const [one] = mailsIn(site.folder, 1)
    const many = (count: number) =>
      fakeStore(Array.from({ length: count }, () => one as NonNullable<typeof one>))
    const path = site.write('receipts', RUN)
    Object.assign(site.world.store, { find: many(VIEW_MESSAGES + 1).find })
    expect(codeOf(await site.start(path))).toBe('over-limit')
  })
})

describe('a run that fails', () => {
  test('says so in its report, tells how to go on, and leaves no view', async () => {
    const site = runSite({
      options: {
        perform: async () =>
          refused('cannot-confine', { is: 'the kernel is too old', wanted: 'Landlock', fix: 'update it' }),
      },
    })
    const ran = await site.start(site.write('receipts', RUN))
    expect(codeOf(ran)).toBe('cannot-confine')
    const report = valueOf(site.runs.show(site.runFolder().split('/').at(-1) ?? ''))
    expect(report).toMatchObject({
      state: 'failed',
      why: 'the kernel is too old',
      steps: [{ state: 'failed' }, { state: 'waiting' }],
    })
    expect(ran.ok ? '' : ran.refusal.fix).toContain(`twin runs resume ${report.id}`)
    expect(readdirSync(site.runFolder()).filter(name => name.startsWith('mail'))).toEqual([])
  })

  test('on every message in one step is told as a failure, with what the first of them says', async () => {
    const folder = temporaryFolder()
    const mails = [0, 1].map(at => storeMail(folder, at, { subject: 'a', body: 'fail' }))
    const site = runSite({ folder, mails })
    const ran = await site.start(site.write('receipts', RUN))
    expect(ran.ok ? '' : ran.refusal.is).toBe(
      'the step read failed on each of its 2 messages: ended by signal 9',
    )
    const report = valueOf(site.runs.show(site.runFolder().split('/').at(-1) ?? ''))
    expect(report).toMatchObject({
      state: 'failed',
      steps: [{ state: 'failed', failures: 2 }, { state: 'waiting' }],
    })
    expect(site.handed).toEqual([])
  })

  test('half way has handed nothing over', async () => {
    let steps = 0
    const site = runSite({
      before: (_step, _handle) => {
        if (++steps === 5)
          throw Object.assign(new Error('disk'), { code: 'ENOSPC', errno: -28, syscall: 'write' })
      },
    })
    expect(codeOf(await site.start(site.write('receipts', RUN)))).toBe('disk')
    expect(site.handed).toEqual([])
  })
})

test('a run that is not there is unknown, and one whose report was spoilt is told of', async () => {
  const site = runSite()
  await site.start(site.write('receipts', RUN))
  const id = site.runFolder().split('/').at(-1) ?? ''
  expect(codeOf(site.runs.show('receipts.1796059500-0000000000000000'))).toBe('bad-request')
  expect(codeOf(site.runs.show('../../etc'))).toBe('bad-request')
  writeFileSync(join(site.runFolder(), 'report.json'), '{')
  expect(codeOf(site.runs.show(id))).toBe('disk')
  expect(valueOf(site.runs.list())).toEqual([])
})
