// The operations ops, exposure and policy, called through the gate as their doors call them. Relies on the world of the gate's tests
// and on a real list of exposure.
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../../daemon/database.ts'
import { openExposure } from '../../../daemon/exposure.ts'
import type { Operation } from '../../../daemon/gate/operation.ts'
import { registry } from '../../../daemon/operations/registry.ts'
import type { Asked } from '../../../daemon/world.ts'
import type { Channel } from '../../../protocol/door.ts'
import { parsePolicy } from '../../../protocol/policy.ts'
import { refused } from '../../../protocol/refusal.ts'
import { CALLERS, configOf, type GateWorld, gateWorld, wordOf } from '../gate/gateWorld.ts'
import { look } from '../gate/someOperations.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const { terminal, agent, stranger, page } = CALLERS
const NOTES = look({ name: 'notes.search' })
const TOML = '[agents.claude]\n[plugins.notes]\ncommand = ["/usr/bin/notes"]\n'

function site(operations: readonly Operation[] = [...registry, NOTES]): GateWorld {
  const it = gateWorld(operations, TOML)
  const database = openDatabase(join(temporaryFolder(), 'state', 'twin.db'))
  if (!database.ok) throw new Error(database.refusal.is)
  const exposure = openExposure({
    database: database.value,
    operations: () => it.operations,
    plugins: () => Object.keys(it.config.plugins),
    now: () => it.now,
  })
  if (!exposure.ok) throw new Error(exposure.refusal.is)
  it.exposed = exposure.value.isOffered
  Object.assign(it.world, { exposure: exposure.value })
  return it
}

/** What the call gives; throws where it is not done. */
async function output(it: GateWorld, channel: Channel, asked: Partial<Asked> & { name: string }) {
  const result = await it.call(channel, asked)
  if (!result.ok || result.value.outcome !== 'done')
    throw new Error(`Cannot test an output: ${asked.name} ended as ${wordOf(result)}`)
  return result.value.output as Record<string, unknown>
}
const namesOf = ({ operations }: Record<string, unknown>): unknown[] =>
  (operations as { name: string }[]).map(({ name }) => name)

describe('ops.list', () => {
  test('ops.list gives an agent what is on at first, and what a person turned on after that', async () => {
    const it = site()
    const before = namesOf(await output(it, agent, { name: 'ops.list' }))
    expect(before).toEqual(registry.filter(({ ceiling }) => ceiling === 'on').map(({ name }) => name))
    it.world.exposure.set('mail.list', true, 'cli')
    it.world.exposure.set('notes', true, 'cli')
    it.world.exposure.set('ops.show', false, 'cli')
    const after = namesOf(await output(it, agent, { name: 'ops.list' }))
    expect(after).toEqual(expect.arrayContaining(['mail.list', 'notes.search']))
    expect(after).not.toContain('ops.show')
  })

  test('ops.list gives a person what the door offers, with whether agents are offered it', async () => {
    const it = site()
    const { operations } = await output(it, terminal, { name: 'ops.list' })
    expect(operations).toContainEqual({
      name: 'mail.list',
      summary: registry.find(({ name }) => name === 'mail.list')?.summary,
      class: 'read',
      ceiling: 'off',
      agents: false,
    })
    expect(operations).toContainEqual(expect.objectContaining({ name: 'status', agents: true }))
    expect(namesOf(await output(it, page, { name: 'ops.list' }))).not.toContain('exposure.set')
  })

  test('ops.list gives at most as many as the setting, says how many follow, and gives them by skip', async () => {
    const it = site()
    const whole = namesOf(await output(it, terminal, { name: 'ops.list' }))
    it.config = configOf(`${TOML}[operations]\nlist = 5`)
    const first = await output(it, terminal, { name: 'ops.list' })
    expect([namesOf(first), first['more']]).toEqual([whole.slice(0, 5), whole.length - 5])
    const rest = await output(it, terminal, { name: 'ops.list', input: { skip: whole.length - 2, limit: 5 } })
    expect([namesOf(rest), rest['more']]).toEqual([whole.slice(-2), 0])
    expect(wordOf(await it.call(terminal, { name: 'ops.list', input: { limit: 6 } }))).toBe('over-limit')
  })
})

describe('ops.show', () => {
  test('ops.show gives the schemas, the doors and the capability', async () => {
    const shown = await output(site(), terminal, { name: 'ops.show', input: { name: 'exposure.set' } })
    expect(shown).toMatchObject({
      class: 'mutate',
      ceiling: 'never',
      agents: false,
      doors: ['cli'],
      capability: null,
      reversible: true,
      positional: ['name', 'to'],
      input: { type: 'object', additionalProperties: false, required: ['name', 'to'] },
    })
    expect(await output(site(), terminal, { name: 'ops.show', input: { name: 'jobs.run' } })).toMatchObject({
      capability: 'by-input',
    })
  })

  test('ops.show tells an agent nothing of what it is not offered, not even that it exists', async () => {
    const it = site()
    const show = (name: string) => it.call(agent, { name: 'ops.show', input: { name } })
    const unknown = await show('no.such')
    expect(wordOf(unknown)).toBe('unavailable')
    for (const name of ['mail.list', 'exposure.set', 'notes.search'])
      expect(await show(name)).toEqual(unknown)
    expect(wordOf(await show('status'))).toBe('done')
  })
})

