// `twin menu`: the menu for SwiftBar, xbar and Argos, and the two decisions that a click in it makes. Speaks on the menu bar's
// socket alone. Whatever is wrong, `twin menu` prints a menu and exits 0: a menu bar shows nothing of an error.
import { Command } from 'commander'
import * as z from 'zod/mini'
import type { MenuDecision } from '../../protocol/menu.ts'
import { Digest, ProposalId } from '../../protocol/proposal.ts'
import { done, refused, type Result } from '../../protocol/refusal.ts'
import type { Answer, Run, Session } from '../answer.ts'
import { askMenu, askMenubar } from '../menu/askMenubar.ts'
import { menuLines, menuWithout } from '../menu/menuLines.ts'
import { ownProgram } from '../menu/ownProgram.ts'
import { subcommand } from '../subcommand.ts'

export function menu(parent: Command, run: Run): void {
  const group = subcommand(parent, 'menu', {
    summary: 'print the menu for SwiftBar, xbar and Argos',
    example: ['twin menu', 'twin menu --json'],
  }).action((_options: unknown, command: Command) => run(command, show))
  for (const act of ['approve', 'refuse'] as const)
    subcommand(group, act, {
      summary: `${act} what the menu shows, low risk only; what a click runs`,
      example: [`twin menu ${act} p_abcdefghijklmnopqrstuvwxyz ${'0123456789abcdef'.repeat(4)}`],
    })
      .argument('<id>', 'the first proposal of the decision')
      .argument('<digest>', 'the digest of the decision as it was shown')
      .action((id: string, digest: string, ...rest: readonly unknown[]) =>
        run(commandIn(rest), session => decide(session, act, { id, digest })),
      )
}

/** commander hands over the command last. */
function commandIn(rest: readonly unknown[]): Command {
  const command = rest.at(-1)
  if (command instanceof Command) return command
  throw new Error('Cannot decide: commander handed over no command')
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

async function show(session: Session): Promise<Result<Answer>> {
  const asked = await askMenu(session)
  const lines = asked.ok
    ? menuLines(asked.value, { program: ownProgram(), clock: seconds => CLOCK.format(seconds * 1000) })
    : menuWithout(asked.refusal.is)
  return done({ json: asked.ok ? asked.value : { error: asked.refusal }, lines: lines.map(line => [line]) })
}

/** What was shown is named by its digest: what has changed since is not decided. */
async function decide(
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
  const count = found.ids.length === 1 ? '1 proposal' : `${found.ids.length} proposals`
  return done({
    json: { ids: found.ids, done: act },
    lines: [[`${act === 'approve' ? 'Approved' : 'Refused'} ${count}.`]],
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
