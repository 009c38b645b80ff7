// A person's decision, carried to the gate: the digest that the form was made for must still be that of what waits, and four of its
// characters must have been read and typed. Relies on the gate to check risk, policy and digest again.
import { counted } from '../protocol/text/counted.ts'
import { done, refused, type Result } from '../protocol/refusal.ts'
import { change } from './ask.ts'
import { pending, type Waiting } from './pending.ts'
import { at } from './layout.ts'

import type { Html } from './words.ts'
import { decisionPage } from './views/proposal.ts'
import type { Asking } from './views/view.ts'

/** `typed`: with an approval alone. */
export interface Decided {
  readonly act: 'approve' | 'refuse'
  readonly digest: string
  readonly typed?: string | undefined
}
/** The address to go on with, or the page to show instead. */
export type Next = string | { readonly page: Html; readonly status: 403 | 409 | 422 }

const TYPED = 4

export async function decide(asking: Asking, decided: Decided): Promise<Next> {
  const waiting = await pending(asking)
  const found = waiting.ok ? waiting.value.decisions.find(one => one.digest === decided.digest) : undefined
  if (!found)
    return { page: await decisionPage(asking, null, waiting.ok ? gone : waiting.refusal), status: 409 }
  const problem = typingProblem(decided)
  if (problem) return { page: await decisionPage(asking, found, problem), status: 422 }
  const made = await carry(asking, decided, found)
  if (!made.ok) return { page: await decisionPage(asking, found, made.refusal), status: 403 }
  asking.session.said = `${decided.act === 'approve' ? 'Approved' : 'Refused'}: ${counted(found.all.length, 'proposal')}.`
  return at(asking.session, 'proposals')
}

async function carry({ world }: Asking, { act, digest }: Decided, { all }: Waiting): Promise<Result<void>> {
  const ids = all.map(one => one.id)
  const made =
    act === 'approve'
      ? await change(world.gate, 'proposals.approve', { ids, digest })
      : await change(world.gate, 'proposals.refuse', { ids })
  return made.ok ? done(undefined) : made
}

/** A click alone approves nothing: a person must have looked at what the page shows now. */
function typingProblem({ act, digest, typed }: Decided) {
  if (act === 'refuse' || typed?.trim().toLowerCase() === digest.slice(0, TYPED)) return undefined
  return refused('unconfirmed', {
    is: `what you typed is not how the digest begins`,
    wanted: `its first ${TYPED} characters, which are underlined`,
    fix: 'look at what it would do once more, then type them',
  }).refusal
}

const gone = refused('stale', {
  is: 'what you decided on does not wait any more, or it has changed since the page showed it',
  wanted: 'a decision on what waits now',
  fix: 'go back to the proposals and look again',
}).refusal
