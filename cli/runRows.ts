// The commands on runs, a part of commandTable.ts. Relies on the registry for everything else about an operation.
import type { Row } from './commandRow.ts'

export const RUN_ROWS: readonly Row[] = [
  {
    path: 'run',
    operation: 'runs.start',
    examples: [
      'twin run runs/receipts.yaml',
      'twin run receipts',
      'twin run ./receipts.yaml --message one.eml',
    ],
    isYes: true,
    without: ['trigger', 'due'],
    paths: { file: 'path-or-name', message: 'path' },
    view: async () => (await import('./views/runs.ts')).runShown,
  },
  {
    path: 'run check',
    operation: 'runs.check',
    examples: ['twin run check runs/receipts.yaml', 'twin run check receipts --json'],
    paths: { file: 'path-or-name' },
    view: async () => (await import('./views/runChecked.ts')).runChecked,
  },
  {
    path: 'runs list',
    operation: 'runs.list',
    examples: ['twin runs list', 'twin runs list --json'],
    view: async () => (await import('./views/runs.ts')).runsListed,
  },
  {
    path: 'runs show',
    operation: 'runs.show',
    examples: ['twin runs show receipts.1796059500-0f3c9a6b5d2e4817'],
    view: async () => (await import('./views/runs.ts')).runShown,
  },
  {
    path: 'runs resume',
    operation: 'runs.resume',
    examples: ['twin runs resume receipts.1796059500-0f3c9a6b5d2e4817'],
    isYes: true,
    view: async () => (await import('./views/runs.ts')).runShown,
  },
]
