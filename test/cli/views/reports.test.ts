// What a person reads of twin's own state: reports and tables without numbers of machines, empty columns or dashes.
import { describe, expect, test } from 'vitest'
import type { Line } from '../../../cli/answer.ts'
import { anything } from '../../../cli/views/anything.ts'
import { applyListed, applyRun } from '../../../cli/views/apply.ts'
import { auditListed } from '../../../cli/views/audit.ts'
import { changeLines } from '../../../cli/views/changeLines.ts'
import { exposureListed, exposureSet } from '../../../cli/views/exposure.ts'
import { jobShown, jobsListed, scheduleListed } from '../../../cli/views/jobs.ts'
import { messageTable } from '../../../cli/views/messageTable.ts'
import { ahead, near } from '../../../cli/views/moment.ts'
import { opsListed, opsShown } from '../../../cli/views/ops.ts'
import { policyShown } from '../../../cli/views/policy.ts'
import { statusShown } from '../../../cli/views/status.ts'
import { localTime, ownTimeZone } from '../../../daemon/localTime.ts'

const NOW = Date.UTC(2026, 10, 30, 12)
const SECONDS = NOW / 1000
const TIME = localTime(NOW, ownTimeZone()).time
const look = { columns: 80, now: () => NOW, platform: 'linux' } as const
const text = (lines: readonly Line[]): string =>
  lines.map(line => line.map(piece => (typeof piece === 'string' ? piece : piece.text)).join('')).join('\n')

const JOB = {
  name: 'mail',
  capability: 'brief.write',
  grant: 'auto',
  at: ['05:25', '10:30'],
  next: SECONDS,
  missed: null,
  last: null,
  running: false,
}
const RUN = {
  trigger: 'person',
  started: SECONDS,
  ended: SECONDS,
  outcome: 'failed',
  why: 'it ended with code 3',
}

test('near names today, tomorrow and yesterday, and every other day by its date', () => {
  expect(near(SECONDS, NOW)).toBe(`today ${TIME}`)
  expect(near(SECONDS + 86_400, NOW)).toBe(`tomorrow ${TIME}`)
  expect(near(SECONDS - 86_400, NOW)).toBe(`yesterday ${TIME}`)
  expect(near(SECONDS + 2 * 86_400, NOW)).toBe(`2026-12-02 ${TIME}`)
})

test('ahead says what was filed for seven days as seven days a moment later, in the nearest of two units at least', () => {
  const week = 7 * 86_400
  expect([week, week - 5, week - 40_000].map(ahead)).toEqual(['7 days', '7 days', '7 days'])
  expect(ahead(week - 50_000)).toBe('6 days')
  expect([2 * 86_400, 2 * 86_400 - 1, 7_199, 119, 1].map(ahead)).toEqual([
    '2 days',
    '48 hours',
    '120 minutes',
    '119 seconds',
    '1 second',
  ])
})

describe('what changes', () => {
  const shown = (before: string, after: string): string =>
    text(changeLines({ sentence: null, changes: [{ id: 'note 3', before, after }], more: 0 }, 80))
  test('a change from nothing, or to nothing, shows no escape in its place', () => {
    expect(shown('', 'buy milk')).toBe('  note 3: -> buy milk')
    expect(shown('buy milk', '')).toBe('  note 3: buy milk ->')
    expect(shown('milk', 'bread')).toBe('  note 3: milk -> bread')
  })
  test('a text with an arrow of its own stands on a line of its own, so that no before can be made up', () => {
    expect(shown('', 'a -> b')).toBe('  note 3\n    before:\n    after: a -> b')
    expect(shown('x', 'y')).not.toContain('before')
  })
})

