// A world for the gate's tests: configuration, exposure, audit and spool that are set by hand and write down what they are asked.
// Relies on daemon/world.ts for what the gate may use; what is missing here throws when it is touched.
import { openGate } from '../../../daemon/gate/gate.ts'
import type { CheckedCall, Operation } from '../../../daemon/gate/operation.ts'
import type { Asked, AuditEntry, Gate, InForce, World } from '../../../daemon/world.ts'
import { type Config, parseConfig } from '../../../protocol/config.ts'
import type { Channel } from '../../../protocol/door.ts'
import type { Policy } from '../../../protocol/policy.ts'
import type { Outcome } from '../../../protocol/call.ts'
import type { Proposed } from '../../../protocol/proposal.ts'
import { done, type Refusal, refused, type Result } from '../../../protocol/refusal.ts'

export const ID = `p_${'a'.repeat(26)}`
export const DIGEST = 'd'.repeat(64)
export const OUTPUT = { answer: 42 }
export const SENTENCE = 'Does what it says.'

/** Everything that a test may set, and what came of it. */
export interface GateWorld {
  readonly world: World
  readonly gate: Gate
  config: Config
  policy: Policy
  problem: Refusal | null
  operations: readonly Operation[]
  exposed: (operation: Operation) => boolean
  /** Milliseconds of the monotonic clock, and of the clock on the wall. */
  elapsed: number
  now: number
  /** What audit.record answers next; by default the next number. */
  audit: (entry: AuditEntry) => Result<number> | undefined
  readonly records: AuditEntry[]
  readonly filed: { channel: Channel; proposed: Proposed; nonce: string; prose: string }[]
  readonly logged: string[]
  readonly call: (channel: Channel, asked: Partial<Asked> & { name: string }) => Promise<Result<Outcome>>
}

export const configOf = (toml: string): Config => {
  const parsed = parseConfig(toml)
  if (!parsed.ok) throw new Error(parsed.refusal.is)
  return parsed.value
}

export function gateWorld(operations: readonly Operation[], toml = '[agents.claude]'): GateWorld {
  let counted = 0
  const it: GateWorld = {
    config: configOf(toml),
    policy: { capabilities: {}, apply: {} },
    problem: null,
    operations,
    exposed: () => true,
    elapsed: 0,
    now: Date.UTC(2026, 10, 30, 6, 10),
    audit: () => undefined,
    records: [],
    filed: [],
    logged: [],
    call: (channel, asked) => it.gate.call(channel, { input: {}, ...asked }, io()),
    world: undefined as unknown as World,
    gate: undefined as unknown as Gate,
  }
  const world = {
    configuration: (): InForce => ({
      config: it.config,
      policy: it.policy,
      version: 'a'.repeat(64),
      problem: it.problem,
    }),
    operations: () => it.operations,
    exposure: { isOffered: (operation: Operation) => it.exposed(operation) },
    audit: {
      record: (entry: AuditEntry) => {
        const answer = it.audit(entry) ?? done(it.records.length)
        if (answer.ok) it.records.push(entry)
        return answer
      },
    },
    spool: {
      file: (channel: Channel, proposed: Proposed, words: { nonce: string; prose: string }) => {
        it.filed.push({ channel, proposed, ...words })
        return done({ id: ID, digest: DIGEST })
      },
    },
    now: () => it.now,
    log: (line: string) => void it.logged.push(line),
  } as unknown as World
  const random = () => Uint8Array.from({ length: 32 }, (_, at) => (at < 4 ? (counted >>> (8 * at)) & 255 : 7))
  const gate = openGate(() => world, { elapsed: () => it.elapsed, random: () => (counted++, random()) })
  return Object.assign(it, { world: Object.assign(world, { gate }), gate })
}

export const io = (signal = new AbortController().signal) => ({ signal, progress: () => undefined })
export const diskFull = refused('audit', { is: 'the disk is full', wanted: 'room', fix: 'make some' })

export const PEOPLE = {
  terminal: { door: 'cli', agent: null, terminal: true },
  pipe: { door: 'cli', agent: null, terminal: false },
  page: { door: 'ui', agent: null, terminal: false },
  menu: { door: 'menubar', agent: null, terminal: false },
} as const satisfies Record<string, Channel>
export const CALLERS = {
  ...PEOPLE,
  agent: { door: 'mcp', agent: 'claude', terminal: false },
  stranger: { door: 'mcp', agent: 'mallory', terminal: false },
  twind: { door: 'internal', agent: null, terminal: false },
} as const satisfies Record<string, Channel>
export type Caller = keyof typeof CALLERS

/** What a stubbed operation did. */
export interface Effects {
  runs: number
  previews: number
}
/** The operation as it is, its own check of the input too; only what it would do is replaced by a count. */
export function stubbed(operation: Operation, effects: Effects): Operation {
  const stub = (checked: CheckedCall): CheckedCall => ({
    ...checked,
    preview: () => {
      effects.previews++
      return Promise.resolve(done({ sentence: SENTENCE, changes: [], more: 0 }))
    },
    run: () => {
      effects.runs++
      return Promise.resolve(done(OUTPUT))
    },
  })
  return {
    ...operation,
    check: (input, config) => {
      const checked = operation.check(input, config)
      return checked.ok ? done(stub(checked.value)) : checked
    },
  }
}

/** "done", "preview", "proposed", or the code of the refusal. */
export const wordOf = (result: Result<Outcome>): string =>
  result.ok ? result.value.outcome : result.refusal.code
/** The token of a preview; throws where there is none. */
export function tokenOf(result: Result<Outcome>): string {
  if (!result.ok || result.value.outcome !== 'preview' || result.value.preview.token === null)
    throw new Error(`Cannot test a token: the call ended as ${wordOf(result)}`)
  return result.value.preview.token
}
