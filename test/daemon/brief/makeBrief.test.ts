// A whole brief with a stand-in for the mail helper: the counts, the note, the model, and every way to fail.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest'
import { takeBriefLock } from '../../../daemon/briefLock.ts'
import { RUNS_KEPT } from '../../../protocol/limits.ts'
import { Brief } from '../../../protocol/brief.ts'
import { answer } from '../../ollama/script.ts'
import { startOllama } from '../../ollama/server.ts'
import { briefSite, MORNING, NOTE } from './briefSite.ts'
import { builtDist } from '../builtDist.ts'
import { cannedCollect, cannedEnvelope } from '../cannedMail.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

let built: Awaited<ReturnType<typeof builtDist>>
beforeAll(async () => {
  built = await builtDist({ mail: 'fake' })
})
afterAll(() => built.remove())
beforeEach(() => void vi.stubEnv('TZ', 'UTC'))
afterEach(() => void vi.unstubAllEnvs())

/** Twelve messages: 0 and 1 read, 2 and 3 in a skipped category, the rest kept; even ones from correspondents. */
const mailbox = Array.from({ length: 12 }, (_, number) =>
  cannedEnvelope(number, {
    read: number < 2,
    category: number === 2 || number === 3 ? 3 : 0,
    writtenTo: number >= 4 && number % 2 === 0 ? 3 : 0,
  }),
)
const collect = cannedCollect(mailbox, {
  more: 5,
  leftOut: { deleted: 1, junk: 2, drafts: 3, own: 4 },
  degraded: ['this store keeps no summaries'],
})
const site = (more: object = {}) => briefSite({ dist: built.dist, canned: { answer: collect }, ...more })
const made = async (result: ReturnType<ReturnType<typeof site>['make']>) => {
  const value = await result
  if (!value.ok) throw new Error(`${value.refusal.code}: ${value.refusal.is}`)
  return value.value
}

