// Which command calls which operation: the whole of it, as data. Every operation that a terminal may call stands here once or is
// called by `twin ops call`. Relies on the registry for everything else about an operation.
import type { View } from './views/view.ts'

/** `path`: the words behind "twin". `isYes`: whoever types it has confirmed what it says. */
export interface Row {
  readonly path: string
  readonly operation: string
  readonly examples: readonly string[]
  readonly isYes?: true
  /** Keys of the input that no person gives. */
  readonly without?: readonly string[]
  readonly view?: () => Promise<View>
}
export const ROWS: readonly Row[] = [
  {
    path: 'status',
    operation: 'status',
    examples: ['twin status', 'twin status --json'],
    view: async () => (await import('./views/status.ts')).statusShown,
  },
  {
    path: 'mail diagnose',
    operation: 'mail.diagnose',
    examples: ['twin mail diagnose', 'twin mail diagnose --json'],
    view: async () => (await import('./views/diagnose.ts')).mailDiagnose,
  },
  {
    path: 'mail probe',
    operation: 'mail.probe',
    examples: ['twin mail probe', 'twin mail probe --json'],
    view: async () => (await import('./views/mail.ts')).mailProbe,
  },
  {
    path: 'mail collect',
    operation: 'mail.collect',
    examples: ['twin mail collect --since 24h', 'twin mail collect --since 2026-11-30T05:25 --json'],
    view: async () => (await import('./views/mail.ts')).mailCollect,
  },
  {
    path: 'mail list',
    operation: 'mail.list',
    examples: ['twin mail list --unread', 'twin mail list --from ann --since 7d --json'],
    view: async () => (await import('./views/mail.ts')).mailList,
  },
  {
    path: 'mail show',
    operation: 'mail.show',
    examples: ['twin mail show h_xj3kq7w2m5n4b6v7c2z7l4k3ja'],
    view: async () => (await import('./views/mail.ts')).mailShow,
  },
  {
    path: 'mail accounts',
    operation: 'mail.accounts',
    examples: ['twin mail accounts'],
    view: async () => (await import('./views/mail.ts')).mailAccounts,
  },
  {
    path: 'mail mailboxes',
    operation: 'mail.mailboxes',
    examples: ['twin mail mailboxes --account work'],
    view: async () => (await import('./views/mail.ts')).mailMailboxes,
  },
  {
    path: 'brief',
    operation: 'brief.make',
    examples: ['twin brief', 'twin brief --since 12h --engine rules --dry-run', 'twin brief --json'],
    isYes: true,
    view: async () => (await import('./views/brief.ts')).briefMade,
  },
  {
    path: 'brief show',
    operation: 'brief.show',
    examples: ['twin brief show', 'twin brief show --json'],
    view: async () => (await import('./views/brief.ts')).briefShown,
  },
  {
    path: 'jobs list',
    operation: 'jobs.list',
    examples: ['twin jobs list'],
    view: async () => (await import('./views/jobs.ts')).jobsListed,
  },
  {
    path: 'jobs show',
    operation: 'jobs.show',
    examples: ['twin jobs show mail'],
    view: async () => (await import('./views/jobs.ts')).jobShown,
  },
  {
    path: 'jobs run',
    operation: 'jobs.run',
    examples: ['twin jobs run mail'],
    isYes: true,
    view: async () => (await import('./views/jobs.ts')).jobRun,
    without: ['trigger', 'due'],
  },
  {
    path: 'schedule list',
    operation: 'schedule.list',
    examples: ['twin schedule list'],
    view: async () => (await import('./views/jobs.ts')).scheduleListed,
  },
  {
    path: 'schedule pause',
    operation: 'schedule.pause',
    examples: ['twin schedule pause', 'twin schedule pause --until 2026-12-24'],
    isYes: true,
    view: async () => (await import('./views/jobs.ts')).pauseSet,
  },
  {
    path: 'schedule resume',
    operation: 'schedule.resume',
    examples: ['twin schedule resume'],
    isYes: true,
    view: async () => (await import('./views/jobs.ts')).pauseSet,
  },
  {
    path: 'proposals list',
    operation: 'proposals.list',
    examples: ['twin proposals list'],
    view: async () => (await import('./views/proposals.ts')).proposalsListed,
  },
  {
    path: 'proposals show',
    operation: 'proposals.show',
    examples: ['twin proposals show p_xj3kq7w2m5n4b6v7c2z7l4k3ja'],
    view: async () => (await import('./views/proposals.ts')).proposalShown,
  },
  {
    path: 'proposals refuse',
    operation: 'proposals.refuse',
    examples: ['twin proposals refuse p_xj3kq7w2m5n4b6v7c2z7l4k3ja'],
    isYes: true,
    view: async () => (await import('./views/proposals.ts')).proposalsDecided,
  },
  {
    path: 'proposals undo',
    operation: 'proposals.undo',
    examples: ['twin proposals undo p_xj3kq7w2m5n4b6v7c2z7l4k3ja'],
    isYes: true,
    view: async () => (await import('./views/proposals.ts')).proposalsDecided,
  },
  {
    path: 'apply list',
    operation: 'apply.list',
    examples: ['twin apply list'],
    view: async () => (await import('./views/apply.ts')).applyListed,
  },
  {
    path: 'apply run',
    operation: 'apply.run',
    examples: ['twin apply run task --arguments \'{"title":"call Ann"}\''],
    isYes: true,
    view: async () => (await import('./views/apply.ts')).applyRun,
  },
  {
    path: 'exposure list',
    operation: 'exposure.list',
    examples: ['twin exposure list'],
    view: async () => (await import('./views/exposure.ts')).exposureListed,
  },
  {
    path: 'exposure set',
    operation: 'exposure.set',
    examples: ['twin exposure set mail.list on', 'twin exposure set notes off'],
    isYes: true,
    view: async () => (await import('./views/exposure.ts')).exposureSet,
  },
  {
    path: 'policy',
    operation: 'policy.show',
    examples: ['twin policy'],
    view: async () => (await import('./views/policy.ts')).policyShown,
  },
  {
    path: 'audit list',
    operation: 'audit.list',
    examples: ['twin audit list --limit 20'],
    view: async () => (await import('./views/audit.ts')).auditListed,
  },
  {
    path: 'audit verify',
    operation: 'audit.verify',
    examples: ['twin audit verify'],
    view: async () => (await import('./views/audit.ts')).auditVerified,
  },
  {
    path: 'ops list',
    operation: 'ops.list',
    examples: ['twin ops list'],
    view: async () => (await import('./views/ops.ts')).opsListed,
  },
  {
    path: 'ops show',
    operation: 'ops.show',
    examples: ['twin ops show mail.list'],
    view: async () => (await import('./views/ops.ts')).opsShown,
  },
]
