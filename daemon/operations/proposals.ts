// The operations of the family "proposals": what waits for a person, and a person's decision. An agent sees its own alone, and
// another's looks as if it did not exist; it can decide nothing. Relies on daemon/spool/ for all that is done.
import * as z from 'zod/mini'
import type { Change } from '../../protocol/call.ts'
import { callerName, type Channel } from '../../protocol/door.ts'
import { BATCH } from '../../protocol/limits.ts'
import { type State, STATES } from '../../protocol/proposal.ts'
import { BATCH_ID, Digest, ProposalId, ProposalOrBatch } from '../../protocol/proposalId.ts'
import {
  type ProposalBatch,
  ProposalLine,
  ProposalShown,
  ProposalsListed,
} from '../../protocol/proposalShown.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { decisions, namedIds } from '../decisions.ts'
import { defineOperation } from '../gate/defineOperation.ts'
import type { Context, Foreseen, Operation } from '../gate/operation.ts'
import { noSuch } from '../spool/viewOf.ts'
import { withinLimit } from '../withinLimit.ts'
import type { ProposalView } from '../world.ts'
import { howMany } from './inputFields.ts'

const OPEN: readonly State[] = ['new', 'pending', 'approved', 'applying', 'stuck']
const ids = z
  .array(ProposalId, 'wants the ids of proposals')
  .check(z.minLength(1), z.maxLength(BATCH), z.describe('the proposals, one or several that are alike'))

const idsOrBatches = z
  .array(ProposalOrBatch, 'wants the ids of proposals')
  .check(
    z.minLength(1),
    z.maxLength(BATCH),
    z.describe('the proposals, one or several; the id of a batch stands for what is alike and waits'),
  )

function lineOf({ proposal, id, digest, state, risk, batch, sentence, why }: ProposalView): ProposalLine {
  const { kind, proposer, created, expires, prose } = proposal
  const what = subjectOf(proposal)
  return { id, digest, state, kind, what, proposer, created, expires, risk, batch, sentence, prose, why }
}

/** What it asks for, by name. */
function subjectOf(proposal: ProposalView['proposal']): string {
  if (proposal.kind === 'mail') return proposal.change.verb
  return proposal.kind === 'operation' ? proposal.operation : proposal.command
}

/** Whether this caller may know of a proposal: an agent of its own alone. */
const maySee = (channel: Channel, { proposal }: ProposalView): boolean =>
  channel.door !== 'mcp' || proposal.proposer === callerName(channel)

function visible({ channel, world }: Context, id: string): Result<ProposalView> {
  const view = world.spool.get(id)
  if (channel.door !== 'mcp') return view
  return view.ok && maySee(channel, view.value) ? view : noSuch
}

/** What waits comes in the order in which it came to wait; what is finished comes after it, the newest first. */
function inTurn(views: readonly ProposalView[]): readonly ProposalView[] {
  const finished = views.filter(({ state }) => !OPEN.includes(state))
  const newest = finished.toSorted((a, b) => b.proposal.created - a.proposal.created)
  return [...views.filter(({ state }) => OPEN.includes(state)), ...newest]
}

const batchesOf = (views: readonly ProposalView[]): ProposalBatch[] =>
  decisions(views.filter(({ state }) => state === 'pending'))
    .filter(({ all }) => all.length > 1)
    .map(({ first, all, digest }) => ({ batch: first.batch, ids: all.map(({ id }) => id), digest }))

/** What an operation that waits would change if it were approved now. */
async function foresee(
  context: Context,
  { proposal, state }: ProposalView,
): Promise<Result<Foreseen> | null> {
  if (proposal.kind !== 'operation' || state !== 'pending') return null
  const operation = context.world.operations().find(({ name }) => name === proposal.operation)
  const checked = operation?.check(proposal.input, context.world.configuration().config)
  if (!checked?.ok) return checked ?? null
  return checked.value.preview(context)
}

const list = defineOperation({
  name: 'proposals.list',
  summary: 'the changes that wait for a person, and what became of earlier ones',
  class: 'read',
  ceiling: 'on',
  doors: ['cli', 'ui', 'menubar'],
  provenance: 'agent',
  capability: null,
  input: z.strictObject({
    states: z
      .optional(
        z
          .array(z.enum(STATES, `wants one of ${STATES.join(', ')}`))
          .check(z.minLength(1), z.maxLength(STATES.length)),
      )
      .check(z.describe(`which states, of ${STATES.join(', ')}; without it what is not finished`)),
    limit: howMany(1, 'how many proposals: those that wait longest first, then the newest of the finished'),
  }),
  output: ProposalsListed,
  handler: ({ channel, world }, input) => {
    const most = withinLimit(input.limit, world.configuration().config.operations.list)
    if (!most.ok) return Promise.resolve(most)
    const views = world.spool.list([...new Set(input.states ?? OPEN)])
    if (!views.ok) return Promise.resolve(views)
    const dropped = channel.door === 'mcp' ? done([]) : world.spool.dropped()
    if (!dropped.ok) return Promise.resolve(dropped)
    const seen = inTurn(views.value.filter(view => maySee(channel, view)))
    const listed = seen.slice(0, most.value)
    return Promise.resolve(
      done({
        proposals: listed.map(lineOf),
        more: seen.length - listed.length,
        batches: batchesOf(seen),
        dropped: dropped.value.slice(0, most.value).map(each => ({ ...each })),
      }),
    )
  },
})

