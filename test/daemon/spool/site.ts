// A spool of a test: its folders, a database, an audit log, a policy that the test writes, and operations that count how often
// they ran. Relies on the real parts for everything but the operations.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { openAudit } from '../../../daemon/audit/openAudit.ts'
import { openDatabase } from '../../../daemon/database.ts'
import { defineOperation } from '../../../daemon/gate/defineOperation.ts'
import type { Operation } from '../../../daemon/gate/operation.ts'
import { decisionDigest } from '../../../daemon/spool/decisionDigest.ts'
import { proposalDigest, proposalId, proposalName } from '../../../daemon/spool/proposalName.ts'
import { storedBytes } from '../../../daemon/spool/readStored.ts'
import { openSpool } from '../../../daemon/spool/openSpool.ts'
import type { SpoolParts } from '../../../daemon/spool/spoolSite.ts'
import type { Audit, Spool } from '../../../daemon/world.ts'
import { parseConfig } from '../../../protocol/config.ts'
import type { Channel } from '../../../protocol/door.ts'
import { parsePolicy } from '../../../protocol/policy.ts'
import { Proposal, type Proposed, type State, STATES } from '../../../protocol/proposal.ts'
import { done, type Result } from '../../../protocol/refusal.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

export const AGENT: Channel = { door: 'mcp', agent: 'claude', terminal: false }
export const OTHER: Channel = { door: 'mcp', agent: 'other', terminal: false }
export const TERMINAL: Channel = { door: 'cli', agent: null, terminal: true }
export const PIPE: Channel = { door: 'cli', agent: null, terminal: false }
export const MENU: Channel = { door: 'menubar', agent: null, terminal: false }
export const PAGE: Channel = { door: 'ui', agent: null, terminal: false }
export const INTERNAL: Channel = { door: 'internal', agent: null, terminal: false }

export const NOW = Date.UTC(2026, 10, 30, 5, 25)
export const TASK: Proposed = { kind: 'command', command: 'task', arguments: { title: 'buy milk' } }
export const FLAG: Proposed = { kind: 'operation', operation: 'test.flag', input: { id: 'm1', flag: 'red' } }

const COMMON = {
  v: 1,
  nonce: 'nonce-00',
  proposer: 'agent:claude',
  created: NOW / 1_000,
  expires: NOW / 1_000 + 604_800,
  prose: '',
}

export const valueOf = <T>(result: Result<T>): T => {
  if (!result.ok) throw new Error(`${result.refusal.code}: ${result.refusal.is}`)
  return result.value
}
export const task = (title: string): Proposed => ({ kind: 'command', command: 'task', arguments: { title } })
/** A person's yes to what is there, as it is. */
export const approve = (site: Pick<Site, 'spool' | 'digestOf'>, ids: readonly string[], channel = TERMINAL) =>
  site.spool.approve(channel, ids, decisionDigest(ids.map(id => ({ id, digest: site.digestOf(id) }))))

export const codeOf = (result: Result<unknown>): string => (result.ok ? 'ok' : result.refusal.code)

const AGENTS = '[agents.claude]\n[agents.other]\n'
/** `marks`: what the program of the command appends a line to. */
export const policyToml = (program: string, grants: Readonly<Record<string, string>> = {}): string => `
[capabilities]
${Object.entries({ 'apply.task': 'propose', 'mail.flag': 'propose', ...grants })
  .map(([name, grant]) => `"${name}" = "${grant}"`)
  .join('\n')}
[apply.task]
argv = ["${program}", "add", "{title}"]
[apply.task.arguments.title]
type = "text"
pattern = ".+"
`

/** An operation that an agent can reach, reversible or not. */
const flag = (name: string, reversible: boolean): Operation =>
  defineOperation({
    name,
    summary: 'set a flag, for a test',
    class: 'mutate',
    ceiling: 'off',
    doors: ['cli', 'ui', 'menubar'],
    provenance: 'twin',
    capability: 'mail.flag',
    reversible,
    input: z.strictObject({
      id: z.string().check(z.describe('which')),
      flag: z.string().check(z.describe('what')),
    }),
    output: z.strictObject({}),
    preview: () => Promise.resolve(done({ sentence: 'Sets a flag.', changes: [], more: 0 })),
    handler: () => Promise.resolve(done({})),
  })

