// The groups of commands: what each is for, and the command that a bare group stands for; and the order of the help. Relies on
// commandTable.ts for the rows.

/** `lists`: the row that a bare group stands for. */
export interface Group {
  readonly name: string
  readonly summary: string
  readonly example: string
  readonly lists?: string
}

export const GROUPS: readonly Group[] = [
  {
    name: 'mail',
    summary: 'ask the confined mail helper, and list mail in scope',
    example: 'twin mail diagnose',
  },
  {
    name: 'brief',
    summary: 'write the brief: what is new, ranked on this machine, as a note in your vault',
    example: 'twin brief show',
    lists: 'brief',
  },
  {
    name: 'jobs',
    summary: 'the brief and the programs that twind starts: when, and how it went',
    example: 'twin jobs run mail',
    lists: 'jobs list',
  },
  {
    name: 'schedule',
    summary: 'when jobs run: list, pause, resume',
    example: 'twin schedule pause --until 2h',
    lists: 'schedule list',
  },
  {
    name: 'accounts',
    summary: 'mailboxes that are no Apple Mail: list, add',
    example: 'twin accounts add maildir ~/Mail --name home',
    lists: 'accounts list',
  },
  {
    name: 'run',
    summary: 'run a view of your mail through the stages of a file',
    example: 'twin run check runs/receipts.yaml',
    lists: 'run',
  },
  {
    name: 'runs',
    summary: 'the runs that are kept: list, show, resume',
    example: 'twin runs resume receipts.1796059500-0f3c9a6b5d2e4817',
    lists: 'runs list',
  },
  {
    name: 'proposals',
    summary: 'changes that somebody wants: list, show, approve, refuse, undo',
    example: 'twin proposals approve p_xj3kq7w2m5n4b6v7c2z7l4k3ja',
    lists: 'proposals list',
  },
  {
    name: 'apply',
    summary: 'the commands of policy.toml that an approved proposal may run',
    example: 'twin apply run task --arguments \'{"title":"call Ann"}\'',
    lists: 'apply list',
  },
  {
    name: 'exposure',
    summary: 'which operations agents are offered',
    example: 'twin exposure set mail.list on',
    lists: 'exposure list',
  },
  {
    name: 'audit',
    summary: 'what was asked for and done: list, verify',
    example: 'twin audit verify',
    lists: 'audit list',
  },
  {
    name: 'ops',
    summary: 'every operation by its name: list, show, call',
    example: 'twin ops call jobs.show --input \'{"name":"mail"}\'',
    lists: 'ops list',
  },
]

/** The commands as the help of twin lists them: every one, once. */
export const HEADINGS: readonly (readonly [heading: string, names: readonly string[]])[] = [
  ['To begin:', ['demo', 'init', 'check']],
  ['Your mail:', ['brief', 'mail', 'accounts', 'sync', 'search', 'run', 'runs']],
  ['What runs, and what became of it:', ['status', 'jobs', 'schedule', 'audit']],
  ['What may be done, and who decides:', ['proposals', 'policy', 'exposure', 'apply', 'ops']],
  ['twind and its doors:', ['daemon', 'ui', 'menu', 'mcp', 'openapi']],
  ['Help:', ['help', 'man', 'completion']],
]
