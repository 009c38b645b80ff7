// twin is killed by SIGKILL before every single act on the disk while a run's change of mail goes its way; then the spool is opened
// again, the adapter is asked, and all of it is compared with the state table. Whatever the step: with an adapter that keeps a
// journal the change is made exactly once; with one that cannot tell, it is made at most once and a person is told.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SPOOL_STATES } from '../../../daemon/spool/spoolStates.ts'
import { proposalId } from '../../../daemon/spool/proposalName.ts'
import { type State, STATES } from '../../../protocol/proposal.ts'
import { KILL_AT } from '../killAt.ts'
import { bundledScript, otherProcess } from '../otherProcess.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { diskAccount, effectsIn, isTwice } from './diskAccount.ts'
import { AUTO, change, HOME, PROPOSE } from './mailSite.ts'
import { newSite, NOW, policyToml, type Site, valueOf } from './site.ts'

const CHANGE = change('1', { verb: 'flag.add', to: 'seen' })
const RUN = { name: 'receipts', rate: 100 }
const SCRIPT = `
import { openAudit } from './daemon/audit/openAudit.ts'
import { openDatabase } from './daemon/database.ts'
import { openSpool } from './daemon/spool/openSpool.ts'
import { parseConfig } from './protocol/config.ts'
import { parsePolicy } from './protocol/policy.ts'
import { diskAccount } from './test/daemon/spool/diskAccount.ts'
${KILL_AT}
const [, , folder, way, answers, step] = process.argv
const value = result => { if (!result.ok) throw new Error(result.refusal.is); return result.value }
const policy = value(parsePolicy(fs.readFileSync(folder + '/policy.toml', 'utf8')))
const config = value(parseConfig(${JSON.stringify(HOME)}))
const spool = value(openSpool({
  folder: folder + '/state/spool', home: folder, now: () => ${NOW},
  database: value(openDatabase(folder + '/state/twin.db')),
  audit: value(openAudit(folder + '/state/audit', () => ${NOW})),
  configuration: () => ({ config, policy, version: '', problem: null }),
  operations: () => [], apply: () => { throw new Error('no operation') },
  openAdapter: diskAccount(folder, answers),
  signal: new AbortController().signal, log: () => {},
}))
const io = { signal: new AbortController().signal, progress: () => {} }
async function main() {
  if (way === 'auto') killAt(Number(step))
  value(await spool.propose(${JSON.stringify(RUN)}, [{ nonce: 'nonce-01', change: ${JSON.stringify(CHANGE)} }], io))
  if (way === 'approve') {
    killAt(Number(step))
    const [view] = value(spool.list(['pending']))
    value(await spool.approve({ door: 'cli', agent: null, terminal: true }, [view.id], view.digest))
  }
  console.log('end')
}
void main()`

const ID = proposalId('run:receipts', 'nonce-01')

async function walk(script: string, site: Site, way: readonly string[]): Promise<'end' | 'killed'> {
  const child = otherProcess(script, site.folder, ...way)
  let last: string | undefined
  for (let line = await child.line(); line !== undefined; line = await child.line()) last = line
  return last === 'end' ? 'end' : 'killed'
}

function siteFor(grants: Readonly<Record<string, string>>, answers: 'truly' | 'unknown'): Site {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'effects'))
  const site = newSite({ openAdapter: diskAccount(folder, answers) }, folder)
  site.configure(HOME)
  site.grant(grants)
  writeFileSync(join(folder, 'policy.toml'), policyToml(join(folder, 'task'), grants))
  return site
}

const placesOfId = (site: Site): number =>
  STATES.flatMap(each => site.names(each)).filter(name => name.startsWith(ID)).length

test.each([
  { way: 'auto', answers: 'truly', seen: ['new', 'approved', 'applying', 'applied'] },
  { way: 'auto', answers: 'unknown', seen: ['new', 'approved', 'applying', 'applied'] },
  { way: 'approve', answers: 'truly', seen: ['pending', 'approved', 'applying', 'applied'] },
] as const)(
  'killed at every step on the way "$way", with an adapter that answers "$answers", a change of mail is never made twice',
  async ({ way, answers, seen }) => {
    const script = await bundledScript(SCRIPT)
    const found = new Set<State>()
    let end = 'killed'
    for (let step = 1; end === 'killed'; step++) {
      const site = siteFor(way === 'auto' ? AUTO : PROPOSE, answers)
      end = await walk(script, site, [way, answers, String(step)])
      const state = site.stateOf(ID)
      const before = effectsIn(site.folder).length
      if (state) found.add(state)
      expect(placesOfId(site)).toBeLessThanOrEqual(1)
      expect(before === 0 || state === 'applying' || state === 'applied').toBe(true)
      const spool = site.reopen()
      valueOf(await spool.tend())
      const then = site.stateOf(ID)
      const row = SPOOL_STATES.find(each => each.state === state)
      if (state === undefined) expect(then).toBeUndefined()
      else expect(row?.recovered).toContain(then)
      const isStuck = state === 'applying' && answers === 'unknown'
      if (state === 'applying') expect(then).toBe(isStuck ? 'stuck' : 'applied')
      expect(effectsIn(site.folder)).toHaveLength(then === 'applied' ? 1 : isStuck ? before : 0)
      expect(isTwice(site.folder)).toBe(false)
      // The run that goes on asks again for the same.
      const io = { signal: new AbortController().signal, progress: () => undefined }
      valueOf(await spool.propose(RUN, [{ nonce: 'nonce-01', change: CHANGE }], io))
      expect(site.stateOf(ID)).toBe(then ?? (way === 'auto' ? 'applied' : 'pending'))
      expect(isTwice(site.folder)).toBe(false)
      expect(placesOfId(site)).toBe(1)
      const { unknown } = valueOf(site.parts.audit.list(1_000))
      // Between the intent and the move to `applying` nothing has been asked of the adapter, and the log cannot know that.
      if (state === 'applying' && answers === 'truly') expect(unknown).toEqual([])
      expect(unknown.length).toBeLessThanOrEqual(1)
      expect(valueOf(await site.parts.audit.verify())).toMatchObject({ broken: null, missing: 0 })
    }
    expect([...found].sort()).toEqual([...seen].sort())
  },
  180_000,
)