describe('a brief', () => {
  test('makeBrief counts every collected message in exactly one place', async () => {
    const { make } = site()
    const { brief } = await made(make())
    expect(Brief.safeParse(brief).success).toBe(true)
    const { coverage, items } = brief
    expect(coverage).toMatchObject({
      collected: 12,
      more: 5,
      filtered: { read: 2, category: 2, deleted: 1, junk: 2, drafts: 3, own: 4 },
      ranked: 8,
      layout: '10e',
    })
    expect(items.length + coverage.belowThreshold + coverage.overLimit).toBe(coverage.ranked)
    expect(
      coverage.filtered.read + coverage.filtered.category + coverage.ranked + coverage.failed.length,
    ).toBe(coverage.collected)
    expect(coverage.notes).toEqual(['this store keeps no summaries'])
    expect(brief).toMatchObject({
      engine: 'rules',
      model: null,
      window: { from: MORNING / 1_000 - 86_400, to: MORNING / 1_000 },
    })
  })
  test('makeBrief lists what jobs printed in sections after the mail, and what it left out', async () => {
    const item = (title: string, link: string | null) => ({ title, text: 'Text.', source: 'Paper', link })
    const at = MORNING / 1_000
    const items = [
      {
        job: 'news',
        printed: at - 60,
        problem: null,
        items: [item('A storm', 'https://news.test/a'), item('A match', 'https://evil.test/b')],
      },
      {
        job: 'weather',
        printed: at - 3 * 86_400,
        problem: 'it ended with code 1',
        items: [item('Rain', null)],
      },
    ]
    const { make, note } = site({ brief: { link_hosts: ['news.test'] } })
    const { brief, text } = await made(make({ items }))
    expect(Brief.safeParse(brief).success).toBe(true)
    expect(
      brief.sections.map(({ job, items: listed }) => [job, listed.map(({ title, href }) => [title, href])]),
    ).toEqual([
      [
        'news',
        [
          ['A storm', 'https://news.test/a'],
          ['A match', null],
        ],
      ],
    ])
    expect(brief.coverage.jobs).toMatchObject([
      { job: 'news', items: 2, ranked: 2, stale: 0, failed: [] },
      { job: 'weather', items: 1, ranked: 0, stale: 1, problem: 'it ended with code 1' },
    ])
    expect(brief.items.length + brief.coverage.belowThreshold).toBe(brief.coverage.ranked)
    expect(text.indexOf('## News')).toBeGreaterThan(text.indexOf('## Everyone else'))
    expect(text).toContain('[“A storm”](https://news.test/a) “Paper”')
    expect(note()).toContain(
      '- Weather: last printed at 27 November, 05:25, before the time that this note covers',
    )
  })

  test('makeBrief asks the model about items after the mail, without their link, and caches the answers', async () => {
    const model = await startOllama({ chat: () => answer(7, 'Because.', ['x']) })
    onTestFinished(model.close)
    const items = [
      {
        job: 'news',
        printed: MORNING / 1_000,
        problem: null,
        items: [{ title: 'A storm', text: 'Text.', source: 'Paper', link: 'https://news.test/SECRETLINK' }],
      },
    ]
    const { make } = site({ ranker: { engine: 'ollama', host: model.host } })
    const first = await made(make({ items }))
    const asked = model.calls.map(call => JSON.stringify(call.messages))
    expect(asked.filter(text => text.includes('A storm'))).toHaveLength(1)
    expect(asked.findIndex(text => text.includes('A storm'))).toBe(asked.length - 1)
    expect(asked.join()).not.toContain('SECRETLINK')
    const second = await made(make({ items }))
    expect(model.calls).toHaveLength(asked.length)
    expect(second.brief.sections[0]?.items[0]).toMatchObject({ title: 'A storm', score: 7, by: 'model' })
    expect(second.brief.coverage.jobs).toEqual(first.brief.coverage.jobs.map(job => ({ ...job })))
  })

  test('makeBrief writes the note between its markers and gives its path', async () => {
    const { make, note, vault, residue } = site()
    const { brief, text } = await made(make())
    expect(brief.note).toBe(join(vault, NOTE))
    expect(note()).toBe(`<!-- twin:mail:begin 2026-11-30T05:25 -->\n${text}<!-- twin:mail:end -->\n`)
    expect(text).toContain('## People you write to')
    expect(residue()).toEqual([])
  })
  test('makeBrief touches no vault on a dry run, also when it fails', async () => {
    const { make, vault } = site({ brief: { folder: '/no/such/vault/Brief' } })
    const { brief, text } = await made(make({ dryRun: true }))
    expect(brief.note).toBeNull()
    expect(text).toContain('# Mail')
    const broken = site({ canned: { act: 'unconfined' } })
    expect(await broken.make({ dryRun: true })).toMatchObject({ ok: false })
    expect([existsSync(vault), existsSync(broken.vault)]).toEqual([false, false])
  })
  test('makeBrief asks for the window that it is given', async () => {
    const { make, paths } = site()
    const { brief } = await made(make({ since: 1_795_000_000 }))
    expect(brief.window.from).toBe(1_795_000_000)
    expect(JSON.parse(readFileSync(join(paths.mail, 'seen.json'), 'utf8')).request.since).toBe(1_795_000_000)
  })
  test('makeBrief makes a note of an empty window that says so', async () => {
    const { make } = site({ canned: { answer: cannedCollect([]) } })
    const { brief, text } = await made(make())
    expect([brief.items, brief.coverage.collected]).toEqual([[], 0])
    expect(text).toContain('Nothing ')
  })
  test('makeBrief keeps a few finished runs and gives no handle twice', async () => {
    const { make, runs, paths } = site()
    const handles = new Set<string>()
    for (let round = 0; round < RUNS_KEPT + 1; round++) {
      const { brief } = await made(make({ now: () => MORNING + round * 1_000 }))
      for (const item of brief.items) handles.add(item.handle)
      if (round === 0) expect(brief.items.length).toBeGreaterThan(4)
      else expect(handles.size).toBe((round + 1) * brief.items.length)
    }
    expect(runs()).toHaveLength(RUNS_KEPT)
    const [newest = ''] = runs().sort().reverse()
    expect(readdirSync(join(paths.runs, newest)).sort()).toEqual([
      'accepted',
      'facts',
      'finished',
      'items',
      'kept',
      'mail',
      'manifest',
      'note',
      'routing',
      'scores',
      'unscored',
      'unscored.manifest',
    ])
  })
  test('makeBrief logs its steps without a word of the mail', async () => {
    const { make, steps } = site()
    await made(make())
    expect(steps.length).toBeGreaterThan(3)
    expect(steps.join('\n')).not.toMatch(/Subject|Person|example\.test/)
  })
})

