// What twind, or a single call that runs in its place, is made of: one of each, opened together. Types alone: what a
// part promises the others. Relies on each part keeping its own files.
import type { Database } from 'better-sqlite3'
import type { AuditRecord } from '../protocol/auditRecord.ts'
import type { Call, Outcome } from '../protocol/call.ts'
import type { Capability, Grant } from '../protocol/capability.ts'
import type { Config } from '../protocol/config.ts'
import type { Channel } from '../protocol/door.ts'
import type { JobItems } from '../protocol/jobItem.ts'
import type { MailChange } from '../protocol/mailChange.ts'
import type { Paths } from '../protocol/paths.ts'
import type { Policy } from '../protocol/policy.ts'
import type { Proposal, Proposed, Risk, State } from '../protocol/proposal.ts'
import type { Refusal, Result } from '../protocol/refusal.ts'
import type { Operation } from './gate/operation.ts'
import type { Runs } from './runs/runs.ts'
import type { Store } from './store/store.ts'
import type { Io } from './io.ts'

/** Where one installation of twin is. */
export interface Places {
  readonly paths: Paths
  readonly home: string
}
export interface World extends Places {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Whether this is twind; else one call that found none running. */
  readonly resident: boolean
  /** When this process opened the world, milliseconds since 1970. */
  readonly started: number
  /** The last good files, and what is wrong with them as they are now: then mutations are refused. */
  readonly configuration: () => InForce
  readonly database: Database
  readonly audit: Audit
  readonly exposure: Exposure
  readonly spool: Spool
  readonly jobs: Jobs
  readonly plugins: Plugins
  /** Mail of the accounts that have an adapter. Nothing of it is opened before it is asked for. */
  readonly store: Store
  readonly runs: Runs
  /** Every operation: twin's own and those of healthy plugins. */
  readonly operations: () => readonly Operation[]
  readonly gate: Gate
  /** The doors that are open: "cli", "menubar", "agent.NAME"; none where this is not twind. */
  readonly doors: () => readonly string[]
  /** Opens the page and gives its one-time link; null where this is not twind. */
  readonly openPage: (() => Promise<Result<PageLink>>) | null
  /** One line for a person, without mail text. */
  readonly log: (line: string) => void
}

/** `version`: SHA-256 in hex of policy.toml's text. */
export interface InForce {
  readonly config: Config
  readonly policy: Policy
  readonly version: string
  readonly problem: Refusal | null
}

/** `name`: of the operation. */
export interface Asked extends Call {
  readonly name: string
}
/** `id`: of the proposal. */
export interface Approved {
  readonly id: string
  readonly proposal: Extract<Proposal, { kind: 'operation' }>
}
export interface Gate {
  readonly call: (channel: Channel, asked: Asked, io: Io) => Promise<Result<Outcome>>
  /** What this caller is offered, in the registry's order. */
  readonly offered: (channel: Channel) => readonly Operation[]
  /** Runs what a person has approved; the spool calls it with the stored copy alone. */
  readonly apply: (approved: Approved, io: Io) => Promise<Result<unknown>>
}

export interface Exposure {
  /** Whether the operation is offered to agents now. */
  readonly isOffered: (operation: Operation) => boolean
  /** Refused above the ceiling. `name`: an operation, or a plugin's name for all of its operations. `by`: a CallerName. */
  readonly set: (name: string, offered: boolean, by: string) => Result<readonly string[]>
  /** The operations that `set` would change, refused as it would be. */
  readonly affected: (name: string, offered: boolean) => Result<readonly string[]>
  /** When a person last set the operation (Unix seconds), and through which door; null where nobody did. */
  readonly lastSet: (name: string) => { readonly changed: number; readonly by: string } | null
}

export type AuditEntry = Pick<AuditRecord, 'event' | 'caller'> &
  Partial<Pick<AuditRecord, 'operation' | 'proposal' | 'digest' | 'outcome' | 'code' | 'of' | 'count'>>
/** `broken`: the first record that does not fit, by file and line (from 1). `missing`: the head knows more than the files hold. */
export interface Verification {
  readonly records: number
  readonly files: number
  readonly broken: { readonly file: string; readonly line: number; readonly why: string } | null
  readonly missing: number
}
export interface Audit {
  /** Appends one record and gives its number. An `intent` is on the disk when this returns. Refused ("audit") where it cannot be written. */
  readonly record: (entry: AuditEntry) => Result<number>
  /** The newest first. `unknown`: intents among them without a result that no running call will give one. `unreadable`: lines that are no record. */
  readonly list: (
    most: number,
  ) => Result<{ records: readonly AuditRecord[]; unknown: readonly number[]; unreadable: number }>
  /** Reads the whole log, a piece at a time. */
  readonly verify: () => Promise<Result<Verification>>
  /** Writes the head and closes the file; a record after it is refused. */
  readonly close: () => void
}

