// What a command ends with: an object for --json and lines for a person, printed by run.ts. A command never writes to a
// stream itself, so nothing reaches a terminal around output.ts. Relies on protocol/refusal.ts.
import type { Command } from 'commander'
import type { Outcome } from '../protocol/call.ts'
import type { Paths } from '../protocol/paths.ts'
import type { Refusal, Result } from '../protocol/refusal.ts'

export type Style = 'heading' | 'good' | 'bad' | 'dim'
/** Text that output.ts makes safe for a terminal when it writes it, and how to show it. */
export type Piece = string | { readonly text: string; readonly style: Style }
/** One line, without its newline. */
export type Line = readonly Piece[]

/** `json`: the one object of --json. `problem`: said on stderr, and its exit code is the command's. */
export interface Answer {
  readonly json: object
  readonly lines: readonly Line[]
  readonly problem?: Refusal
}

/** What a command may use of the world. */
export interface Session {
  readonly paths: Paths
  /** The person's home folder, for `~/`. */
  readonly home: string
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Columns to fit a table into; Infinity where output is no terminal. */
  readonly columns: number
  readonly platform: NodeJS.Platform
  /** Aborted when the person interrupts. */
  readonly signal: AbortSignal
  /** Shows how far a long job is, where a person watches. */
  readonly progress: (done: number, total: number) => void
  /** Calls an operation through the gate: twind's where one runs, else this process's own. `confirm`: the person's yes. */
  readonly call: (
    name: string,
    input: Readonly<Record<string, unknown>>,
    confirm: boolean,
  ) => Promise<Result<Outcome>>
}

export type Action = (session: Session) => Promise<Result<Answer>>
/** Runs `action` as `command`: prints its answer or its refusal, and settles the exit code. */
export type Run = (command: Command, action: Action) => Promise<void>

export const styled = (style: Style, text: string): Piece => ({ text, style })
