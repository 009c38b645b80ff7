// Answers of a believable twind, and of one whose every text is hostile, for the page's tests. Relies on the shapes of the
// operations; ids and digests have the form of real ones.
import { createHash } from 'node:crypto'
import { done, refused } from '../../protocol/refusal.ts'
import { ProposalLine, type ProposalShown } from '../../protocol/proposalShown.ts'
import type { Answer } from './worldDouble.ts'

const NOW = Math.floor(Date.UTC(2026, 10, 30, 6, 10) / 1000)
export const idOf = (seed: string): string =>
  `p_${[...createHash('sha256').update(seed).digest()]
    .slice(0, 26)
    .map(byte => 'abcdefghijklmnopqrstuvwxyz234567'[byte % 32])
    .join('')}`
export const digestOf = (seed: string): string => createHash('sha256').update(seed).digest('hex')

/** A proposal whole, as proposals.show answers it; proposals.list leaves out its facts and what it foresees. */
export function proposal(seed: string, parts: Partial<ProposalShown> = {}): ProposalShown {
  return {
    id: idOf(seed),
    digest: digestOf(seed),
    state: 'pending',
    kind: 'command',
    what: 'task',
    proposer: 'cli',
    created: NOW - 3600,
    expires: NOW + 6 * 86_400,
    risk: 'low',
    batch: `b_${seed}`,
    sentence: 'Runs "/usr/local/bin/task" "add" "Send the signed contract to Ann".',
    prose: '',
    why: null,
    facts: [
      { name: 'program', value: '"/usr/local/bin/task"' },
      { name: 'word 1', value: '"add"' },
      { name: 'word 2', value: '"Send the signed contract to Ann"' },
    ],
    foreseen: null,
    problem: null,
    ...parts,
  }
}

export const agents = (seed: string, parts: Partial<ProposalShown> = {}): ProposalShown =>
  proposal(seed, {
    risk: 'high',
    proposer: 'agent:claude',
    prose: 'The mail from Ann asks for it by noon; a task would keep it from being forgotten.',
    ...parts,
  })

/** One of many that are alike. */
export const flagged = (number: number): ProposalShown =>
  proposal(`flag${number}`, {
    kind: 'operation',
    what: 'schedule.pause',
    batch: 'b_flags',
    sentence: 'Runs mail.flag for cli.',
    facts: [{ name: 'id', value: `"h_${'a'.repeat(24)}${String(number).padStart(2, '2')}"` }],
    foreseen: {
      sentence: 'Sets the flag of one message.',
      changes: [{ id: `message ${number + 1}`, before: 'not flagged', after: 'flagged' }],
      more: 0,
    },
  })

export const JOBS = {
  jobs: [
    job('mail', { next: NOW + 4 * 3600, at: ['05:25', '10:30', '14:20'], capability: 'brief.write' }),
    job('news', {
      last: {
        trigger: 'schedule',
        started: NOW - 4200,
        ended: NOW - 3900,
        outcome: 'late',
        why: 'it was still running after 5m and was ended',
      },
    }),
  ],
  paused: null,
  resident: true,
}
function job<T extends object>(name: string, parts: T) {
  return {
    name,
    capability: `job.${name}`,
    grant: 'auto',
    at: ['05:00'],
    next: NOW + 82_000,
    missed: null,
    last: { trigger: 'schedule', started: NOW - 2700, ended: NOW - 2690, outcome: 'done', why: null },
    running: false,
    ...parts,
  }
}

const item = (score: number, name: string, [subject, reason]: readonly [string, string]) => ({
  handle: `h_${'a'.repeat(26)}`,
  unverified: score < 5,
  part: score > 7 ? 'correspondents' : 'others',
  score,
  by: 'model',
  account: 'Work',
  mailbox: 'INBOX',
  from: { name, address: `${name.split(' ')[0]?.toLowerCase()}@client.test` },
  subject,
  date: NOW - 7000,
  link: 'message://%3Ca%40b%3E',
  reason,
  topics: ['contract', 'deadline'],
})

