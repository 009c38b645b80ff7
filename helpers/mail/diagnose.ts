// diagnose: whether Mail's folder opens, before and after confinement, and what closes it; whether each forbidden act is refused;
// whose grant it would take. Names and counts only, never content. Pure but for the listing. Relies on main's proof.
import { listing } from '../../native/mailVersions.ts'
import type { MailPlaces } from '../../protocol/mailPlaces.ts'
import type { Denial } from '../../native/proof.ts'
import type { DiagnoseAnswer } from '../../protocol/request.ts'
import { chooseVersion } from './chooseVersion.ts'

export interface Process {
  readonly platform: string
  /** Parent process; 1 under launchd. */
  readonly parent: number
  readonly user: number
}

export function diagnose(places: MailPlaces, denials: readonly Denial[], process: Process): DiagnoseAnswer {
  const after = listing(places.store)
  const version = chooseVersion(places.store)
  const accounts = listing(places.accountsDb).problem
  return {
    op: 'diagnose',
    access: accessOf(places.before, after.names),
    store: places.store,
    entries: { before: places.before.entries, after: after.names?.length ?? null },
    index: version.ok ? version.value.index : null,
    denials: [...denials],
    grantee: granteeOf(process),
    parent: process.parent,
    degraded: [
      ...(version.ok ? version.value.degraded : [`No index is open: ${version.refusal.is}.`]),
      accounts === 'absent'
        ? 'There is no Accounts4.sqlite where accounts_db says: no account can be named.'
        : '',
    ].filter(Boolean),
  }
}

/** Closed before: nobody has granted it. Closed only after: twin's own profile does it. Absent is neither. */
function accessOf(before: MailPlaces['before'], after: readonly string[] | null): DiagnoseAnswer['access'] {
  if (before.problem === 'absent' || before.problem === 'not-a-folder') return 'absent'
  if (before.problem !== null) return 'no-grant'
  return after === null ? 'closed-by-profile' : 'open'
}

function granteeOf({ platform, user }: Process): string {
  return platform === 'darwin'
    ? 'twin’s mail helper, the agent of its own that "twin install" sets up'
    : `user ${user}: the permissions of the folder decide, and this system has no grants beyond them`
}
