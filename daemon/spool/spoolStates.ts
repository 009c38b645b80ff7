// The states of a proposal and how one becomes another: a state is a folder, a transition one rename, and no other exists.
// Tests iterate this table, and ARCHITECTURE.md shows it. Pure.
import type { State } from '../../protocol/proposal.ts'

/** `to`: the states that it may become. `crash`: what is done with it when twind finds it after a crash; `recovered`: what it may be after that. */
export interface StateRow {
  readonly state: State
  readonly leavesBy: string
  readonly to: readonly State[]
  readonly crash: string
  readonly recovered: readonly State[]
}
export const SPOOL_STATES: readonly StateRow[] = [
  {
    state: 'new',
    leavesBy: 'ingest: auto → approved, never → refused, else → pending',
    to: ['pending', 'approved', 'refused'],
    crash: 'taken in again',
    recovered: ['pending', 'refused', 'applied', 'stuck'],
  },
  {
    state: 'pending',
    leavesBy: 'a person approves or refuses; it expires',
    to: ['approved', 'refused'],
    crash: 'nothing',
    recovered: ['pending'],
  },
  {
    state: 'approved',
    leavesBy: 'the applier takes it; a person refuses; content, policy or expiry no longer fit',
    to: ['applying', 'refused'],
    crash: 'taken again',
    recovered: ['applied', 'refused', 'stuck'],
  },
  {
    state: 'applying',
    leavesBy: 'what the operation, the command or the adapter answers',
    to: ['applied', 'approved', 'refused', 'stuck'],
    crash:
      'a change of mail: its adapter is asked whether it was applied: yes → applied, no → approved, unknown → stuck; anything else: stuck',
    recovered: ['applied', 'refused', 'stuck'],
  },
  { state: 'applied', leavesBy: '–', to: [], crash: 'never retried', recovered: ['applied'] },
  { state: 'refused', leavesBy: '–', to: [], crash: 'never retried', recovered: ['refused'] },
  {
    state: 'stuck',
    leavesBy: 'a person refuses it',
    to: ['refused'],
    crash: 'never retried by itself',
    recovered: ['stuck'],
  },
]

/** The states from the last to the first: where a proposal lies in two folders, the one that is further on is right. */
export const FURTHEST_FIRST: readonly State[] = [
  'applied',
  'stuck',
  'refused',
  'applying',
  'approved',
  'pending',
  'new',
]

/** Whether the table has a transition. */
export const mayBecome = (from: State, to: State): boolean =>
  SPOOL_STATES.some(row => row.state === from && row.to.includes(to))
