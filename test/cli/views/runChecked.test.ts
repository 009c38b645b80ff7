// What a person reads of a checked run, line by line, also in a narrow terminal. Relies on protocol/runChecked.ts for what came.
import { expect, test } from 'vitest'
import type { Line } from '../../../cli/answer.ts'
import { runChecked } from '../../../cli/views/runChecked.ts'
import type { RunChecked } from '../../../protocol/runChecked.ts'

const CHECKED: RunChecked = {
  file: '/home/ann/runs/receipts.yaml',
  run: {
    run: { name: 'receipts', backend: 'home', when: 'manual' },
    view: { query: 'x', limit: 5, expand: 'none' },
    pipeline: [{ uses: 'extract@1' }],
  },
  yaml: 'run:\n  name: receipts\n',
  steps: [
    {
      name: 'first',
      uses: 'extract@1',
      summary: 'copies facts',
      takes: ['mail from the view: envelope, body'],
      may: ['see one message at a time', 'reach api.example.org:443'],
      withheld: ['exec: its actor is a model'],
    },
  ],
  boundaries: [
    { from: 'view (envelope, body)', to: 'first.mail', bits: null, outbound: false },
    { from: 'first', to: 'api.example.org:443', bits: 21, outbound: true },
  ],
  rules: [
    {
      rule: 'flag.add -> seen',
      said: 'auto',
      capability: 'mail.flag',
      grant: 'never',
      effect: 'refused',
      why: 'policy.toml never allows mail.flag',
    },
    {
      rule: 'trash',
      said: 'nothing',
      capability: 'mail.trash',
      grant: 'propose',
      effect: 'asked',
      why: 'the run leaves it to you',
    },
  ],
  notes: ['What the account can do is asked when the run starts.'],
}
const shown = (checked: RunChecked, columns = 90): string[] =>
  runChecked(checked, { columns, now: () => 0, platform: 'linux' }).lines.map((line: Line) =>
    line.map(piece => (typeof piece === 'string' ? piece : piece.text)).join(''),
  )

test('a checked run is shown as understood, step by step, boundary by boundary, rule by rule', () => {
  expect(shown(CHECKED)).toEqual([
    'This run can start. /home/ann/runs/receipts.yaml',
    '',
    'As understood',
    '  run:',
    '    name: receipts',
    '',
    'What each step may do, and nothing else',
    'first (extract@1): copies facts',
    '  takes mail from the view: envelope, body',
    '  may see one message at a time',
    '  may reach api.example.org:443',
    '  is not granted exec: its actor is a model',
    '',
    'What each boundary lets through of one message',
    'from                   to                   bits',
    'view (envelope, body)  first.mail           without a limit',
    'first                  api.example.org:443  21               leaves this machine',
    '',
    'What comes of what is proposed, with policy.toml as it is now',
    'proposal          run says  outcome        why',
    'flag.add -> seen  auto      refused        policy.toml never allows mail.flag',
    'trash                       you are asked  the run leaves it to you',
    'note: What the account can do is asked when the run starts.',
  ])
})

test('a run without rules is said to change no mailbox', () => {
  expect(shown({ ...CHECKED, rules: [], notes: [] }).at(-1)).toBe(
    'There is no "apply": this run changes no mailbox.',
  )
})

test('in a narrow terminal no line but a heading and the file is wider than it', () => {
  for (const line of shown(CHECKED, 40).filter(one => !/^(?:This run|What )/.test(one)))
    expect(line.length, line).toBeLessThanOrEqual(40)
})
