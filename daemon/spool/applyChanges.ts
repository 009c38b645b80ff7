// Applies approved changes of mail: one session of the account's adapter for all of them, flags before additions before removals, so
// that what is added carries its flags and nothing is removed before it is elsewhere. One that fails stops no other. Relies on
// beginApplying.ts for every check before, and on the adapter to refuse what is not where the proposal says.
import type { Verb } from '../../protocol/adapter.ts'
import { interrupted } from '../gate/carryOut.ts'
import { done, type RefusalCode, type Result } from '../../protocol/refusal.ts'
import type { AdapterSession, Change } from '../adapters/adapters.ts'
import { type AccountLine, inTurn, openAccountLine } from './accountLine.ts'
import { beginApplying } from './beginApplying.ts'
import { endApplying, recordResult, UNSURE } from './endApplying.ts'
import { refuseProposal } from './ingest.ts'
import { settleChange, settleLeft, type Unsettled } from './settleChange.ts'
import type { SpoolSite } from './spoolSite.ts'
import { byAccount, isChange, type StoredChange } from './storedChange.ts'

/** One result an account: refused where changes of it wait, and stay approved. */
export async function applyChanges(
  site: SpoolSite,
  changes: readonly StoredChange[],
): Promise<readonly Result<void>[]> {
  const results: Result<void>[] = []
  for (const [account, ofOne] of byAccount(changes)) {
    const applied = await inTurn(site, account, () => applyOf(site, account, inOrder(ofOne)))
    if (!applied.ok) site.log(`approved changes of ${account} wait: ${applied.refusal.is}`)
    results.push(applied)
  }
  return results
}

const ORDER: readonly Verb[] = [
  'flag.add',
  'flag.remove',
  'collection.add',
  'collection.remove',
  'trash',
  'expunge',
  'draft',
  'send',
]
const inOrder = (changes: readonly StoredChange[]): readonly StoredChange[] =>
  changes.toSorted((a, b) => rank(a) - rank(b))
const rank = ({ proposal }: StoredChange): number => ORDER.indexOf(proposal.change.verb)

async function applyOf(
  site: SpoolSite,
  account: string,
  changes: readonly StoredChange[],
): Promise<Result<void>> {
  const opened = await openAccountLine(site, account)
  if (!opened.ok) return opened
  const line = opened.value
  let problem: Result<void> = done(undefined)
  try {
    for (const change of changes) {
      const session = line.session()
      if (!session || site.signal.aborted) break
      // Without twind nobody tends the spool: what a crash left is asked about first.
      if (change === changes[0]) problem = await settleLeft(site, account, session)
      const applied = await applyOne(site, { line, session }, change)
      if (!applied.ok) problem = applied
    }
    return site.signal.aborted ? interrupted : problem
  } finally {
    await line.close()
  }
}

/** Refusals that are no answer of the adapter's, or one that says nothing of how far it came. */
const UNANSWERED: readonly RefusalCode[] = [
  ...UNSURE,
  'not-json',
  'wrong-shape',
  'too-long',
  'cannot-confine',
]

/** Refused where it waits; what the adapter refused is refused, and no problem of this process. */
async function applyOne(
  site: SpoolSite,
  { line, session }: { readonly line: AccountLine; readonly session: AdapterSession },
  change: StoredChange,
): Promise<Result<void>> {
  const { verb } = change.proposal.change
  if (!session.capabilities.verbs.includes(verb)) return unsupported(site, change)
  const begun = beginApplying(site, change)
  if (!begun.ok || begun.value === null) return begun.ok ? done(undefined) : begun
  const { stored, intent } = begun.value
  if (!isChange(stored)) throw new Error('Cannot apply a change of mail: it has become something else')
  try {
    const answer = await session.apply(asked(site, stored))
    if (!answer.ok && UNANSWERED.includes(answer.refusal.code))
      return await unsure(site, line, { stored, intent, why: answer.refusal.is })
    recordResult(site, stored, {
      of: intent,
      outcome: answer.ok ? 'done' : 'refused',
      code: answer.ok ? null : answer.refusal.code,
    })
    endApplying(
      site,
      stored,
      answer.ok
        ? { to: 'applied', why: null, message: answer.value }
        : { to: 'refused', why: whyOf(answer.refusal) },
    )
    return done(undefined)
  } finally {
    site.running.delete(stored.id)
  }
}

/** The same session is not asked again: nobody knows in what state it is. Where no other opens, it is asked at the next tending. */
async function unsure(site: SpoolSite, line: AccountLine, unsettled: Unsettled): Promise<Result<void>> {
  if (site.signal.aborted) return interrupted
  const renewed = await line.renew()
  return renewed.ok ? settleChange(site, renewed.value, unsettled) : renewed
}

const whyOf = ({ code, is }: { readonly code: string; readonly is: string }): string =>
  code === 'stale' ? `the message is no longer where it was: ${is}` : is

/** Never done in another way instead. */
function unsupported(site: SpoolSite, change: StoredChange): Result<void> {
  const why = `an account of this kind cannot do ${change.proposal.change.verb}`
  const ended = refuseProposal(site, change, { at: site.clock.seconds(), why })
  return ended.ok ? done(undefined) : ended
}

/**
 * What the adapter is asked; the id of the proposal is the nonce: no other proposal has it, whoever made it. A removal is from where
 * the message must be, which is what its target is.
 */
function asked(site: SpoolSite, { id, proposal }: StoredChange): Change {
  const { account, verb, message, to, draft } = proposal.change
  const table = new Map(Object.entries(site.configuration().config.accounts)).get(account)
  return {
    nonce: id,
    verb,
    message: message?.id ?? null,
    from: message?.collection ?? null,
    to: verb === 'collection.remove' ? null : verb === 'draft' ? (table?.drafts ?? null) : to,
    raw: draft && Buffer.from(draft.raw, 'latin1'),
  }
}
