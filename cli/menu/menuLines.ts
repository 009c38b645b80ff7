// The menu as lines: the title, what is wrong, the brief's head, jobs that failed, and what waits for a decision. Pure. Relies on
// menuLine.ts to keep every text a text; what may be approved here twind has said, and it checks again.
import type { Menu, MenuBrief, MenuDecision } from '../../protocol/menu.ts'
import { type Click, menuLine, SEPARATOR } from './menuLine.ts'
import { menuTexts } from './menuText.ts'

/** `program`: the words that start twin from any place; null where they cannot be written into a menu. */
export interface MenuPlace {
  readonly program: readonly [string, ...string[]] | null
  /** "30 Nov, 05:25" of Unix seconds. */
  readonly clock: (seconds: number) => string
}

export function menuLines(menu: Menu, place: MenuPlace): string[] {
  const sections = [
    menu.problem === null ? [] : [menuLine(0, `⚠ Nothing is changed meanwhile: ${menu.problem}`)],
    pending(menu, place),
    failed(menu),
    menu.brief ? head(menu.brief, place) : [],
  ].filter(lines => lines.length > 0)
  const body = sections.length > 0 ? sections : [[menuLine(0, 'Nothing waits for you')]]
  return [
    menuLine(0, titleOf(menu)),
    SEPARATOR,
    ...body.flatMap((lines, at) => (at ? [SEPARATOR, ...lines] : lines)),
  ]
}

/** The menu where no twind answers. `why`: one clause. */
export const menuWithout = (why: string): string[] => [
  menuLine(0, 'twin –'),
  SEPARATOR,
  menuLine(0, `No answer from twind: ${why}`),
  menuLine(0, 'Start it in a terminal: twin daemon'),
]

function titleOf({ problem, failed: { jobs }, pending: { proposals } }: Menu): string {
  const mark = problem !== null || jobs.length > 0 ? ' ⚠' : ''
  return `twin${proposals > 0 ? ` ${proposals}` : ''}${mark}`
}

function head({ made, items, first }: MenuBrief, { clock }: MenuPlace): string[] {
  const worth = items === 0 ? 'nothing' : items === 1 ? '1 message' : `${items} messages`
  return [
    menuLine(0, `Brief of ${clock(made)} – ${worth} worth reading`),
    ...first.map(({ score, subject, from }) => menuLine(0, `${score} · ${from} “${subject}”`)),
    ...(items > first.length ? [menuLine(0, `and ${items - first.length} more in the note`)] : []),
  ]
}

function failed({ failed: { jobs, more } }: Menu): string[] {
  return [
    ...jobs.map(({ name, why }) => menuLine(0, `⚠ Job ${name}: ${why}`)),
    ...(more > 0 ? [menuLine(0, `⚠ and ${more} more jobs: run twin jobs`)] : []),
  ]
}

function pending({ pending: { decisions, more, proposals } }: Menu, place: MenuPlace): string[] {
  if (proposals === 0) return []
  const waiting = proposals === 1 ? '1 proposal waits for you' : `${proposals} proposals wait for you`
  return [
    menuLine(0, waiting),
    ...decisions.flatMap(decision => decisionLines(decision, place)),
    ...(more > 0 ? [menuLine(0, `and ${more} more: run twin proposals`)] : []),
  ]
}

function decisionLines(decision: MenuDecision, place: MenuPlace): string[] {
  const { ids, digest, risk, proposer, sentence, facts, moreFacts, expires } = decision
  const id = ids[0] ?? ''
  const whole = menuTexts(sentence)
  const count = ids.length
  const click = (...words: readonly string[]): Click =>
    place.program ? [place.program[0], ...place.program.slice(1), 'menu', ...words] : null
  const canClick = place.program !== null
  return [
    menuLine(0, `${count > 1 ? `${count} × ` : '• '}${sentence}`),
    ...(whole.length > 1 ? whole.map(line => menuLine(1, line)) : []),
    ...facts.flatMap(({ name, value }) => menuTexts(`${name} = ${value}`)).map(line => menuLine(1, line)),
    ...(moreFacts > 0 ? [menuLine(1, `and ${moreFacts} more arguments`)] : []),
    menuLine(1, `${risk} risk, from ${proposer}, until ${place.clock(expires)}`),
    menuLine(1, `digest ${digest.slice(0, 4)} ${digest.slice(4, 16)}…`),
    decision.mayApprove && canClick
      ? menuLine(1, count > 1 ? `Approve all ${count}` : 'Approve', click('approve', id, digest))
      : menuLine(1, `approve in a terminal: twin proposals${count > 1 ? '' : ` approve ${id}`}`),
    canClick
      ? menuLine(1, count > 1 ? `Refuse all ${count}` : 'Refuse', click('refuse', id, digest))
      : menuLine(1, `refuse in a terminal: twin proposals refuse ${id}`),
  ]
}
