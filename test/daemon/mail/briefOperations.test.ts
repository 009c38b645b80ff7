// brief.make and brief.show: what a person and an agent are shown of the last brief, and when there is none. Through the gate and
// the real processes, on the demo's store.
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { BriefMade, BriefShown } from '../../../protocol/mailOutput.ts'
import { AGENT, mailWorld, PERSON } from './mailWorld.ts'

describe('brief.show', () => {
  test('refuses where no brief was made yet, for a person and an agent alike', async () => {
    const { call } = mailWorld()
    for (const channel of [PERSON, AGENT])
      expect(await call(channel, 'brief.show')).toMatchObject({
        refusal: { code: 'stale', is: 'no brief has been made yet, or none that is still kept' },
      })
  })

  test('gives the newest brief with its text and its age', async () => {
    let now = Date.now()
    const { output } = mailWorld({ now: () => now })
    const made = BriefMade.parse(await output(PERSON, 'brief.make', { dryRun: true }))
    now += 90_000
    const shown = BriefShown.parse(await output(PERSON, 'brief.show'))
    expect(shown).toMatchObject({ text: made.text, age: 90, engine: 'rules', cut: false, more: 0 })
    expect(shown.items).toEqual(made.brief.items)
    expect(shown.coverage).toEqual(made.brief.coverage)
  })

  test('cuts its text and its list to [operations] and says so', async () => {
    const { output } = mailWorld({ toml: '[operations]\nlist = 2\ntext = 100' })
    const made = BriefMade.parse(await output(PERSON, 'brief.make', { dryRun: true }))
    const shown = BriefShown.parse(await output(PERSON, 'brief.show'))
    expect(shown).toMatchObject({
      text: made.text.slice(0, 100),
      cut: true,
      more: made.brief.items.length - 2,
    })
    expect(shown.items).toHaveLength(2)
  })

  test('gives an agent the items of its workspace without the text, and refuses it one outside', async () => {
    const { output, call } = mailWorld()
    await output(PERSON, 'brief.make', { dryRun: true })
    expect(await call(AGENT, 'brief.show')).toMatchObject({ refusal: { wanted: 'name an account in scope' } })
    const outside = await call(AGENT, 'brief.show', { account: 'Work' })
    expect(outside).toMatchObject({ ok: false })
    expect(await call(AGENT, 'brief.show', { account: 'Nowhere' })).toEqual(outside)
    const shown = BriefShown.parse(await output(AGENT, 'brief.show', { account: 'Private' }))
    expect(shown.items.length).toBeGreaterThan(0)
    expect(shown).toMatchObject({ text: null, coverage: null, sections: [] })
    expect(JSON.stringify(shown)).not.toMatch(/Work|harbor\.example|Build Server/)
  })

  test('tells an agent that may see every account no name of one out of scope', async () => {
    const { output } = mailWorld({ workspaces: [] })
    await output(PERSON, 'brief.make', { dryRun: true })
    const shown = BriefShown.parse(await output(AGENT, 'brief.show'))
    expect(shown.coverage?.accounts.every(({ inScope }) => inScope)).toBe(true)
    const all = BriefShown.parse(await output(PERSON, 'brief.show'))
    expect(all.coverage?.accounts.some(({ inScope }) => !inScope)).toBe(true)
  })

  test('refuses a brief whose files are not what was written', async () => {
    const { output, call, paths } = mailWorld()
    await output(PERSON, 'brief.make', { dryRun: true })
    const [run = ''] = readdirSync(paths.runs).filter(name => name.startsWith('brief.'))
    const file = join(paths.runs, run, 'note', 'brief.json')
    rmSync(file)
    writeFileSync(file, '{}', { mode: 0o600 })
    expect(await call(PERSON, 'brief.show')).toMatchObject({ refusal: { code: 'stale' } })
  })
})

describe('brief.make', () => {
  test('is refused where policy.toml lets no mail be read', async () => {
    const { call, home } = mailWorld()
    writeFileSync(join(home, 'policy.toml'), '[capabilities]\n"brief.write" = "auto"\n')
    expect(await call(PERSON, 'brief.make', {})).toMatchObject({ refusal: { code: 'denied' } })
  })

  test('is never offered to an agent', async () => {
    const { call } = mailWorld()
    expect(await call(AGENT, 'brief.make', {})).toMatchObject({ refusal: { code: 'unavailable' } })
  })
})