describe('status', () => {
  const status = {
    view: 'person',
    version: '0.1.0',
    resident: false,
    since: SECONDS,
    workspaces: ['default'],
    pending: 0,
    pid: 4711,
    doors: [],
    problem: null,
    jobs: [{ name: 'mail', running: false, isFailing: false, next: null, missed: null, last: null }],
    paused: null,
    plugins: [],
    offered: ['status'],
    agents: [],
    unknown: 0,
    troubles: [],
  }

  test('says in sentences that twind does not run and that nothing waits', () => {
    expect(text(statusShown(status, look).lines)).toBe(
      [
        'twind does not run, so nothing starts by itself: "twin daemon" starts it.',
        'Nothing waits for you.',
        'twin.toml declares no agent.',
        '',
        'job   last run',
        'mail  never',
      ].join('\n'),
    )
  })

  test('begins with what is wrong, and names the command that tells more', () => {
    const failing = { name: 'news', running: false, isFailing: true, next: SECONDS, missed: null, last: RUN }
    const { trigger: _trigger, ended: _ended, ...last } = RUN
    const wrong = {
      ...status,
      resident: true,
      pending: 2,
      agents: ['claude'],
      workspaces: ['default', 'private'],
      unknown: 1,
      jobs: [{ ...failing, last }],
      plugins: [{ name: 'notes', healthy: false, why: 'it does not answer' }],
    }
    const said = text(statusShown(wrong, look).lines).split('\n')
    expect(said[0]).toBe(`The job news failed today ${TIME}: it ended with code 3. "twin jobs show news"`)
    expect(said[1]).toBe('The plugin notes offers nothing: it does not answer.')
    expect(said[2]).toBe('Of 1 change nobody knows the outcome: "twin audit" names them.')
    expect(said).toContain(`twind runs since today ${TIME}, process 4711.`)
    expect(said).toContain('2 proposals wait for you: "twin proposals"')
    expect(said).toContain('Workspaces: default, private.')
  })
})

describe('jobs', () => {
  test('shows no column that says nothing', () => {
    const listed = { jobs: [{ ...JOB, next: null }], paused: null, resident: true }
    expect(text(jobsListed(listed, look).lines)).toBe('job   times        last run\nmail  05:25 10:30  never')
  })

  test('names the next run and what was missed where there is any', () => {
    const listed = {
      jobs: [{ ...JOB, missed: SECONDS - 86_400, last: RUN }],
      paused: { until: null },
      resident: true,
    }
    const said = text(jobsListed(listed, look).lines)
    expect(said).toContain(`today ${TIME}`)
    expect(said).toContain(`yesterday ${TIME}`)
    expect(said).toContain('The schedule is paused: "twin schedule resume" ends it.')
  })

  test('says how to run one that has not run', () => {
    const shown = { job: { ...JOB, at: [] }, runs: [], stdout: '', stderr: '', cut: false }
    const said = text(jobShown(shown, look).lines)
    expect(said).toContain('times      when you run it')
    expect(said).toContain('It has not run yet. "twin jobs run mail" runs it now.')
  })

  test('an empty schedule says so and where it would stand', () => {
    expect(text(scheduleListed({ paused: null, times: [], resident: true }, look).lines)).toContain(
      'No job has a time',
    )
  })
})

describe('exposure', () => {
  const one = (name: string, ceiling: string, offered: boolean) => ({
    name,
    ceiling,
    offered,
    changed: offered ? SECONDS : null,
    by: offered ? 'cli' : null,
  })

  test('lists what is offered first, and what never is apart', () => {
    const operations = [
      one('audit.list', 'never', false),
      one('mail.list', 'off', false),
      one('status', 'on', true),
    ]
    expect(text(exposureListed({ operations }, look).lines)).toBe(
      [
        'operation  agents       set',
        `status     offered      today ${TIME} by cli`,
        'mail.list  not offered',
        '',
        'Never offered: audit.list.',
        '"twin exposure set NAME on" offers one to every agent, "off" to none.',
      ].join('\n'),
    )
  })

  test('a change of it is one sentence', () => {
    expect(text(exposureSet({ offered: true, operations: ['mail.list'] }, look).lines)).toBe(
      'Agents are offered mail.list.',
    )
    expect(text(exposureSet({ offered: false, operations: ['mail.list'] }, look).lines)).toBe(
      'No agent is offered mail.list.',
    )
  })
})

