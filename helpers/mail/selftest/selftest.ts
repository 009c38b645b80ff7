// twin-mail selftest-…: confined, tries every act of one group and prints what was refused. Exits 0 only if all of it was. Relies
// on run.ts to have confined this process and to hand over what the proof has tried already.
import type { Denial } from '../../../native/confine.ts'
import type { MailPlaces } from '../../../native/mailProfile.ts'
import { encodeLine } from '../../../protocol/line.ts'
import { type Act, attempt } from './attempt.ts'
import { execActs } from './exec.ts'
import { fileActs } from './files.ts'
import { networkActs } from './network.ts'

export const SELFTESTS = ['selftest-network', 'selftest-files', 'selftest-exec'] as const
export type Selftest = (typeof SELFTESTS)[number]

export interface Report {
  /** 0, or 1 where something was not refused. */
  readonly code: number
  readonly text: string
}

/** `proof`: the denials of the proof, which belong to every group. */
export async function selftest(
  which: Selftest,
  places: MailPlaces,
  options: { proof: readonly Denial[]; json: boolean },
): Promise<Report> {
  const denials: Denial[] = [...options.proof]
  for (const act of actsOf(which, places))
    if (!denials.some(denial => denial.act === act[0])) denials.push(await attempt(act))
  const held = denials.every(denial => denial.refused)
  const text = options.json ? encodeLine({ selftest: which, held, denials }) : table(which, denials)
  return { code: held ? 0 : 1, text }
}

function actsOf(which: Selftest, places: MailPlaces): Act[] {
  if (which === 'selftest-network') return networkActs(places.mail)
  return which === 'selftest-files' ? fileActs(places) : execActs()
}

function table(which: Selftest, denials: readonly Denial[]): string {
  const width = Math.max(...denials.map(({ act }) => act.length))
  const rows = denials.map(
    ({ act, refused, how }) => `${refused ? 'blocked' : 'OPEN   '}  ${act.padEnd(width)}  ${how}`,
  )
  const open = denials.filter(({ refused }) => !refused).length
  const sum =
    open === 0
      ? `all ${denials.length} acts are blocked`
      : `${open} of ${denials.length} acts are NOT blocked`
  return [...rows, `${which}: ${sum}`, ''].join('\n')
}