/** What is shown of a proposal. `sentence` and `changes` are twin's own words about it, `proposal.prose` is not. */
export interface ProposalView {
  readonly id: string
  readonly digest: string
  readonly state: State
  readonly proposal: Proposal
  readonly risk: Risk
  /** What it would do, in twin's own words; a command with every word of its argv, quoted. */
  readonly sentence: string
  /** Its arguments or its input, each whole, as JSON. Data of the proposer's: every door makes it safe to show. */
  readonly facts: readonly { readonly name: string; readonly value: string }[]
  /** Alike proposals of one proposer share it: one decision. */
  readonly batch: string
  /** Why it was refused or is stuck; one clause. */
  readonly why: string | null
}
/** `nonce`: of this change among all changes of all runs. */
export interface RunChange {
  readonly nonce: string
  readonly change: MailChange
}
/** `name`: of the run. `rate`: how many of its changes may be made in an hour without a person. */
export interface RunProposer {
  readonly name: string
  readonly rate: number
}
/** `pending`: they wait for a person, or for an account that could not be opened. `reasons`: sentences of twin's own. */
export interface RunProposed {
  readonly applied: number
  readonly pending: number
  readonly refused: number
  readonly stuck: number
  readonly reasons: readonly { readonly sentence: string; readonly count: number }[]
}
export interface Spool {
  /** Files a proposal in the caller's name and takes it in. The same nonce gives the same id. */
  readonly file: (
    channel: Channel,
    proposed: Proposed,
    words: { readonly nonce: string; readonly prose: string },
  ) => Result<{ readonly id: string; readonly digest: string }>
  readonly list: (states: readonly State[]) => Result<readonly ProposalView[]>
  readonly get: (id: string) => Result<ProposalView>
  /** What lies in new/ and is no proposal: dropped, and listed by why. */
  readonly dropped: () => Result<readonly { readonly name: string; readonly why: string }[]>
  /** `digest`: of the one proposal, or of the batch (decisionDigest). Refused where anything changed since it was shown. */
  readonly approve: (
    channel: Channel,
    ids: readonly string[],
    digest: string,
  ) => Promise<Result<readonly ProposalView[]>>
  readonly refuse: (channel: Channel, ids: readonly string[]) => Result<readonly ProposalView[]>
  /** Files what a run proposes, and applies what needs no person. The same nonce is the same proposal, in whatever state it is. */
  readonly propose: (run: RunProposer, changes: readonly RunChange[], io: Io) => Promise<Result<RunProposed>>
  /** Files what takes applied changes of mail back, in the person's name; what policy.toml lets pass is applied. */
  readonly undo: (channel: Channel, ids: readonly string[]) => Promise<Result<readonly ProposalView[]>>
  /** Takes in what is new, expires what is old, and finishes what a crash left. twind calls it at its start and at its timers. */
  readonly tend: () => Promise<Result<void>>
  /** When there is something to tend again, Unix seconds: a proposal expires, or one waits that could not be taken. */
  readonly nextTending: () => number | null
}

export type Trigger = 'schedule' | 'catch-up' | 'person'
/** `refused`: the gate, the rules of jobs or the kernel's confinement said no. `skipped`: its time came while it still ran. */
export type RunOutcome = 'done' | 'failed' | 'late' | 'interrupted' | 'refused' | 'skipped'
export interface JobRun {
  readonly trigger: Trigger
  /** Unix seconds. */
  readonly started: number
  readonly ended: number | null
  /** null while it runs; "unknown" where twind was killed meanwhile. */
  readonly outcome: RunOutcome | 'unknown' | null
  /** One clause of twin's own, null where all of it went well. */
  readonly why: string | null
}
/** What the schedule asks for: the time that is due, Unix seconds; null where a person asks. */
export interface Asking {
  readonly trigger: Trigger
  readonly due: number | null
}
export interface JobStatus {
  /** "mail" is the brief, "run.NAME" a run. */
  readonly name: string
  readonly capability: Capability
  /** What policy.toml says of the capability; where it is "never", the job is not allowed and has no next time. */
  readonly grant: Grant
  readonly at: readonly string[]
  /** Unix seconds; null where nothing is due (no times, not allowed, paused without an end, or not twind). */
  readonly next: number | null
  /** A time that passed unseen and is, or was, made up for once by the newest run of the schedule: Unix seconds. */
  readonly missed: number | null
  /** The newest run that was not merely skipped. */
  readonly last: JobRun | null
  readonly running: boolean
}
/** `cut`: whether it printed more than is kept. */
export interface JobOutput {
  readonly stdout: string
  readonly stderr: string
  readonly cut: boolean
}
export interface Jobs {
  readonly list: () => Result<readonly JobStatus[]>
  /** The runs, the newest first, and what the last one printed: a stranger's text. */
  readonly show: (
    name: string,
  ) => Result<{ status: JobStatus; runs: readonly JobRun[]; output: JobOutput | null }>
  /** Runs it now; refused ("busy") while it runs, and with what went wrong where the run failed. */
  readonly run: (name: string, asking: Asking, io: Io) => Promise<Result<JobRun>>
  /** Does something that is no job's own as the job `name`, with a line in its history; refused ("busy") while that runs. */
  readonly track: <T>(
    name: string,
    asking: Asking,
    act: (signal: AbortSignal) => Promise<Result<T>>,
  ) => Promise<Result<T>>
  /** What every job that prints items has for the brief, also where that is none. */
  readonly items: () => Result<readonly JobItems[]>
  readonly pause: (until: number | null) => Result<void>
  /** Ends a pause; what passed meanwhile is not made up for. */
  readonly resume: () => Result<void>
  /** `until`: Unix seconds. */
  readonly paused: () => { readonly until: number | null } | null
  /** Looks at the schedule again: the configuration has changed. */
  readonly wake: () => void
  /** Starts the timers; twind alone. `stop` waits for what runs, which is told to end. */
  readonly start: () => void
  readonly stop: () => Promise<void>
}

export interface Plugins {
  /** Operations of the plugins that answer. */
  readonly operations: () => readonly Operation[]
  readonly list: () => readonly {
    readonly name: string
    readonly healthy: boolean
    readonly why: string | null
  }[]
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface PageLink {
  /** http://127.0.0.1:PORT/…, good once, for PAGE_LINK_SECONDS. */
  readonly link: string
  readonly expires: number
}