test('policy says what each grant means, what is done before what is refused', () => {
  const capabilities = [
    { capability: 'mail.send', grant: 'never', why: 'not listed', atMostPropose: true },
    { capability: 'mail.read', grant: 'auto', why: 'listed', atMostPropose: false },
  ]
  const said = text(policyShown({ version: 'a'.repeat(64), problem: 'no', capabilities }, look).lines)
  expect(said.split('\n').slice(0, 5)).toEqual([
    'A file cannot be understood: no.',
    'The last good one is in force, and nothing is changed.',
    '',
    'capability  grant  what that means, and why',
    'mail.read   auto   done when asked',
  ])
  expect(said).toContain('refused: policy.toml does not list it, and at most "propose"')
})

describe('operations', () => {
  const listed = { name: 'a.b', summary: 'do one thing', class: 'read', ceiling: 'off', agents: false }

  test('are listed with what each does, and with how to ask for the rest', () => {
    const said = text(opsListed({ operations: [listed], more: 2 }, look).lines)
    expect(said).toContain('a.b        do one thing  reads')
    expect(said).toContain('and 2 more: "twin ops list --skip 1"')
  })

  test('one is shown with what it takes, also where a plugin declares a type that no command line takes', () => {
    const input = {
      type: 'object',
      required: ['odd'],
      properties: { odd: { description: 'anything at all' }, word: { enum: ['on', 'off'] } },
    }
    const shown = {
      ...listed,
      doors: ['cli'],
      capability: null,
      provenance: 'plugin',
      reversible: false,
      positional: [],
      input,
      output: {},
    }
    const said = text(opsShown(shown, look).lines)
    expect(said).toMatch(/odd +anything +always +anything at all/)
    expect(said).toMatch(/word +on or off/)
    expect(said).toContain('not offered: "twin exposure set" offers it')
    expect(text(opsShown({ ...shown, input: {} }, look).lines)).toContain('It takes no input.')
  })
})

test('the commands of policy.toml are listed, or it says where one would stand', () => {
  expect(text(applyListed({ commands: [] }, look).lines)).toContain('policy.toml has no [apply.NAME]')
  expect(text(applyRun({ exit: 0, printed: 0 }, look).lines)).toBe('done: it printed nothing.')
})

test('the audit log shows a reference and a count only where there is one', () => {
  const record = {
    seq: 3,
    time: NOW,
    event: 'result',
    caller: 'cli',
    operation: 'jobs.run',
    proposal: null,
    digest: null,
    outcome: 'unknown',
    code: null,
    of: 2,
    count: null,
  }
  const said = text(auditListed({ records: [record], unreadable: 1 }, look).lines)
  expect(said).toMatch(/jobs\.run +outcome unknown, of 2/)
  expect(said).toContain('1 line cannot be read')
})

describe('messages', () => {
  const row = {
    received: SECONDS,
    sent: null,
    read: false,
    flagged: false,
    urgent: true,
    from: { name: 'Ann', address: 'ann@client.example' },
    subject: 'a subject that is far longer than what a terminal of this width has room for',
    account: 'Work (robin.vale@harbor.example)',
    handle: 'h_aaaaaaaaaaaaaaaaaaaaaaaaaa',
  }

  test.each([40, 64, 80, 119, 120, 200])('keep their whole handle in %d columns', columns => {
    expect(text(messageTable([row], { columns, now: NOW }))).toContain(row.handle)
  })

  test('take two rows each in 80 columns and one where there is room', () => {
    expect(messageTable([row], { columns: 80, now: NOW })).toHaveLength(3)
    expect(messageTable([row], { columns: 200, now: NOW })).toHaveLength(2)
  })
})

test('anything puts one mark before each thing of a list, not before each line of it', () => {
  expect(
    text(
      anything(
        [
          { a: 1, b: [{ c: 2 }] },
          { a: 3, b: [] },
        ],
        80,
      ),
    ),
  ).toBe(['- a  1', '  b', '    c', '    2', '- a  3', '  b  none'].join('\n'))
})