describe('exposure', () => {
  const set = (name: string, to: string) => ({ name: 'exposure.set', input: { name, to }, confirm: true })

  test('exposure.set shows first what it would change, then changes it, recorded as a change', async () => {
    const it = site()
    const preview = await it.call(terminal, { name: 'exposure.set', input: { name: 'mail.list', to: 'on' } })
    expect(preview.ok && preview.value).toMatchObject({
      outcome: 'preview',
      preview: { count: 1, changes: [{ id: 'mail.list', before: 'off', after: 'on' }], token: null },
    })
    expect(it.gate.offered(agent).map(({ name }) => name)).not.toContain('mail.list')
    expect(await output(it, terminal, set('mail.list', 'on'))).toEqual({
      offered: true,
      operations: ['mail.list'],
    })
    expect(it.gate.offered(agent).map(({ name }) => name)).toContain('mail.list')
    expect(it.records.slice(1).map(({ event, operation }) => [event, operation])).toEqual([
      ['intent', 'exposure.set'],
      ['result', 'exposure.set'],
    ])
    const { operations } = await output(it, terminal, { name: 'exposure.list' })
    expect(operations).toContainEqual({
      name: 'mail.list',
      ceiling: 'off',
      offered: true,
      changed: it.now / 1_000,
      by: 'cli',
    })
  })

  test('exposure.set refuses what is never offered, in the preview too', async () => {
    const it = site()
    const asked = { name: 'exposure.set', input: { name: 'exposure.set', to: 'on' } }
    expect(wordOf(await it.call(terminal, asked))).toBe('denied')
    expect(wordOf(await it.call(terminal, { ...asked, confirm: true }))).toBe('denied')
    expect(wordOf(await it.call(terminal, set('no.such', 'on')))).toBe('bad-request')
    expect(wordOf(await it.call(terminal, set('mail.list', 'maybe')))).toBe('bad-request')
  })

  test('exposure.set lowers all of a plugin at once', async () => {
    const it = site()
    await output(it, terminal, set('notes', 'on'))
    expect(it.gate.offered(agent)).toContain(NOTES)
    expect(await output(it, terminal, set('notes', 'off'))).toEqual({
      offered: false,
      operations: ['notes.search'],
    })
    expect(it.gate.offered(agent)).not.toContain(NOTES)
  })

  test('no agent reaches exposure or policy, whatever it is offered', async () => {
    const it = site()
    for (const { name, ceiling } of registry)
      if (ceiling !== 'never') it.world.exposure.set(name, true, 'cli')
    for (const name of ['exposure.list', 'exposure.set', 'policy.show'])
      for (const channel of [agent, stranger])
        expect(wordOf(await it.call(channel, { name }))).toBe('unavailable')
    expect(wordOf(await it.call(terminal, { name: 'exposure.list' }))).toBe('done')
  })
})

describe('policy.show', () => {
  const policyOf = (toml: string) => {
    const parsed = parsePolicy(toml)
    if (!parsed.ok) throw new Error(parsed.refusal.is)
    return parsed.value
  }

  test('policy.show gives every capability with its grant and why', async () => {
    const it = site()
    it.config = configOf(`${TOML}
[jobs.news]
command = ["/usr/bin/news"]
[jobs.rain]
command = ["/usr/bin/rain"]
capability = "job.weather"`)
    it.policy = policyOf(`
[capabilities]
"mail.read" = "auto"
"mail.flag" = "never"
"mail.send" = "propose"
"job.news" = "auto"
"job.gone" = "auto"
[apply.task]
argv = ["/usr/bin/task"]`)
    const { capabilities, problem, version } = await output(it, terminal, { name: 'policy.show' })
    const told = Object.fromEntries(
      (capabilities as { capability: string; grant: string; why: string; atMostPropose: boolean }[]).map(
        one => [one.capability, [one.grant, one.why, one.atMostPropose]],
      ),
    )
    expect([problem, version]).toEqual([null, 'a'.repeat(64)])
    expect(told).toEqual({
      'mail.read': ['auto', 'listed', false],
      'mail.collection': ['never', 'not listed', false],
      'mail.flag': ['never', 'listed', false],
      'mail.trash': ['never', 'not listed', false],
      'mail.expunge': ['never', 'not listed', true],
      'mail.draft': ['never', 'not listed', false],
      'mail.send': ['propose', 'listed', true],
      'brief.write': ['never', 'not listed', false],
      'job.news': ['auto', 'listed', false],
      'job.weather': ['never', 'not listed', false],
      'apply.task': ['never', 'not listed', false],
      'plugin.notes': ['never', 'not listed', false],
      'job.gone': ['auto', 'listed', false],
    })
  })

  test('policy.show says what is wrong with a file while the last good one is in force', async () => {
    const it = site()
    it.policy = policyOf('[capabilities]\n"mail.read" = "auto"')
    it.problem = refused('config', { is: 'policy.toml is not TOML, line 3', wanted: 'x', fix: 'y' }).refusal
    const shown = await output(it, terminal, { name: 'policy.show' })
    expect(shown['problem']).toBe('policy.toml is not TOML, line 3')
    expect(shown['capabilities']).toContainEqual(
      expect.objectContaining({ capability: 'mail.read', grant: 'auto' }),
    )
    expect(
      wordOf(
        await it.call(terminal, {
          name: 'exposure.set',
          input: { name: 'mail.list', to: 'on' },
          confirm: true,
        }),
      ),
    ).toBe('config')
  })
})
