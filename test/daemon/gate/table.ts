// Every operation of twin by its rights, written down by hand: what the tests of the gate iterate, and what ARCHITECTURE.md
// prints. An operation without a row, and a row without an operation, fails. Relies on nothing of the gate's.
import type { Capability } from '../../../protocol/capability.ts'
import type { Channel } from '../../../protocol/door.ts'

/** `doors`: of people and of twind itself; agents have theirs by the ceiling. */
export interface Row {
  readonly name: string
  readonly class: 'read' | 'mutate' | 'send'
  /** What an agent may at most be offered. */
  readonly ceiling: 'never' | 'off' | 'on'
  readonly doors: readonly Channel['door'][]
  /** Whether it can be undone and stays on this machine. */
  readonly reversible: boolean
  /** An input that it takes, and the capability that this needs; null where policy.toml has no say. */
  readonly calls: readonly { readonly input: Record<string, unknown>; readonly needs: Capability | null }[]
}

const call = (needs: Capability | null, input: Record<string, unknown> = {}) => ({ input, needs })
const reads = { class: 'read', reversible: false } as const
const PERSON = ['cli', 'ui', 'menubar'] as const
const HANDLE = `h_${'a'.repeat(26)}`
const PROPOSAL = `p_${'a'.repeat(26)}`
const DIGEST = '0'.repeat(64)
const RUN = `receipts.1796059500-${'0'.repeat(16)}`

/** Names that a configuration must have for these calls: see `TOML` and `POLICY`. */
export const TOML = `
[agents.claude]
[accounts.home]
adapter = "maildir"
path = "/mail/home"
[jobs.news]
command = ["/usr/bin/news"]
[jobs.weather]
command = ["/usr/bin/weather"]
capability = "job.forecast"
`