export const STATUS = {
  view: 'person',
  version: '0.1.0',
  resident: true,
  since: NOW - 90_000,
  workspaces: ['default', 'private'],
  pending: 1,
  pid: 4711,
  doors: ['cli', 'menubar'],
  problem: null,
  jobs: JOBS.jobs.map(({ name, running, next, missed, last }) => ({
    name,
    running,
    isFailing: last.outcome !== 'done',
    next,
    missed,
    last: { started: last.started, outcome: last.outcome, why: last.why },
  })),
  paused: null,
  plugins: [],
  offered: ['status', 'ops.list', 'ops.show', 'proposals.list', 'proposals.show'],
  agents: ['claude'],
  unknown: 0,
  troubles: [],
}

export const brief = (items: object[], sections: object[] = []) => ({
  made: NOW - 2700,
  age: 2700,
  engine: 'ollama',
  model: 'gpt-oss:20b',
  window: { from: NOW - 86_400, to: NOW },
  items,
  sections,
  more: 0,
  coverage: null,
  outOfScope: 1,
  text: '# Mail\n\n2 of 41 new messages are worth reading.\n\n## What this note does not show\n\n- Account in scope: Work. Out of scope: Family.\n- 12 were read already, 20 are updates or promotions, 5 scored under 4.\n',
  cut: false,
})
export const BRIEF = brief([
  item(9, 'Ann Lee', ['Re: Contract for Tuesday', 'She needs the signed contract by noon.']),
  item(6, 'Some Bank', ['Your account statement is ready', 'A statement with a due date.']),
])
export const hostileItem = (text: string) => ({ ...item(9, text, [text, text]), topics: [text] })

/** A section of a job, for the brief. */
export const sectionOf = (text: string) => ({
  job: 'news',
  items: [
    {
      handle: `h_${'b'.repeat(26)}`,
      score: 7,
      by: 'model',
      title: text,
      source: text,
      link: text,
      href: null,
      reason: text,
      topics: [],
    },
  ],
})

export const record = (seq: number, parts: object = {}) => ({
  seq,
  time: (NOW - 60 * seq) * 1000,
  event: 'call',
  caller: 'menubar',
  operation: 'menu.show',
  proposal: null,
  digest: null,
  outcome: 'done',
  code: null,
  of: null,
  count: null,
  ...parts,
})

const lineOf = (whole: ProposalShown): ProposalLine =>
  ProposalLine.parse(Object.fromEntries(Object.entries(whole).filter(([key]) => key in ProposalLine.shape)))

const unknown = refused('unavailable', {
  is: 'there is no such proposal',
  wanted: 'the id of one',
  fix: 'run "twin proposals"',
})

/** What a day of twin looks like. `pending`: what waits. */
export function answers(pending: readonly ProposalShown[]): Record<string, Answer> {
  const all = [
    ...pending,
    proposal('done1', { state: 'applied' }),
    agents('no1', { state: 'refused', why: 'a person refused it' }),
  ]
  return {
    'proposals.list': input => {
      const states = Array.isArray(input['states']) ? input['states'] : ['pending']
      const found = all.filter(({ state }) => states.includes(state))
      return done({ proposals: found.map(lineOf), more: 0, batches: [], dropped: [] })
    },
    'proposals.show': input => {
      const found = all.find(({ id }) => id === input['id'])
      return found ? done(found) : unknown
    },
    'proposals.approve': () => done({}),
    'proposals.refuse': () => done({}),
    status: done(STATUS),
    'jobs.list': done(JOBS),
    'brief.show': done(BRIEF),
    'audit.list': done({
      records: [
        record(41, { event: 'approved', caller: 'cli', operation: null, outcome: null }),
        record(40),
        record(39),
      ],
      unreadable: 0,
    }),
  }
}
