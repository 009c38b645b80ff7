// The whole flow with every real process: a generated mailbox, the confined mail helper, the stages, a scripted Ollama.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { askMail } from '../../../daemon/askMail.ts'
import { buildStore } from '../../../demo/buildStore.ts'
import { demoMailbox, demoScope } from '../../../demo/mailbox.ts'
import { answer } from '../../ollama/script.ts'
import { startOllama } from '../../ollama/server.ts'
import { briefSite } from './briefSite.ts'
import { builtDist } from '../builtDist.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

let built: Awaited<ReturnType<typeof builtDist>>
beforeAll(async () => {
  built = await builtDist({ mail: 'real' })
})
afterAll(() => built.remove())

/** The helper drops requests by its own clock, so these briefs are made now. */
const NOW = Date.now()

function demoSite(ranker: object, mail: object = { accounts: [...demoScope] }) {
  const home = temporaryFolder()
  buildStore(home, demoMailbox(Math.floor(NOW / 1_000)))
  return briefSite({ dist: built.dist, home, mail, ranker, now: Date.now })
}

describe('the demo mailbox', () => {
  test('makeBrief makes the note of the demo mailbox by the rules', async () => {
    const { make, residue } = demoSite({ engine: 'rules' })
    const made = await make()
    if (!made.ok) throw new Error(`${made.refusal.code}: ${made.refusal.is}`)
    const { items, coverage } = made.value.brief
    expect(items.length).toBeGreaterThan(20)
    expect(items.filter(item => item.part === 'correspondents').length).toBeGreaterThan(5)
    expect(items.every(item => demoScope.some(label => item.account.includes(label)))).toBe(true)
    expect(coverage.accounts.filter(account => !account.inScope).length).toBeGreaterThan(0)
    expect(coverage.collected).toBe(
      coverage.filtered.read + coverage.filtered.category + coverage.ranked + coverage.failed.length,
    )
    expect(readFileSync(made.value.brief.note ?? '', 'utf8').match(/<!--/g)).toHaveLength(2)
    expect(residue()).toEqual([])
  })
  test('makeBrief ranks the demo mailbox by a model, several messages at once', async () => {
    const scoreOf = (text: string) => (text.includes('Contract') ? 9 : 5)
    const ollama = await startOllama({
      chat: call => {
        const text = call.messages.map(message => message.content).join('\n')
        return { type: 'late', ms: 50, reply: answer(scoreOf(text), 'It asks for an answer.', ['mail']) }
      },
    })
    onTestFinished(() => ollama.close())
    const { make, told } = demoSite({ engine: 'ollama', host: ollama.host, parallel: 4 })
    const made = await make()
    if (!made.ok) throw new Error(`${made.refusal.code}: ${made.refusal.is}`)
    const { items, coverage } = made.value.brief
    expect(coverage.failed).toEqual([])
    expect(ollama.calls).toHaveLength(coverage.ranked)
    expect(ollama.peak()).toBeGreaterThan(1)
    expect(ollama.peak()).toBeLessThanOrEqual(4)
    expect(items[0]).toMatchObject({ part: 'correspondents', score: 9, by: 'model' })
    expect(told.at(-1)).toEqual([coverage.ranked, coverage.ranked])
    expect((await make()).ok).toBe(true)
    expect(ollama.calls).toHaveLength(coverage.ranked)
  })
  test('makeBrief goes on with the messages that are left when the server resets a connection', async () => {
    const ollama = await startOllama({
      chat: (_, index) => (index % 7 === 3 ? { type: 'reset', midway: index % 2 === 0 } : answer(6)),
    })
    onTestFinished(() => ollama.close())
    const { make } = demoSite({ engine: 'ollama', host: ollama.host, parallel: 2 })
    const made = await make()
    if (!made.ok) throw new Error(`${made.refusal.code}: ${made.refusal.is}`)
    const { coverage } = made.value.brief
    expect(coverage.ranked).toBeGreaterThan(40)
    expect(coverage.failed.every(failure => failure.why === 'unreachable')).toBe(true)
    expect(coverage.failed.length).toBeLessThan(10)
    expect(ollama.connections()).toBeGreaterThan(4)
  })
  test('makeBrief lets the rules take over for every message when a model fails its trial under auto', async () => {
    const ollama = await startOllama({ trial: { type: 'reply', content: 'no JSON' }, chat: answer(9) })
    onTestFinished(() => ollama.close())
    const { make } = demoSite({ engine: 'auto', host: ollama.host })
    const made = await make()
    if (!made.ok) throw new Error(`${made.refusal.code}: ${made.refusal.is}`)
    const { brief, text } = made.value
    expect(brief).toMatchObject({ engine: 'rules', model: null })
    expect(brief.items.length).toBeGreaterThan(20)
    expect(brief.items.every(item => item.by === 'rules')).toBe(true)
    expect(text).toContain('not by a model')
    expect(text).toContain('trial message')
    expect(ollama.trials.length).toBeGreaterThan(0)
    expect(ollama.calls).toEqual([])
    const insisted = await make({ engine: 'ollama' })
    expect(insisted).toMatchObject({ ok: false, refusal: { code: 'model-unusable' } })
  })
  test.each<[string, object]>([
    ['no section', {}],
    ['an empty list', { accounts: [] }],
    ['everything excluded', { accounts: [...demoScope], exclude: ['vale', 'harbor'] }],
  ])('makeBrief reads nothing with %s in the configuration', async (_, mail) => {
    const { make } = demoSite({ engine: 'rules' }, mail)
    const made = await make()
    expect(made).toMatchObject({ ok: true, value: { brief: { items: [], coverage: { collected: 0 } } } })
    expect(made.ok && made.value.text).toContain('No account is in scope')
  })
})

test('askMail asks the real helper each of its questions and gets no content from two of them', async () => {
  const { paths, home } = demoSite({ engine: 'rules' })
  const context = { paths, home, now: Date.now, dist: built.dist }
  const diagnosed = await askMail(context, { op: 'diagnose' })
  expect(diagnosed).toMatchObject({ ok: true, value: { op: 'diagnose', access: 'open' } })
  const probed = await askMail(context, { op: 'probe' })
  expect(probed).toMatchObject({ ok: true, value: { op: 'probe' } })
  const collected = await askMail(context, { op: 'collect', since: Math.floor(NOW / 1_000) - 86_400 })
  if (!collected.ok || collected.value.op !== 'collect') throw new Error('not collected')
  const subjects = collected.value.envelopes
    .map(envelope => envelope.subject)
    .filter(subject => subject.length > 12)
  expect(subjects.length).toBeGreaterThan(20)
  for (const subject of subjects) expect(JSON.stringify([diagnosed, probed])).not.toContain(subject)
  expect(readFileSync(paths.twinToml, 'utf8')).toContain('Work')
})
