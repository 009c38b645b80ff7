// Changes over MCP: a preview first, a token that proves it was seen, and what policy.toml makes of the second call. The change is
// the example plugin's, whose notes show whether it was made.
import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Connected, buildProcesses, mcpHome, type McpHome } from './mcpHome.ts'

buildProcesses()
const NOTES = join(import.meta.dirname, '../fixtures/plugins/notes.mjs')
const toml = `[plugins.notes]\ncommand = ${JSON.stringify([process.execPath, NOTES])}\n`
const policy = (grant: string) => `[capabilities]\n"plugin.notes" = "${grant}"\n`

async function home(grant: string): Promise<McpHome> {
  const made = mcpHome({ toml, policy: policy(grant) })
  await made.start()
  await made.offer('notes.add', 'notes.find')
  return made
}
const preview = async ({ call }: Connected, text: string): Promise<string> => {
  const answer = await call('notes_add', { text })
  expect(answer).toMatchObject({
    outcome: 'preview',
    preview: { count: 1, changes: [{ before: '', after: text }] },
  })
  return (answer as { preview: { token: string } }).preview.token
}
const found = async (made: McpHome, word: string): Promise<unknown> =>
  ((await made.told('notes.find', { word })) as { result: { notes: unknown } }).result.notes
const UNCONFIRMED = { outcome: 'refused', error: { code: 'unconfirmed' } }

describe('a change that policy.toml lets run', () => {
  test('runs at the second call, with the token of the first, and once', async () => {
    const made = await home('auto')
    const agent = await made.connect()
    const token = await preview(agent, 'tea')
    expect(await found(made, 'tea')).toEqual([])
    expect(await agent.call('notes_add', { text: 'tea', token })).toMatchObject({
      outcome: 'done',
      provenance: 'plugin',
      untrusted: true,
    })
    expect(await found(made, 'tea')).toEqual(['tea'])
    expect(await agent.call('notes_add', { text: 'tea', token })).toMatchObject(UNCONFIRMED)
    expect(await found(made, 'tea')).toEqual(['tea'])
  })
  test('does not run for another input, and the token is burned by the attempt', async () => {
    const made = await home('auto')
    const agent = await made.connect()
    const token = await preview(agent, 'tea')
    expect(await agent.call('notes_add', { text: 'rum', token })).toMatchObject(UNCONFIRMED)
    expect(await agent.call('notes_add', { text: 'tea', token })).toMatchObject(UNCONFIRMED)
    expect(await found(made, 'tea')).toEqual([])
  })
  test('does not run for a token that is none, another tool, or words of confirmation', async () => {
    const made = await home('auto')
    const agent = await made.connect()
    const token = await preview(agent, 'tea')
    for (const none of ['', 'yes', 'f'.repeat(64), 7, true, null, { $ne: 1 }, [token]])
      expect(await agent.call('notes_add', { text: 'tea', token: none })).toMatchObject(UNCONFIRMED)
    for (const more of [{ confirm: true }, { agent: 'other' }, { door: 'cli' }, { approve: true }])
      expect(await agent.call('notes_add', { text: 'tea', ...more })).toMatchObject({
        error: { code: 'bad-request' },
      })
    expect(await agent.call('notes_find', { word: 'tea', token })).toMatchObject(UNCONFIRMED)
    expect(await agent.call('notes_add', { text: 'tea', token })).toMatchObject(UNCONFIRMED)
    expect(await found(made, 'tea')).toEqual([])
  })
  test("does not run for another agent's token, which is burned for both", async () => {
    const made = await home('auto')
    const [one, other] = [await made.connect('claude'), await made.connect('other')]
    const token = await preview(one, 'tea')
    expect(await other.call('notes_add', { text: 'tea', token })).toMatchObject(UNCONFIRMED)
    expect(await one.call('notes_add', { text: 'tea', token })).toMatchObject(UNCONFIRMED)
    expect(await found(made, 'tea')).toEqual([])
  })
  test('runs once of twenty that bring the same token at the same time', async () => {
    const made = await home('auto')
    const agent = await made.connect()
    const token = await preview(agent, 'tea')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => agent.call('notes_add', { text: 'tea', token })),
    )
    expect(answers.filter(({ outcome }) => outcome === 'done')).toHaveLength(1)
    expect(await found(made, 'tea')).toEqual(['tea'])
  })
})

