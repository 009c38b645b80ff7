// What `twin menu` prints, and the two decisions that a click in it makes, on the menu bar's socket alone. Relies on askMenubar.ts
// for the calls and on menuLines.ts for the lines.
import * as z from 'zod/mini'
import type { MenuDecision } from '../../protocol/menu.ts'
import { Digest, ProposalId } from '../../protocol/proposalId.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import { counted } from '../../protocol/text/counted.ts'
import type { Answer, Session } from '../answer.ts'
import { askMenu, askMenubar } from './askMenubar.ts'
import { menuLines, menuWithout } from './menuLines.ts'
import { ownProgram } from './ownProgram.ts'

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

/** The menu; where twind cannot be asked, a menu that says so. */
export async function showMenu(session: Session): Promise<Result<Answer>> {
  const asked = await askMenu(session)
  const lines = asked.ok
    ? menuLines(asked.value, { program: ownProgram(), clock: seconds => CLOCK.format(seconds * 1000) })
    : menuWithout(asked.refusal.is)
  return done({ json: asked.ok ? asked.value : { error: asked.refusal }, lines: lines.map(line => [line]) })
}

/** What was shown is named by its digest: what has changed since is not decided. */
export async function decideInMenu(
  session: Session,
  act: 'approve' | 'refuse',
  named: { readonly id: string; readonly digest: string },
): Promise<Result<Answer>> {
  if (!ProposalId.safeParse(named.id).success || !Digest.safeParse(named.digest).success) return wrong
  const asked = await askMenu(session)
  if (!asked.ok) return asked
  const found = asked.value.pending.decisions.find(
    one => one.ids[0] === named.id && one.digest === named.digest,
  )
  if (!found) return gone
  const made = await askMenubar(session, callOf(act, found), z.unknown())
  if (!made.ok) return made
  return done({
    json: { ids: found.ids, done: act },
    lines: [[`${act === 'approve' ? 'Approved' : 'Refused'} ${counted(found.ids.length, 'proposal')}.`]],
  })
}

const callOf = (act: 'approve' | 'refuse', { ids, digest }: MenuDecision) =>
  act === 'approve'
    ? { name: 'proposals.approve', input: { ids, digest }, confirm: true as const }
    : { name: 'proposals.refuse', input: { ids }, confirm: true as const }

const wrong = refused('usage', {
  is: 'these are not the id and the digest of a decision',
  wanted: 'both as "twin menu" prints them',
  fix: 'run "twin menu --json"',
})
const gone = refused('stale', {
  is: 'this does not wait any more, or it has changed since the menu showed it',
  wanted: 'a decision on what waits now',
  fix: 'open the menu again',
})
