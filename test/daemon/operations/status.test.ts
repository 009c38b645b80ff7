// What "status" tells a person, and how much less an agent.
import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { version } from '../../../files/version.ts'
import type { Channel } from '../../../protocol/door.ts'
import { AGENT, PERSON, realWorld } from '../realWorld.ts'
import { POLICY } from '../twindProcess.ts'

const TOML = `
[mail]
accounts = ["Very Secret Account"]
[workspaces.private]
accounts = ["Secret Family"]
[agents.claude]
[agents.other]
[plugins.notes]
command = ["/bin/false"]
[jobs.news]
command = ["/bin/true"]
at = ["05:00"]
`
const TASK = `${POLICY}"apply.task" = "propose"\n[apply.task]\nargv = ["/bin/true"]\n`
const outputOf = async (site: ReturnType<typeof realWorld>, channel: Channel) => {
  const result = await site.call(channel, 'status')
  if (!result.ok || result.value.outcome !== 'done') throw new Error('Cannot read status: wanted an output')
  return result.value.output as Record<string, unknown>
}

describe('status for a person', () => {
  test.each(['cli', 'ui', 'menubar'] as const)(
    'status at the door %s tells all of how twin is',
    async door => {
      const site = realWorld(TOML, `${POLICY}"plugin.notes" = "auto"\n"job.news" = "auto"\n`)
      expect(await outputOf(site, { door, agent: null, terminal: false })).toMatchObject({
        view: 'person',
        version: version(),
        resident: true,
        pid: process.pid,
        doors: ['cli', 'agent.claude'],
        agents: ['claude', 'other'],
        workspaces: ['default', 'private'],
        problem: null,
        jobs: [{ name: 'mail' }, { name: 'news', isFailing: false, last: null }],
        plugins: [{ name: 'notes', healthy: false, why: expect.any(String) }],
        pending: 0,
        unknown: 0,
        troubles: [],
      })
    },
  )
  test('status tells what is wrong with the files and what waits for a person', async () => {
    const site = realWorld(TOML, TASK)
    const proposed = { kind: 'command', command: 'task', arguments: {} } as const
    expect(site.world.spool.file(AGENT, proposed, { nonce: 'nonce-0001', prose: 'please' }).ok).toBe(true)
    expect(site.told.filed).toBe(1)
    writeFileSync(site.paths.policyToml, '[nonsense')
    expect(await outputOf(site, PERSON)).toMatchObject({
      problem: { is: expect.stringContaining('policy.toml'), fix: expect.any(String) },
      pending: 1,
    })
  })
})

describe('status for an agent', () => {
  test('an agent is told its workspaces and its own proposals, no account, no job, no door', async () => {
    const site = realWorld(TOML, TASK)
    const proposed = { kind: 'command', command: 'task', arguments: {} } as const
    const other: Channel = { ...AGENT, agent: 'other' }
    expect(site.world.spool.file(other, proposed, { nonce: 'nonce-0001', prose: '' }).ok).toBe(true)
    const status = await outputOf(site, AGENT)
    expect(status).toEqual({
      view: 'agent',
      version: version(),
      resident: true,
      since: expect.any(Number),
      workspaces: ['default'],
      pending: 0,
    })
    expect(JSON.stringify(status) + JSON.stringify(await outputOf(site, PERSON))).not.toContain('Secret')
  })
})
