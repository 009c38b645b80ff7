// The report of mail.diagnose as lines, and what keeps twin from reading mail as a refusal beside it: exits 3 or 5. Relies on
// protocol/request.ts for its shape.
import * as z from 'zod/mini'
import { refused, type Refusal } from '../../protocol/refusal.ts'
import { DiagnoseAnswer } from '../../protocol/request.ts'
import { styled, type Line } from '../answer.ts'
import { table } from '../table.ts'
import type { Look, View } from './view.ts'

export const mailDiagnose: View = (output, { columns, platform }) => {
  const answer = z.parse(DiagnoseAnswer, output)
  const problem = problemOf(answer, platform)
  return { lines: report(answer, columns), ...(problem ? { problem } : {}) }
}
function report(answer: DiagnoseAnswer, columns: number): Line[] {
  const { access, entries, denials } = answer
  const open = access === 'open'
  const held = denials.filter(denial => denial.refused).length
  return [
    ["Mail's folder     ", answer.store],
    ['access            ', styled(open ? 'good' : 'bad', SAID[access])],
    ['names in it       ', `${counted(entries.before)} before confinement, ${counted(entries.after)} after`],
    ['index             ', answer.index ?? 'none found'],
    ['right belongs to  ', answer.grantee],
    ['started by        ', `process ${answer.parent}`],
    ['sandbox           ', `${held} of ${denials.length} forbidden acts refused`],
    ...answer.degraded.map((sentence): Line => ['note: ', sentence]),
    [''],
    ...table(
      ['act', 'refused', 'how'],
      denials.map(({ act, refused: kept, how }) => [act, kept ? 'yes' : 'NO', how]),
      columns,
    ),
  ]
}

const SAID: Record<DiagnoseAnswer['access'], string> = {
  open: 'open before and after confinement',
  'no-grant': 'closed before confinement: the helper has no right to it',
  'closed-by-profile': "closed only after confinement: twin's own profile closes it",
  absent: 'there is no such folder',
}

const counted = (count: number | null) => (count === null ? 'not listed' : String(count))

/** What keeps twin from reading mail, the gravest first; undefined when all is well. */
function problemOf(
  { access, denials, store }: DiagnoseAnswer,
  platform: Look['platform'],
): Refusal | undefined {
  const allowed = denials.filter(denial => !denial.refused).map(denial => denial.act)
  if (allowed.length > 0)
    return refused('cannot-confine', {
      is: `the sandbox does not hold: it allows ${allowed.join(', ')}`,
      wanted: 'every forbidden act refused',
      fix: 'do not use twin on this system until the kernel enforces it; README.md lists what it needs',
    }).refusal
  if (access === 'open') return undefined
  return refused(access === 'absent' ? 'no-store' : 'no-access', {
    is: `${store}: ${SAID[access]}`,
    wanted: "a folder of Mail's that the mail helper may list",
    fix: access === 'no-grant' && platform === 'darwin' ? INSTALL : FIXES[access],
  }).refusal
}

/** On macOS the right is twin-mail's own and nobody else's: what anybody may start must not have it. */
const INSTALL = 'run "twin install"; only twin-mail needs the right, no other program'

const FIXES: Record<Exclude<DiagnoseAnswer['access'], 'open'>, string> = {
  'no-grant': 'give your user the right to list and read that folder',
  'closed-by-profile': 'report it as README.md says, with the output of "twin mail diagnose --json"',
  absent: 'set mail.store in twin.toml to the folder that holds V10/MailData',
}