const show = defineOperation({
  name: 'proposals.show',
  summary: 'one proposal whole: what it would do, and what its proposer says about it',
  class: 'read',
  ceiling: 'on',
  doors: ['cli', 'ui', 'menubar'],
  provenance: 'agent',
  capability: null,
  positional: ['id'],
  input: z.strictObject({ id: ProposalId.check(z.describe('its id')) }),
  output: ProposalShown,
  handler: async (context, { id }) => {
    const view = visible(context, id)
    if (!view.ok) return view
    const foreseen = await foresee(context, view.value)
    return done({
      ...lineOf(view.value),
      facts: view.value.facts.map(fact => ({ ...fact })),
      foreseen: foreseen?.ok ? { ...foreseen.value, changes: [...foreseen.value.changes] } : null,
      problem: foreseen && !foreseen.ok ? foreseen.refusal.is : null,
    })
  },
})

/** What a decision would do to each proposal that it names. */
function foreseeDecision({ world }: Context, named: readonly string[], after: string): Result<Foreseen> {
  const changes: Change[] = []
  for (const id of named) {
    const view = world.spool.get(id)
    if (!view.ok) return view
    changes.push({ id, before: `${view.value.state}: ${view.value.sentence}`, after })
  }
  const noun = named.length === 1 ? '1 proposal becomes' : `${named.length} proposals become`
  return done({ sentence: `${noun} ${after}.`, changes, more: 0 })
}

/** A batch of which nothing waits stands for nothing. */
function namedOf({ world }: Context, names: readonly string[]): Result<readonly string[]> {
  if (names.every(name => !BATCH_ID.test(name))) return done(names)
  const pending = world.spool.list(['pending'])
  if (!pending.ok) return pending
  const named = namedIds(pending.value, names)
  return named.length > 0 ? done(named) : noSuch
}

const decided = z.strictObject({ proposals: z.array(ProposalLine) })
const decision = {
  class: 'mutate',
  ceiling: 'never',
  doors: ['cli', 'ui', 'menubar'],
  provenance: 'agent',
  capability: null,
  positional: ['ids'],
} as const

const approve = defineOperation({
  ...decision,
  name: 'proposals.approve',
  summary: 'approve one proposal, or several that are alike, and apply what was approved',
  input: z.strictObject({
    digest: Digest.check(z.describe('of the proposal as it was shown, or of the batch')),
    ids,
  }),
  output: decided,
  preview: (context, input) => Promise.resolve(foreseeDecision(context, input.ids, 'approved')),
  handler: async ({ channel, world }, input) => {
    const approved = await world.spool.approve(channel, input.ids, input.digest)
    return approved.ok ? done({ proposals: approved.value.map(lineOf) }) : approved
  },
})

const refuse = defineOperation({
  ...decision,
  name: 'proposals.refuse',
  summary: 'refuse proposals that wait, or end ones that are stuck',
  input: z.strictObject({ ids: idsOrBatches }),
  output: decided,
  preview: (context, input) => {
    const named = namedOf(context, input.ids)
    return Promise.resolve(named.ok ? foreseeDecision(context, named.value, 'refused') : named)
  },
  handler: (context, input) => {
    const named = namedOf(context, input.ids)
    if (!named.ok) return Promise.resolve(named)
    const refused = context.world.spool.refuse(context.channel, named.value)
    return Promise.resolve(refused.ok ? done({ proposals: refused.value.map(lineOf) }) : refused)
  },
})

const undo = defineOperation({
  ...decision,
  doors: ['cli'],
  name: 'proposals.undo',
  summary: 'take changes of mail back that were applied, by proposing the opposite',
  input: z.strictObject({ ids: ids.check(z.describe('changes of mail that were applied')) }),
  output: decided,
  preview: (context, input) => Promise.resolve(foreseeDecision(context, input.ids, 'taken back')),
  handler: async ({ channel, world }, input) => {
    const filed = await world.spool.undo(channel, input.ids)
    return filed.ok ? done({ proposals: filed.value.map(lineOf) }) : filed
  },
})

export const proposals: readonly Operation[] = [list, show, approve, refuse, undo]
