// twin-mail selftest-…: confined, tries every act of one group and prints what was refused. Exits 0 only if all of it was. Relies
// on run.ts to have confined this process and to hand over what the proof has tried already.
import type { Denial } from '../../../native/proof.ts'
import type { MailPlaces } from '../../../protocol/mailPlaces.ts'
import { encodeLine } from '../../../protocol/line.ts'
import { type Act, attempt } from './attempt.ts'
import { execActs } from './exec.ts'
import { fileActs } from './files.ts'
import { networkActs } from './network.ts'

const GROUPS = new Map<string, (places: MailPlaces) => Act[]>([
  ['selftest-network', places => networkActs(places.mail)],
  ['selftest-files', fileActs],
  ['selftest-exec', execActs],
])

export interface Report {
  /** 0; 1 where something was not refused; 2 for a name that is none. */
  readonly code: number
  readonly text: string
}

/** `proof`: the denials of the proof, which belong to every group. `which`: a name of GROUPS. */
export async function selftest(
  places: MailPlaces,
  proof: readonly Denial[],
  { which, json }: { which: string; json: boolean },
): Promise<Report> {
  const group = GROUPS.get(which)
  if (!group) return { code: 2, text: '' }
  const denials: Denial[] = [...proof]
  for (const act of group(places))
    if (!denials.some(denial => denial.act === act[0])) denials.push(await attempt(act))
  const held = denials.every(denial => denial.refused)
  return {
    code: held ? 0 : 1,
    text: json ? encodeLine({ selftest: which, held, denials }) : table(which, denials),
  }
}

function table(which: string, denials: readonly Denial[]): string {
  const width = Math.max(...denials.map(({ act }) => act.length))
  const rows = denials.map(
    ({ act, refused, how }) => `${refused ? 'blocked' : 'OPEN   '}  ${act.padEnd(width)}  ${how}`,
  )
  const open = denials.filter(({ refused }) => !refused).length
  const sum =
    open === 0
      ? `all ${denials.length} acts are blocked`
      : `${open} of ${denials.length} acts ${open === 1 ? 'is' : 'are'} NOT blocked`
  return [...rows, `${which}: ${sum}`, ''].join('\n')
}