describe('a change that policy.toml wants proposed', () => {
  test('is filed at the second call, and a person decides', async () => {
    const made = await home('propose')
    const agent = await made.connect()
    const token = await preview(agent, 'tea')
    const filed = await agent.call('notes_add', { text: 'tea', token })
    expect(filed).toMatchObject({ outcome: 'proposed', id: expect.stringMatching(/^p_[a-z2-7]{26}$/) })
    expect(JSON.stringify(await agent.call('proposals_list'))).toContain(String(filed['id']))
    expect(await agent.call('notes_add', { text: 'tea', token })).toMatchObject(UNCONFIRMED)
    const shown = (await made.told('proposals.show', { id: filed['id'] })) as {
      risk: string
      proposer: string
    }
    expect(JSON.stringify(shown)).toContain('agent:claude')
    expect(shown).toMatchObject({ risk: 'high', state: 'pending' })
    for (const decide of ['proposals_approve', 'proposals_refuse'])
      expect(await agent.call(decide, { ids: [filed['id']] })).toMatchObject({
        error: { code: 'unavailable' },
      })
  })
  test('carries the words of its agent, and is one proposal however often its nonce comes', async () => {
    const made = await home('propose')
    const agent = await made.connect()
    const file = async (more: object) =>
      agent.call('notes_add', { text: 'tea', ...more, token: await preview(agent, 'tea') })
    const words = { prose: 'Because you asked for tea.', nonce: 'tea-of-monday' }
    const first = await file(words)
    expect(await file(words)).toMatchObject({ outcome: 'proposed', id: first['id'] })
    expect(await agent.call('status')).toMatchObject({ output: { pending: 1 } })
    expect(await made.told('proposals.show', { id: first['id'] })).toMatchObject({ prose: words.prose })
    expect(await file({ nonce: 'tea-of-tuesday' })).not.toMatchObject({ id: first['id'] })
    expect(await agent.call('status')).toMatchObject({ output: { pending: 2 } })
    for (const wrong of [{ prose: 7 }, { nonce: null }])
      expect(await file(wrong)).toMatchObject({ error: { code: 'bad-request' } })
    for (const wrong of [{ nonce: 'short' }, { prose: 'x'.repeat(2_001) }])
      expect(await file(wrong)).toMatchObject({ error: { code: 'wrong-shape' } })
    expect(await agent.call('status')).toMatchObject({ output: { pending: 2 } })
  })
  test('is applied by the next twind where one was killed after a person had approved it', async () => {
    const made = await home('propose')
    const agent = await made.connect()
    const filed = await agent.call('notes_add', { text: 'tea', token: await preview(agent, 'tea') })
    await made.stop()
    // What an approval leaves before anything is applied: the same file, in the folder of the next state.
    const spool = join(made.home, 'state/spool')
    const [name = ''] = readdirSync(join(spool, 'pending'))
    renameSync(join(spool, 'pending', name), join(spool, 'approved', name))
    await made.start()
    await expect
      .poll(() => made.told('proposals.show', { id: filed['id'] }), { timeout: 10_000 })
      .toMatchObject({ state: 'applied' })
  })
  test("is seen by its own agent alone: another's looks as one that does not exist", async () => {
    const made = await home('propose')
    const [one, other] = [await made.connect('claude'), await made.connect('other')]
    const token = await preview(one, 'tea')
    const { id } = await one.call('notes_add', { text: 'tea', token })
    expect(await one.call('proposals_show', { id })).toMatchObject({ outcome: 'done' })
    expect(await other.call('proposals_show', { id })).toEqual(
      await other.call('proposals_show', { id: `p_${'a'.repeat(26)}` }),
    )
    expect(JSON.stringify(await other.call('proposals_list'))).not.toContain(String(id))
    expect(await one.call('status')).toMatchObject({ output: { pending: 1 } })
    expect(await other.call('status')).toMatchObject({ output: { pending: 0 } })
  })
})

describe('a change that policy.toml never allows', () => {
  test('is refused before there is a token', async () => {
    const made = mcpHome({ policy: '[apply.task]\nargv = ["/bin/true"]\n' })
    await made.start()
    await made.offer('apply.run')
    const agent = await made.connect()
    const answer = await agent.call('apply_run', { name: 'task', arguments: {} })
    expect(answer).toMatchObject({ outcome: 'refused', error: { code: 'denied' } })
    expect(JSON.stringify(answer)).not.toMatch(/token|[0-9a-f]{64}/)
  })
  test('is not even there where it is a plugin', async () => {
    const made = mcpHome({ toml, policy: '[capabilities]\n' })
    await made.start()
    const agent = await made.connect()
    expect(await agent.call('notes_add', { text: 'x' })).toEqual(await agent.call('no_such'))
  })
})

test('a plugin is off for agents until a person turns it on, and all of it goes off at once', async () => {
  const made = mcpHome({ toml, policy: policy('auto') })
  await made.start()
  const agent = await made.connect()
  const before = await agent.names()
  expect(before.filter(name => name.startsWith('notes_'))).toEqual([])
  await made.told('exposure.set', { name: 'notes', to: 'on' })
  expect((await agent.names()).filter(name => name.startsWith('notes_'))).toEqual(['notes_find', 'notes_add'])
  await made.told('exposure.set', { name: 'notes', to: 'off' })
  expect(await agent.names()).toEqual(before)
  expect(await agent.call('notes_find', { word: 'a' })).toEqual(await agent.call('no_such'))
})