export interface Site {
  readonly folder: string
  readonly spoolFolder: string
  readonly parts: SpoolParts & { readonly audit: Audit }
  readonly clock: { now: number }
  /** What was applied, by id. */
  readonly applied: string[]
  readonly logged: string[]
  readonly spool: Spool
  /** The spool as the next process finds it. */
  readonly reopen: () => Spool
  /** Sets policy.toml: what `task` runs and what is granted. */
  readonly grant: (grants: Readonly<Record<string, string>>) => void
  /** Adds to twin.toml. */
  readonly configure: (toml: string) => void
  /** Sets what the command runs: a program of its own with this text, for a second at most. */
  readonly program: (text: string, mode?: number) => void
  /** Puts a proposal where a crash, or somebody, left it; gives its id. */
  readonly place: (state: State, changes: Partial<Proposal>) => string
  readonly names: (state: State | 'dropped' | 'why') => string[]
  readonly stateOf: (id: string) => State | undefined
  readonly path: (state: State, name: string) => string
  /** Lines that the command has left. */
  readonly marks: () => string[]
  readonly file: (nonce: string, proposed?: Proposed, channel?: Channel) => string
  readonly digestOf: (id: string) => string
  /** Events of the audit log, oldest first. */
  readonly events: () => string[]
}

export function newSite(changes: Partial<Site['parts']> = {}, folder = temporaryFolder()): Site {
  const marksFile = join(folder, 'marks')
  const program = join(folder, 'task')
  writeFileSync(marksFile, '')
  writeFileSync(program, `#!/bin/sh\necho "$*" >> ${marksFile}\n`, { mode: 0o700 })
  const clock = { now: NOW }
  const inForce = {
    config: valueOf(parseConfig(AGENTS)),
    policy: valueOf(parsePolicy(policyToml(program))),
    version: '0'.repeat(64),
    problem: null,
  }
  const database = valueOf(openDatabase(join(folder, 'state', 'twin.db')))
  const audit = valueOf(openAudit(join(folder, 'state', 'audit'), () => clock.now))
  const applied: string[] = []
  const logged: string[] = []
  const operations = [flag('test.flag', true), flag('test.trash', false)]
  const spoolFolder = join(folder, 'state', 'spool')
  const parts: Site['parts'] = {
    folder: spoolFolder,
    home: folder,
    now: () => clock.now,
    database,
    audit,
    configuration: () => ({ ...inForce }),
    operations: () => operations,
    apply: ({ id }) => {
      applied.push(id)
      return Promise.resolve(done({}))
    },
    openAdapter: () => {
      throw new Error('Cannot open an adapter: this test has none')
    },
    signal: new AbortController().signal,
    log: line => logged.push(line),
    ...changes,
  }
  const spool = valueOf(openSpool(parts))
  const names = (state: string) => readdirSync(join(spoolFolder, state)).sort()
  const stateOf = (id: string) => STATES.find(state => names(state).some(name => name.startsWith(id)))
  return {
    folder,
    spoolFolder,
    parts,
    clock,
    applied,
    logged,
    spool,
    reopen: () => valueOf(openSpool(parts)),
    grant: grants => (inForce.policy = valueOf(parsePolicy(policyToml(program, grants)))),
    configure: toml => (inForce.config = valueOf(parseConfig(AGENTS + toml))),
    program: (text, mode = 0o700) => {
      writeFileSync(join(folder, 'other'), text, { mode })
      const toml = policyToml(join(folder, 'other')).replace('[apply.task]', '[apply.task]\ntimeout = "1s"')
      inForce.policy = valueOf(parsePolicy(toml))
    },
    place: (state, proposal) => {
      const argv = [program, 'add', 'buy milk']
      const whole = Proposal.parse({
        ...(proposal.kind === 'mail' ? {} : { ...TASK, argv }),
        ...COMMON,
        ...proposal,
      })
      const bytes = storedBytes(whole)
      const id = proposalId(whole.proposer, whole.nonce)
      const name = proposalName({ id, digest: proposalDigest(bytes) })
      writeFileSync(join(spoolFolder, state, name), bytes, { mode: 0o600 })
      return id
    },
    names,
    stateOf,
    path: (state, id) =>
      join(spoolFolder, state, names(state).find(name => name.startsWith(id)) ?? 'missing'),
    marks: () => readFileSync(marksFile, 'utf8').split('\n').slice(0, -1),
    file: (nonce, proposed = TASK, channel = AGENT) =>
      valueOf(spool.file(channel, proposed, { nonce, prose: '' })).id,
    digestOf: id => valueOf(spool.get(id)).digest,
    events: () => {
      const listed = valueOf(audit.list(1_000))
      return listed.records.map(({ event }) => event).reverse()
    },
  }
}
