// What an agent is offered over MCP: exactly what twind offers it now, in constant words, and nothing else tells it of more.
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { registry } from '../../daemon/operations/registry.ts'
import { mcpName } from '../../mcp/mcpName.ts'
import { ATTACKS, hostileStore } from '../cli/hostileStore.ts'
import { buildProcesses, mcpHome, until } from './mcpHome.ts'

buildProcesses()
const now = () => Math.floor(Date.now() / 1_000)
const tools = (ceilings: readonly string[]) =>
  registry.filter(({ ceiling }) => ceilings.includes(ceiling)).map(({ name }) => mcpName(name))

describe('tools/list', () => {
  test('twin mcp lists exactly what twind offers this agent', async () => {
    const home = mcpHome()
    await home.start()
    const { names } = await home.connect()
    expect(await names()).toEqual(tools(['on']))
    await home.offer('mail.list', 'apply.list')
    expect(new Set(await names())).toEqual(new Set([...tools(['on']), 'mail_list', 'apply_list']))
    await home.told('exposure.set', { name: 'mail.list', to: 'off' })
    expect(new Set(await names())).toEqual(new Set([...tools(['on']), 'apply_list']))
  })
  test('lists whatever can be turned on once it is, and what is never offered cannot be', async () => {
    const home = mcpHome({ toml: '[operations]\ncalls = 6000\n' })
    await home.start()
    for (const { name, ceiling } of registry) {
      const answer = await home.person('exposure.set', { name, to: 'on' })
      expect([name, answer.ok]).toEqual([name, ceiling !== 'never'])
    }
    const { client, names } = await home.connect()
    expect(await names()).toEqual(tools(['on', 'off']))
    for (const { name, description, inputSchema, annotations } of (await client.listTools()).tools) {
      const operation = registry.find(one => mcpName(one.name) === name)
      expect(description?.toLowerCase()).toContain(operation?.summary.toLowerCase())
      expect(annotations?.readOnlyHint).toBe(operation?.class === 'read')
      expect(Object.keys(inputSchema.properties ?? {}).includes('token')).toBe(operation?.class === 'mutate')
      expect(description).toBe(description?.normalize('NFC').replace(/[^\x20-\x7E]/g, ''))
    }
  })
  test('lists more operations than one page of twind holds', async () => {
    const home = mcpHome({ toml: '[operations]\nlist = 2\n' })
    await home.start()
    const { names } = await home.connect()
    expect((await names()).length).toBeGreaterThan(2)
    expect(await names()).toEqual(tools(['on']))
  })
  test('tells the client that the list changed when a listed tool is gone', async () => {
    const home = mcpHome()
    await home.start()
    await home.offer('mail.accounts')
    const { client, names, call } = await home.connect()
    let changed = 0
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => void changed++)
    await names()
    await home.told('exposure.set', { name: 'mail.accounts', to: 'off' })
    for (let turn = 0; turn < 2; turn++)
      expect(await call('mail_accounts')).toMatchObject({ error: { code: 'unavailable' } })
    expect(await until(() => changed > 0)).toBe(true)
    await pause(50)
    expect(changed).toBe(1)
    expect(await names()).not.toContain('mail_accounts')
  })
})

describe('what is not offered', () => {
  test('is refused in the words of what does not exist, whatever the reason', async () => {
    const home = mcpHome()
    await home.start()
    const { call } = await home.connect()
    const unknown = await call('no_such')
    expect(unknown).toMatchObject({ outcome: 'refused', error: { code: 'unavailable' } })
    for (const name of [
      'mail_list',
      'audit_list',
      'exposure_set',
      'policy_show',
      'jobs_run',
      'proposals_approve',
      'mail.list',
      'mail_list_x',
      '../operations/mail.list',
      'MAIL_LIST',
      '',
      ' ',
      '\u202Email_list',
      'x'.repeat(500),
      'notes_find',
    ])
      expect([name, await call(name)]).toEqual([name, unknown])
  })
  test('includes everything that MCP has beside tools', async () => {
    const home = mcpHome()
    await home.start()
    const { client } = await home.connect()
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true } })
    const raw = home.raw()
    const methods = [
      'resources/list',
      'prompts/list',
      'sampling/createMessage',
      'elicitation/create',
      'logging/setLevel',
      'completion/complete',
      'tasks/list',
      'roots/list',
    ]
    raw.send(...methods.map((method, id) => ({ jsonrpc: '2.0', id, method, params: {} })))
    expect(await until(() => raw.messages().length === methods.length)).toBe(true)
    for (const { error } of raw.messages())
      expect(error).toEqual({ code: -32601, message: 'Method not found' })
  })
})

describe('mail over MCP', () => {
  const WORDS = /seen|evil\.example|Elsewhere|deadline|urgent|other\.test/
  test('comes as data that is marked, and no word of it stands in names, descriptions, errors, instructions or the log', async () => {
    const home = mcpHome({
      store: hostileStore(now()),
      accounts: ['Work'],
      toml: '[operations]\ncalls = 6000\n',
    })
    await home.start()
    const off = registry.filter(({ ceiling, name }) => ceiling === 'off' && name.startsWith('mail.'))
    await home.offer(...off.map(({ name }) => name))
    const { client, call, stderr } = await home.connect()
    const told = [JSON.stringify(await client.listTools()), client.getInstructions()]
    const listed = await call('mail_list')
    expect(listed).toMatchObject({ outcome: 'done', provenance: 'mail', untrusted: true })
    expect(JSON.stringify(listed)).toMatch(/seen clear/)
    for (const [name, args] of [
      ['mail_list', { account: 'Nobody' }],
      ['mail_list', { account: 'Elsewhere' }],
      ['mail_list', { from: ATTACKS['clear'] }],
      ['mail_list', { limit: 1_000_000 }],
      ['mail_list', { unknown: 1 }],
      ['mail_show', { handle: `h_${'a'.repeat(26)}` }],
      ['mail_show', {}],
      ['mail_mailboxes', { account: 'Elsewhere' }],
    ] as const) {
      const answer = await call(name, args)
      if (answer['outcome'] === 'refused') told.push(JSON.stringify(answer))
    }
    expect(told.length).toBeGreaterThan(6)
    for (const text of [...told, stderr()]) expect(text).not.toMatch(WORDS)
    for (const text of told) expect(text).not.toMatch(/[\p{Cf}]|(?!\n)\p{Cc}/u)
  })
  test('is narrowed to the workspaces of [mcp], and does not tell whether more exists', async () => {
    const home = mcpHome({
      store: hostileStore(now()),
      accounts: ['Work', 'Elsewhere'],
      toml: '[workspaces.private]\naccounts = ["Elsewhere"]\n',
    })
    await home.start()
    await home.offer('mail.list', 'mail.accounts', 'mail.mailboxes')
    const { client, call } = await home.connect()
    expect(client.getInstructions()).toContain('these workspaces: default.')
    expect(await call('status')).toMatchObject({ output: { workspaces: ['default'] } })
    const accounts = JSON.stringify(await call('mail_accounts'))
    expect(accounts).toContain('Work')
    expect(accounts).not.toContain('Elsewhere')
    expect(await call('mail_list', { account: 'Elsewhere' })).toEqual(
      await call('mail_list', { account: 'Nobody at all' }),
    )
    expect(await call('mail_list')).toMatchObject({ error: { wanted: 'name an account in scope' } })
    expect(await call('mail_list', { account: 'Work' })).toMatchObject({ outcome: 'done' })
  })
})
