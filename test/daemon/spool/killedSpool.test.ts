// twin is killed by SIGKILL before every single act on the disk, on a proposal's whole way; then the spool is opened again and
// compared with the state table. Whatever the step: nothing is lost, nothing is applied twice, and what nobody can know is said.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SPOOL_STATES, mayBecome } from '../../../daemon/spool/spoolStates.ts'
import { transition } from '../../../daemon/spool/spoolFolders.ts'
import { proposalId } from '../../../daemon/spool/proposalName.ts'
import { type State, STATES } from '../../../protocol/proposal.ts'
import { KILL_AT } from '../killAt.ts'
import { bundledScript, otherProcess } from '../otherProcess.ts'
import { approve, codeOf, newSite, NOW, policyToml, type Site, TASK, TERMINAL, valueOf } from './site.ts'

/** The way of one proposal in a process of its own. `from`: the way begins to be dangerous there. */
const SCRIPT = `
import { openAudit } from './daemon/audit/openAudit.ts'
import { openDatabase } from './daemon/database.ts'
import { openSpool } from './daemon/spool/openSpool.ts'
import { parseConfig } from './protocol/config.ts'
import { parsePolicy } from './protocol/policy.ts'
${KILL_AT}
const [, , folder, way, step] = process.argv
const value = result => { if (!result.ok) throw new Error(result.refusal.is); return result.value }
let now = ${NOW}
const policy = value(parsePolicy(fs.readFileSync(folder + '/policy.toml', 'utf8')))
const spool = value(openSpool({
  folder: folder + '/state/spool', home: folder, now: () => now,
  database: value(openDatabase(folder + '/state/twin.db')),
  audit: value(openAudit(folder + '/state/audit', () => now)),
  configuration: () => ({ config: value(parseConfig('[agents.claude]')), policy, version: '', problem: null }),
  operations: () => [], apply: () => { throw new Error('no operation') },
  signal: new AbortController().signal, log: () => {},
}))
const agent = { door: 'mcp', agent: 'claude', terminal: false }
const person = { door: 'cli', agent: null, terminal: true }
async function main() {
  if (way === 'approve' || way === 'auto') killAt(Number(step))
  const filed = value(spool.file(agent, ${JSON.stringify(TASK)}, { nonce: 'nonce-01', prose: '' }))
  if (way !== 'approve' && way !== 'auto') killAt(Number(step))
  if (way === 'approve') value(await spool.approve(person, [filed.id], filed.digest))
  if (way === 'refuse') value(spool.refuse(person, [filed.id]))
  if (way === 'expire') now += 8 * 86_400_000
  if (way === 'auto' || way === 'expire') value(await spool.tend())
  console.log('end')
}
void main()`

const ID = proposalId('agent:claude', 'nonce-01')

/** Runs one way to its end or to the step at which it is killed. */
async function walk(script: string, site: Site, way: readonly string[]): Promise<'end' | 'killed'> {
  const child = otherProcess(script, site.folder, ...way)
  let last: string | undefined
  for (let line = await child.line(); line !== undefined; line = await child.line()) last = line
  return last === 'end' ? 'end' : 'killed'
}

function siteFor(grant: string): Site {
  const site = newSite()
  site.grant({ 'apply.task': grant })
  writeFileSync(
    join(site.folder, 'policy.toml'),
    policyToml(join(site.folder, 'task'), { 'apply.task': grant }),
  )
  return site
}

