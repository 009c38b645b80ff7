// twin.toml and policy.toml as they ship: they say every key with its default, and the example job works once it is uncommented.
// The feed is one of the test's own, on a loopback port.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { describe, expect, onTestFinished, test } from 'vitest'
import { jobRemarks } from '../../../daemon/jobs/jobRemarks.ts'
import { packageRoot } from '../../../files/packageRoot.ts'
import { CAPABILITIES } from '../../../protocol/capability.ts'
import { Config, parseConfig } from '../../../protocol/config.ts'
import { Account, Job } from '../../../protocol/configTables.ts'
import { pathsOf } from '../../../protocol/paths.ts'
import { parsePolicy } from '../../../protocol/policy.ts'
import { fakeClock, jobWorld } from './jobWorld.ts'

const shipped = (name: string): string => readFileSync(join(packageRoot, name), 'utf8')
/** The commented table that begins with `header`, uncommented. */
const uncommented = (text: string, header: string): string => {
  const lines = text.slice(text.indexOf(`# ${header}`)).split('\n')
  const end = lines.findIndex(line => !line.startsWith('#'))
  return lines
    .slice(0, end)
    .map(line => line.replace(/^# ?/, ''))
    .join('\n')
}
const FEED = `<?xml version="1.0"?><rss version="2.0"><channel><title>The Paper</title>
<item><title>First &amp; foremost</title><description>&lt;b&gt;Bold&lt;/b&gt; words ${'x'.repeat(700)}</description><link>https://paper.test/1</link></item>
<item><title>Second</title><link>https://paper.test/2</link></item>
<item></item></channel></rss>`

/** A Python that may be started, and what it needs to read beside the system's folders. */
function python(): { path: string; reads: string[] } | undefined {
  if (existsSync('/usr/bin/python3')) return { path: '/usr/bin/python3', reads: [] }
  try {
    const code =
      'import os, sys; print(os.path.realpath(sys.executable)); print(os.path.realpath(sys.base_prefix))'
    const [path = '', prefix = ''] = execFileSync('python3', ['-c', code], { encoding: 'utf8' }).split('\n')
    return { path, reads: [prefix] }
  } catch {
    return undefined
  }
}

describe('twin.toml as it ships', () => {
  test('twin.toml names every key that is not a person’s to invent, each with its default', () => {
    const written = parse(shipped('twin.toml'))
    const { jobs, plugins, agents, workspaces, accounts, actors, ...defaults } = Config.parse({})
    expect(written).toEqual(defaults)
    expect([jobs, plugins, agents, workspaces, accounts, actors]).toEqual([{}, {}, {}, {}, {}, {}])
  })
  test('the example of an account names every key that an account has, each with its default', () => {
    const { accounts } = parse(uncommented(shipped('twin.toml'), '[accounts.home]')) as {
      accounts: { home: Record<string, unknown> }
    }
    expect(accounts.home).toEqual(Account.parse({ adapter: 'maildir', path: '~/Mail' }))
  })
  test('the example of a job names every key that a job has, and those left out have the default that it tells', () => {
    const example = uncommented(shipped('twin.toml'), '[jobs.news]')
    const { jobs } = parse(example) as { jobs: { news: Record<string, unknown> } }
    expect(Object.keys(jobs.news).sort()).toEqual(Object.keys(Job.def.shape).sort())
    expect(Job.parse({ command: ['/x'] })).toEqual({
      command: ['/x'],
      at: [],
      timeout: '5m',
      reads: [],
      writes: [],
      network: 'none',
      items: false,
    })
  })
  test('every example of a table is taken as it stands, and check has nothing against the job', () => {
    const text = shipped('twin.toml')
    const examples = [
      '[workspaces.private]',
      '[agents.claude]',
      '[jobs.news]',
      '[plugins.notes]',
      '[accounts.home]',
    ]
    const config = parseConfig(examples.map(header => uncommented(text, header)).join('\n'))
    if (!config.ok) throw new Error(config.refusal.is)
    const remarks = jobRemarks(config.value, pathsOf({ HOME: '/nowhere' }), '/nowhere')
    expect(remarks.filter(remark => !remark.includes('which is not there'))).toEqual([])
  })
  test('the example of a job prints items of a feed once it is allowed', async ctx => {
    const found = python() ?? ctx.skip('there is no python3')
    const server = createServer((_, response) => response.end(FEED)).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const toml = uncommented(shipped('twin.toml'), '[jobs.news]')
      .replace(/https:\/\/[^"]+rss\.xml/, `http://127.0.0.1:${port}/`)
      .replace('/usr/bin/python3', found.path)
      .replace('reads = []', `reads = ${JSON.stringify(found.reads)}`)
    const one = jobWorld({ toml, clock: fakeClock('2026-11-30T05:00:00Z'), perform: null })
    const io = { signal: new AbortController().signal, progress: () => undefined }
    const run = await one.world.jobs.run('news', { trigger: 'person', due: null }, io)
    const shown = one.world.jobs.show('news')
    expect([run, shown.ok && shown.value.output?.stderr]).toMatchObject([
      { ok: true, value: { why: null } },
      '',
    ])
    expect(one.world.jobs.items()).toMatchObject({
      value: [
        {
          job: 'news',
          items: [
            { title: 'First & foremost', source: 'The Paper', link: 'https://paper.test/1' },
            { title: 'Second', text: '', link: 'https://paper.test/2' },
            { title: '', link: null },
          ],
        },
      ],
    })
  })
})

describe('policy.toml as it ships', () => {
  test('policy.toml names every capability that exists, and only reading and the brief are auto', () => {
    const policy = parsePolicy(shipped('policy.toml'))
    if (!policy.ok) throw new Error(policy.refusal.is)
    const { capabilities } = policy.value
    expect(Object.keys(capabilities).sort()).toEqual([...CAPABILITIES].sort())
    expect(Object.entries(capabilities).filter(([, grant]) => grant !== 'never')).toEqual([
      ['mail.read', 'auto'],
      ['brief.write', 'auto'],
    ])
  })
  test('every commented capability and command of policy.toml is taken as it stands', () => {
    const text = shipped('policy.toml')
    const names = uncommented(text, '"job.news"')
      .split('\n')
      .filter(line => line.startsWith('"'))
    const example = `[capabilities]\n${names.join('\n')}\n${uncommented(text, '[apply.task]')}`
    expect(parsePolicy(example)).toMatchObject({
      ok: true,
      value: {
        capabilities: { 'job.news': 'auto', 'apply.task': 'propose', 'plugin.notes': 'auto' },
        apply: { task: { timeout: '30s' } },
      },
    })
  })
})