describe('with a model', () => {
  const scripted = async (chat = answer(7, 'It is due today.', ['deadline'])) => {
    const ollama = await startOllama({ chat })
    onTestFinished(() => ollama.close())
    return ollama
  }
  test('makeBrief asks the model once a message, and not again while nothing has changed', async () => {
    const ollama = await scripted()
    const { make, note, told } = site({ ranker: { engine: 'ollama', host: ollama.host, parallel: 3 } })
    const first = await made(make())
    expect(first.brief).toMatchObject({ engine: 'ollama', model: 'gpt-oss:20b' })
    expect(first.brief.items.every(item => item.by === 'model' && item.score === 7)).toBe(true)
    expect(ollama.calls).toHaveLength(8)
    expect(told.at(-1)).toEqual([8, 8])
    const second = await made(make())
    expect(ollama.calls).toHaveLength(8)
    expect(second.brief.items.map(item => item.subject)).toEqual(first.brief.items.map(item => item.subject))
    expect(note()).toMatch(/Scored by .*gpt-oss.*on this machine/)
  })
  test('makeBrief shows the model neither Message-ID nor account nor mailbox, nor another message', async () => {
    const ollama = await scripted()
    await made(site({ ranker: { engine: 'ollama', host: ollama.host } }).make())
    for (const call of ollama.calls) {
      const sent = JSON.stringify(call.body)
      expect(sent).not.toMatch(/INBOX|Work \(|<m\d+@|h_[a-z2-7]{26}/)
      expect(new Set(sent.match(/Subject \d+/g)).size).toBe(1)
    }
  })
  test('makeBrief counts messages that the model fails on, caches none of them, and asks again next time', async () => {
    const ollama = await scripted(answer(11))
    const { make } = site({ ranker: { engine: 'ollama', host: ollama.host } })
    const { brief } = await made(make())
    expect(brief.coverage.failed.map(failure => failure.why)).toEqual(
      Array.from({ length: 8 }, () => 'off-schema'),
    )
    const asked = ollama.calls.length
    await made(make())
    expect(ollama.calls.length).toBe(2 * asked)
  })
  test('makeBrief says in the first line why auto went without a model', async () => {
    const { make } = site({ ranker: { engine: 'auto', host: 'http://127.0.0.1:9' } })
    const { brief, text } = await made(make())
    expect(brief.engine).toBe('rules')
    expect(text.split('\n')[2]).toMatch(/fixed rules, not by a model: .*no model server answers/)
  })
  test('makeBrief reads no mail into a run when the model asked for cannot be used', async () => {
    const { make, runs, note } = site({ ranker: { engine: 'ollama', host: 'http://127.0.0.1:9' } })
    expect(await make()).toMatchObject({ ok: false, refusal: { code: 'model-unreachable' } })
    expect(runs()).toEqual([])
    expect(note()).toMatch(/The brief of 05:25 failed: “no model server answers/)
  })
})

describe('a failed brief', () => {
  const REFUSAL = { code: 'no-access', is: 'Mail may not be read', wanted: 'a grant', fix: 'grant it' }
  test('makeBrief leaves the last note intact, adds one line, and takes it away on success', async () => {
    const { make, note, paths, runs } = site()
    await made(make())
    const before = note() ?? ''
    writeFileSync(join(paths.mail, 'canned.json'), JSON.stringify({ refusal: REFUSAL }))
    expect(await make({ now: () => MORNING + 18_300_000 })).toEqual({ ok: false, refusal: REFUSAL })
    expect(note()).toBe(
      before.replace(
        '<!-- twin:mail:end',
        '\nThe brief of 10:30 failed: “Mail may not be read”\n<!-- twin:mail:end',
      ),
    )
    writeFileSync(join(paths.mail, 'canned.json'), JSON.stringify({ answer: collect }))
    await made(make())
    expect(note()).not.toContain('failed')
    expect(runs()).toHaveLength(2)
  })
  test.each<[string, (dist: string) => void, string]>([
    ['a stage is missing', dist => rmSync(join(dist, 'brief.cjs')), 'config'],
    ['a manifest is missing', dist => rmSync(join(dist, 'rank.stage.yaml')), 'config'],
    [
      'a stage is no program',
      dist => writeFileSync(join(dist, 'filter.cjs'), 'throw new Error("secret")'),
      'crashed',
    ],
    ['a stage says nothing', dist => writeFileSync(join(dist, 'filter.cjs'), ''), 'crashed'],
    [
      'the brief stage writes nothing',
      dist =>
        writeFileSync(
          join(dist, 'brief.cjs'),
          `require('fs').writeSync(3, '{"type":"done","report":null}\\n')`,
        ),
      'wrong-shape',
    ],
    [
      'the filter finds itself unconfined',
      dist => writeFileSync(join(dist, 'filter.cjs'), 'process.exit(5)'),
      'cannot-confine',
    ],
  ])('makeBrief fails with one clear refusal when %s', async (_, damage, code) => {
    const own = await builtDist({ mail: 'fake' })
    onTestFinished(own.remove)
    damage(own.dist)
    const { make, note, runs, residue } = site({ dist: own.dist })
    const result = await make()
    expect(result).toMatchObject({ ok: false, refusal: { code } })
    expect(JSON.stringify(result)).not.toContain('secret')
    expect(note()).toMatch(
      /^<!-- twin:mail:begin .*\nThe brief of 05:25 failed: “.*”\n<!-- twin:mail:end -->\n$/,
    )
    expect([runs(), residue()]).toEqual([[], []])
  })
  test('makeBrief refuses a vault that is missing before it reads any mail', async () => {
    const { make, paths } = site({ brief: { folder: '/no/such/vault/Brief' } })
    expect(await make()).toMatchObject({ ok: false, refusal: { code: 'vault' } })
    expect(existsSync(join(paths.mail, 'seen.json'))).toBe(false)
  })
  test('makeBrief refuses a state folder that others may enter', async () => {
    const { make, paths } = site()
    chmodSync(paths.state, 0o755)
    expect(await make()).toMatchObject({ ok: false, refusal: { code: 'config' } })
  })
  test('makeBrief refuses a state whose runs or scores are links', async () => {
    for (const which of ['runs', 'scores'] as const) {
      const { make, paths } = site()
      symlinkSync(temporaryFolder(), paths[which])
      expect(await make()).toMatchObject({ ok: false, refusal: { code: 'config' } })
    }
  })
  test('makeBrief refuses a second brief at once and leaves the note alone', async () => {
    const { make, note, paths } = site()
    const lock = await takeBriefLock(join(paths.state, 'lock'))
    expect(await make()).toMatchObject({ ok: false, refusal: { code: 'busy' } })
    expect(note()).toBeUndefined()
    if (lock.ok) lock.value.release()
    const both = await Promise.all([make(), make()])
    expect(both.map(result => result.ok).sort()).toEqual([false, true])
    expect(note()).not.toContain('failed')
  })
  test('makeBrief stops when it is told to, ends what it started and says so', async () => {
    const { make, note, runs, residue } = site({ canned: { act: 'hang' } })
    expect(await make({ signal: AbortSignal.timeout(800) })).toMatchObject({
      ok: false,
      refusal: { code: 'interrupted' },
    })
    expect([runs(), residue()]).toEqual([[], []])
    expect(note()).toContain('The brief of 05:25 failed')
  })
  test('makeBrief leaves the last note intact when the disk of the state is full', async ctx => {
    const home = temporaryFolder()
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', home]).status !== 0)
      ctx.skip('no tmpfs can be mounted here (not root)')
    onTestFinished(() => void spawnSync('umount', ['-l', home]))
    const vault = join(temporaryFolder(), 'vault')
    mkdirSync(vault)
    const { make, runs } = site({ home, brief: { folder: vault } })
    const { brief } = await made(make())
    const before = readFileSync(brief.note ?? '', 'utf8')
    expect(() => writeFileSync(join(home, 'fill'), Buffer.alloc(4_000_000))).toThrow('ENOSPC')
    expect(await make()).toMatchObject({
      ok: false,
      refusal: { code: expect.stringMatching(/^(disk|crashed)$/) },
    })
    const after = readFileSync(join(vault, basename(brief.note ?? '')), 'utf8')
    expect(after.replace(/\nThe brief of 05:25 failed: .*\n/, '')).toBe(before)
    rmSync(join(home, 'fill'))
    await made(make())
    expect(runs().length).toBeLessThanOrEqual(RUNS_KEPT)
  })
})
