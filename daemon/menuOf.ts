// What the menu bar shows, made of what twind knows: short lists, each with a count of what it leaves out. Pure. Relies on
// decisions.ts for what is one decision and on approval.ts for what may be approved there.
import type { Config } from '../protocol/config.ts'
import { hasFailed } from '../protocol/jobShown.ts'
import * as cap from '../protocol/limits.ts'
import type { BriefShown } from '../protocol/mailOutput.ts'
import type { Menu, MenuDecision } from '../protocol/menu.ts'
import type { Refusal } from '../protocol/refusal.ts'
import { cut } from '../protocol/text/cut.ts'
import { senderAddress } from '../protocol/text/senderAddress.ts'
import { unhiddenText } from '../protocol/text/terminal.ts'
import { exactParts } from '../protocol/text/visible.ts'
import { type Decision, decisions } from './decisions.ts'
import { mayApprove } from './gate/approval.ts'
import type { JobStatus, ProposalView } from './world.ts'

export interface MenuFacts {
  readonly config: Config
  readonly problem: Refusal | null
  readonly pending: readonly ProposalView[]
  readonly jobs: readonly JobStatus[]
  /** null where there is none, or where policy.toml does not let mail be read. */
  readonly brief: BriefShown | null
}

export function menuOf({ config, problem, pending, jobs, brief }: MenuFacts): Menu {
  const waiting = decisions(pending)
  const listed = waiting.slice(0, cap.MENU_DECISIONS)
  const failed = jobs.filter(hasFailed)
  return {
    problem: problem && cut(problem.is, cap.SENTENCE_CHARS),
    brief: brief && {
      made: brief.made,
      items: brief.items.length + brief.more,
      first: brief.items.slice(0, cap.MENU_ENTRIES).map(({ score, subject, from }) => ({
        score,
        subject,
        from: senderAddress(from),
      })),
    },
    failed: {
      jobs: failed.slice(0, cap.MENU_ENTRIES).map(({ name, last }) => ({
        name,
        why: cut(last?.why ?? last?.outcome ?? '', cap.SENTENCE_CHARS),
      })),
      more: Math.max(0, failed.length - cap.MENU_ENTRIES),
    },
    pending: {
      decisions: listed.map(decision => shown(decision, config)),
      more: waiting.length - listed.length,
      proposals: pending.length,
    },
  }
}

const MENUBAR = { door: 'menubar', agent: null, terminal: false } as const

function shown({ first, all, digest }: Decision<ProposalView>, config: Config): MenuDecision {
  const facts = factsOf(first, all)
  return {
    digest,
    ids: all.map(({ id }) => id),
    risk: first.risk,
    mayApprove: isShownWhole(first.sentence, facts) && mayApprove(MENUBAR, first.risk, config),
    proposer: first.proposal.proposer,
    sentence: cut(unhiddenText(first.sentence), cap.SENTENCE_CHARS),
    facts: facts.slice(0, cap.MENU_ENTRIES).map(({ name, value }) => ({
      name: cut(unhiddenText(name), cap.MENU_CHARS),
      value: cut(unhiddenText(value), cap.SENTENCE_CHARS),
    })),
    moreFacts: Math.max(0, facts.length - cap.MENU_ENTRIES),
    expires: first.proposal.expires,
  }
}

/** Those of the first, then of each that is alike what differs: a yes is to all of them. */
const factsOf = (first: ProposalView, all: readonly ProposalView[]): ProposalView['facts'] => [
  ...first.facts,
  ...all
    .slice(1)
    .flatMap(({ facts }, at) =>
      facts
        .filter(({ name, value }) => !first.facts.some(one => one.name === name && one.value === value))
        .map(({ name, value }) => ({ name: `${at + 2}. ${name}`, value })),
    ),
]

/** What is too long for a menu, or holds what does not show there, is read, and approved, elsewhere. */
const isShownWhole = (sentence: string, facts: ProposalView['facts']): boolean =>
  facts.length <= cap.MENU_ENTRIES &&
  [sentence, ...facts.map(({ value }) => value)].every(text => isExact(text, cap.SENTENCE_CHARS)) &&
  facts.every(({ name }) => isExact(name, cap.MENU_CHARS))

const isExact = (text: string, most: number): boolean =>
  text.length <= most && text.normalize('NFC') === text && exactParts(text).every(({ hidden }) => !hidden)