describe('kill -9 at every step', () => {
  test.each([
    { way: 'approve', grant: 'propose', seen: ['new', 'pending', 'approved', 'applying', 'applied'] },
    { way: 'auto', grant: 'auto', seen: ['new', 'approved', 'applying', 'applied'] },
    { way: 'refuse', grant: 'propose', seen: ['pending', 'refused'] },
    { way: 'expire', grant: 'propose', seen: ['pending', 'refused'] },
  ])(
    'on the way "$way" every state that a crash leaves becomes what the table says',
    async ({ way, grant, seen }) => {
      const script = await bundledScript(SCRIPT)
      const found = new Set<State>()
      let end = 'killed'
      for (let step = 1; end === 'killed'; step++) {
        const site = siteFor(grant)
        end = await walk(script, site, [way, String(step)])
        const state = site.stateOf(ID)
        const marks = site.marks().length
        if (state) found.add(state)
        expect(
          STATES.flatMap(each => site.names(each)).filter(name => name.startsWith(ID)).length,
        ).toBeLessThanOrEqual(1)
        if (way === 'expire') site.clock.now += 8 * 86_400_000
        const spool = site.reopen()
        valueOf(await spool.tend())
        const then = site.stateOf(ID)
        const row = SPOOL_STATES.find(each => each.state === state)
        if (state === undefined) expect(then).toBeUndefined()
        else if (way !== 'expire') expect(row?.recovered).toContain(then)
        else expect(then).toBe('refused')
        expect(site.marks()).toHaveLength(then === 'applied' ? 1 : marks)
        expect(marks === 0 || state === 'applying' || state === 'applied').toBe(true)
        if (then === 'stuck') expect(valueOf(spool.get(ID)).why).toBe('twin ended while it was being applied')
        // Asking again with the same nonce is asking once, wherever the crash was.
        valueOf(
          spool.file({ door: 'mcp', agent: 'claude', terminal: false }, TASK, {
            nonce: 'nonce-01',
            prose: '',
          }),
        )
        expect(site.stateOf(ID)).toBe(then ?? (grant === 'auto' ? 'approved' : 'pending'))
        expect(site.names('new')).toEqual([])
        expect(valueOf(await site.parts.audit.verify())).toMatchObject({ broken: null, missing: 0 })
      }
      expect([...found].sort()).toEqual([...seen].sort())
    },
    180_000,
  )
  test('a crash while it is applied leaves its intent without a result, and the log says that the outcome is unknown', async () => {
    const site = siteFor('propose')
    site.place('applying', { nonce: 'nonce-01' })
    const intent = { event: 'intent', caller: 'agent:claude', operation: 'apply.run', proposal: ID } as const
    const { openAudit } = await import('../../../daemon/audit/openAudit.ts')
    const before = valueOf(openAudit(join(site.folder, 'other'), () => NOW))
    before.record(intent)
    before.close()
    const after = valueOf(openAudit(join(site.folder, 'other'), () => NOW))
    expect(valueOf(after.list(10)).unknown).toEqual([0])
    const spool = site.reopen()
    expect(valueOf(spool.get(ID))).toMatchObject({
      state: 'stuck',
      why: 'twin ended while it was being applied',
    })
    valueOf(await spool.tend())
    expect(site.marks()).toEqual([])
    expect(codeOf(await approve({ spool, digestOf: site.digestOf }, [ID]))).toBe('stale')
    expect(codeOf(spool.refuse(TERMINAL, [ID]))).toBe('ok')
  })
})

describe('the state table', () => {
  test('has each state once, and no way out of what is finished but a person’s', () => {
    expect(SPOOL_STATES.map(({ state }) => state)).toEqual(STATES)
    expect(SPOOL_STATES.filter(({ to }) => to.length === 0).map(({ state }) => state)).toEqual([
      'applied',
      'refused',
    ])
  })
  test.each(STATES.flatMap(from => STATES.map(to => [from, to] as const)))(
    'a proposal that is %s becomes %s exactly where the table says so',
    (from, to) => {
      const site = newSite()
      const id = site.place(from, {})
      const place = { id, digest: site.path(from, id).split('.').at(-2) ?? '', state: from }
      if (mayBecome(from, to)) transition(site.spoolFolder, place, to)
      else expect(() => transition(site.spoolFolder, place, to)).toThrow('no such transition')
      expect(site.stateOf(id)).toBe(mayBecome(from, to) ? to : from)
    },
  )
})