export const TABLE: readonly Row[] = [
  { ...reads, name: 'status', ceiling: 'on', doors: [...PERSON, 'internal'], calls: [call(null)] },

  {
    name: 'brief.make',
    class: 'mutate',
    ceiling: 'never',
    doors: ['cli', 'internal'],
    reversible: true,
    calls: [call('brief.write'), call('brief.write', { engine: 'rules' })],
  },
  { ...reads, name: 'brief.show', ceiling: 'off', doors: PERSON, calls: [call('mail.read')] },

  { ...reads, name: 'mail.probe', ceiling: 'never', doors: ['cli'], calls: [call('mail.read')] },
  { ...reads, name: 'mail.diagnose', ceiling: 'never', doors: ['cli'], calls: [call(null)] },
  { ...reads, name: 'mail.collect', ceiling: 'off', doors: ['cli'], calls: [call('mail.read')] },
  {
    ...reads,
    name: 'mail.list',
    ceiling: 'off',
    doors: ['cli'],
    calls: [call('mail.read'), call('mail.read', { account: 'Work', limit: 3 })],
  },
  {
    ...reads,
    name: 'mail.show',
    ceiling: 'off',
    doors: ['cli'],
    calls: [call('mail.read', { handle: HANDLE })],
  },
  { ...reads, name: 'mail.accounts', ceiling: 'off', doors: ['cli'], calls: [call('mail.read')] },
  { ...reads, name: 'mail.mailboxes', ceiling: 'off', doors: ['cli'], calls: [call('mail.read')] },

  {
    name: 'accounts.add',
    class: 'mutate',
    ceiling: 'never',
    doors: ['cli'],
    reversible: false,
    calls: [call(null, { adapter: 'maildir', path: '/mail', name: 'other' })],
  },
  { ...reads, name: 'accounts.list', ceiling: 'never', doors: ['cli', 'ui'], calls: [call(null)] },
  {
    name: 'accounts.sync',
    class: 'mutate',
    ceiling: 'never',
    doors: ['cli', 'internal'],
    reversible: true,
    calls: [call('mail.read'), call('mail.read', { name: 'home' })],
  },
  {
    ...reads,
    name: 'accounts.search',
    ceiling: 'never',
    doors: ['cli'],
    calls: [call('mail.read', { account: 'home', query: 'date:14d..' })],
  },

  {
    ...reads,
    name: 'runs.check',
    ceiling: 'never',
    doors: ['cli'],
    calls: [call(null, { file: 'receipts' })],
  },
  {
    name: 'runs.start',
    class: 'mutate',
    ceiling: 'never',
    doors: ['cli', 'internal'],
    reversible: false,
    calls: [
      call('mail.read', { file: 'receipts' }),
      call('mail.read', { file: '/r.yaml', message: '/m.eml' }),
    ],
  },
  {
    name: 'runs.resume',
    class: 'mutate',
    ceiling: 'never',
    doors: ['cli'],
    reversible: false,
    calls: [call('mail.read', { id: RUN })],
  },
  { ...reads, name: 'runs.list', ceiling: 'never', doors: ['cli', 'ui'], calls: [call(null)] },
  {
    ...reads,
    name: 'runs.show',
    ceiling: 'never',
    doors: ['cli', 'ui'],
    calls: [call('mail.read', { id: RUN })],
  },

  { ...reads, name: 'jobs.list', ceiling: 'off', doors: PERSON, calls: [call(null)] },
  {
    ...reads,
    name: 'jobs.show',
    ceiling: 'never',
    doors: ['cli', 'ui'],
    calls: [call(null, { name: 'news' })],
  },
  {
    name: 'jobs.run',
    class: 'mutate',
    ceiling: 'never',
    doors: ['cli', 'internal'],
    reversible: false,
    calls: [
      call('brief.write', { name: 'mail' }),
      call('job.news', { name: 'news' }),
      call('job.forecast', { name: 'weather' }),
    ],
  },

  { ...reads, name: 'schedule.list', ceiling: 'off', doors: ['cli', 'ui'], calls: [call(null)] },
  {
    name: 'schedule.pause',
    class: 'mutate',
    ceiling: 'never',
    doors: ['cli'],
    reversible: true,
    calls: [call(null)],
  },
  {
    name: 'schedule.resume',
    class: 'mutate',
    ceiling: 'never',
    doors: ['cli'],
    reversible: true,
    calls: [call(null)],
  },

  { ...reads, name: 'proposals.list', ceiling: 'on', doors: PERSON, calls: [call(null)] },
  { ...reads, name: 'proposals.show', ceiling: 'on', doors: PERSON, calls: [call(null, { id: PROPOSAL })] },
  {
    name: 'proposals.approve',
    class: 'mutate',
    ceiling: 'never',
    doors: PERSON,
    reversible: false,
    calls: [call(null, { ids: [PROPOSAL], digest: DIGEST })],
  },
  {
    name: 'proposals.refuse',
    class: 'mutate',
    ceiling: 'never',
    doors: PERSON,
    reversible: false,
    calls: [call(null, { ids: [PROPOSAL] })],
  },
  {
    name: 'proposals.undo',
    class: 'mutate',
    ceiling: 'never',
    doors: ['cli'],
    reversible: false,
    calls: [call(null, { ids: [PROPOSAL] })],
  },

  { ...reads, name: 'apply.list', ceiling: 'off', doors: ['cli'], calls: [call(null)] },
  {
    name: 'apply.run',
    class: 'mutate',
    ceiling: 'off',
    doors: ['cli', 'internal'],
    reversible: false,
    calls: [call('apply.task', { name: 'task', arguments: { title: 'milk' } })],
  },

  { ...reads, name: 'ops.list', ceiling: 'on', doors: ['cli', 'ui'], calls: [call(null)] },
  {
    ...reads,
    name: 'ops.show',
    ceiling: 'on',
    doors: ['cli', 'ui'],
    calls: [call(null, { name: 'status' })],
  },

  { ...reads, name: 'exposure.list', ceiling: 'never', doors: ['cli', 'ui'], calls: [call(null)] },
  {
    name: 'exposure.set',
    class: 'mutate',
    ceiling: 'never',
    doors: ['cli'],
    reversible: true,
    calls: [call(null, { name: 'mail.list', to: 'on' })],
  },
  { ...reads, name: 'policy.show', ceiling: 'never', doors: ['cli', 'ui'], calls: [call(null)] },

  { ...reads, name: 'audit.list', ceiling: 'never', doors: ['cli', 'ui'], calls: [call(null)] },
  { ...reads, name: 'audit.verify', ceiling: 'never', doors: ['cli', 'ui'], calls: [call(null)] },

  { ...reads, name: 'menu.show', ceiling: 'never', doors: ['menubar', 'cli'], calls: [call(null)] },
  {
    name: 'ui.open',
    class: 'mutate',
    ceiling: 'never',
    doors: ['cli'],
    reversible: true,
    calls: [call(null)],
  },
]

/** What the plugin "notes" of the tests declares: off for agents, under plugin.notes, and nothing of it can be undone. */
export const PLUGIN_TABLE: readonly Row[] = [
  {
    ...reads,
    name: 'notes.search',
    ceiling: 'off',
    doors: ['cli'],
    calls: [call('plugin.notes', { words: 'milk' })],
  },
  {
    name: 'notes.add',
    class: 'mutate',
    ceiling: 'off',
    doors: ['cli'],
    reversible: false,
    calls: [call('plugin.notes', { words: 'milk' })],
  },
]

/** One row as ARCHITECTURE.md prints it: name, class, what agents may at most be offered, doors, capabilities, whether it can be undone. */
export const cellsOf = ({ name, class: kind, ceiling, doors, reversible, calls }: Row): readonly string[] => [
  `\`${name}\``,
  kind,
  ceiling,
  doors.join(', '),
  [...new Set(calls.map(({ needs }) => (needs === null ? '–' : `\`${needs}\``)))].join(', '),
  kind === 'read' ? '–' : reversible ? 'yes' : 'no',
]
