// Shows what would be done on the controlling terminal, asks for the first characters of the digest there, and approves exactly what
// was shown. Relies on openTerminal.ts for the asking, on twind for refusing what has changed.
import * as z from 'zod/mini'
import { BATCH_ID } from '../protocol/proposalId.ts'
import { ProposalShown, ProposalsListed } from '../protocol/proposalShown.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import type { Answer, Session } from './answer.ts'
import { decisionOn, DIGITS, isYes } from './approve.ts'
import { callCommand } from './callCommand.ts'
import { openTerminal, type Terminal } from './openTerminal.ts'
import { proposalsDecided } from './views/proposals.ts'

/** Refused before anything is asked for where no terminal controls this process. */
export async function approveOnTerminal(session: Session, ids: readonly string[]): Promise<Result<Answer>> {
  const terminal = openTerminal(session.signal)
  if (!terminal.ok) return terminal
  try {
    return await approve(session, terminal.value, ids)
  } finally {
    terminal.value.close()
  }
}

/**
 * The same for an input of proposals.approve. Undefined where there is nobody to ask, or nothing to ask about: then the gate
 * decides. A program that a person started in a terminal has that terminal too; only what is typed there is the person's.
 */
export async function approveNamed(session: Session, input: object): Promise<Result<Answer> | undefined> {
  const named = z.object({ ids: z.array(z.string()) }).safeParse(input)
  const terminal = openTerminal(session.signal)
  if (terminal.ok) terminal.value.close()
  return named.success && terminal.ok ? approveOnTerminal(session, named.data.ids) : undefined
}

async function approve(
  session: Session,
  terminal: Terminal,
  ids: readonly string[],
): Promise<Result<Answer>> {
  const named = await namedIn(session, ids)
  if (!named.ok) return named
  const shown: ProposalShown[] = []
  for (const id of new Set(named.value)) {
    const one = await show(session, id)
    if (!one.ok) return one
    shown.push(one.value)
  }
  if (new Set(shown.map(({ batch }) => batch)).size > 1) return notAlike
  const decision = decisionOn(shown, { columns: terminal.columns, now: session.now() })
  const typed = await terminal.ask(decision.lines, decision.question)
  if (!typed.ok) return typed
  if (!isYes(typed.value, decision.digest)) return otherwise
  const input = { ids: decision.ids, digest: decision.digest }
  return callCommand(session, { name: 'proposals.approve', input, confirm: true, view: proposalsDecided })
}

/** The id of a batch stands for the proposals of its first decision. */
async function namedIn(session: Session, names: readonly string[]): Promise<Result<readonly string[]>> {
  if (names.every(name => !BATCH_ID.test(name))) return done(names)
  const outcome = await session.call('proposals.list', { states: ['pending'] }, false)
  if (!outcome.ok) return outcome
  if (outcome.value.outcome !== 'done') throw new Error('Cannot list proposals: twind answered without them')
  const { batches } = z.parse(ProposalsListed, outcome.value.output)
  const ids = names.flatMap(name =>
    BATCH_ID.test(name) ? (batches.find(({ batch }) => batch === name)?.ids ?? []) : [name],
  )
  return ids.length > 0 ? done(ids) : noBatch
}

async function show(session: Session, id: string): Promise<Result<ProposalShown>> {
  const outcome = await session.call('proposals.show', { id }, false)
  if (!outcome.ok) return outcome
  if (outcome.value.outcome !== 'done') throw new Error('Cannot show a proposal: twind answered without it')
  const one = z.parse(ProposalShown, outcome.value.output)
  return one.state === 'pending' ? done(one) : decided(one)
}

const decided = ({ id, state }: ProposalShown) =>
  refused('stale', {
    is: `the proposal ${id} does not wait: it is ${state}`,
    wanted: 'a proposal that waits',
    fix: 'run "twin proposals"',
  })
const noBatch = refused('bad-request', {
  is: 'no proposals wait that are alike under this name',
  wanted: 'the id of a batch of which several wait',
  fix: 'run "twin proposals"',
})
const notAlike = refused('bad-request', {
  is: 'these proposals are not alike, and nothing was approved',
  wanted: 'one proposal, or proposals of one batch',
  fix: 'decide on each by itself; "twin proposals" says which are alike',
})
const otherwise = refused('unconfirmed', {
  is: 'what was typed is not the start of the digest, and nothing was approved',
  wanted: `the first ${DIGITS} characters of the digest that was shown`,
  fix: 'run it again and compare; "twin proposals refuse ID" refuses it',
})
