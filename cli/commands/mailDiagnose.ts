// `twin mail diagnose`: whether the mail helper can list Mail's folder, before and after it is confined, and whether each
// forbidden act is refused. Never content. Relies on daemon/askMail.ts; exits 3 or 5 where its report says so.
import type { Command } from 'commander'
import { askMail } from '../../daemon/askMail.ts'
import { done, refused, type Refusal, type Result } from '../../protocol/refusal.ts'
import type { DiagnoseAnswer } from '../../protocol/request.ts'
import { styled, type Answer, type Line, type Run, type Session } from '../answer.ts'
import { subcommand } from '../subcommand.ts'
import { table } from '../table.ts'

export function mailDiagnose(parent: Command, run: Run): void {
  subcommand(parent, 'diagnose', {
    summary:
      "tell whether the mail helper can see Mail's folder and whether its sandbox holds; never content",
    example: ['twin mail diagnose', 'twin mail diagnose --json'],
  }).action((_options: unknown, command: Command) => run(command, diagnose))
}

async function diagnose(session: Session): Promise<Result<Answer>> {
  const asked = await askMail(session, { op: 'diagnose' })
  if (!asked.ok) return asked
  const answer = asked.value
  const problem = problemOf(answer, session.platform)
  return done({ json: answer, lines: report(answer, session.columns), ...(problem ? { problem } : {}) })
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
  platform: Session['platform'],
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
