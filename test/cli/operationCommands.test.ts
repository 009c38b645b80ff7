// The commands that are made of operations: every operation that a terminal may call has one, and a person's words become its input.
import { describe, expect, test } from 'vitest'
import type { Action, Session } from '../../cli/answer.ts'
import { catalogue } from '../../cli/catalogue.ts'
import { GROUPS } from '../../cli/commandGroups.ts'
import { ROWS } from '../../cli/commandTable.ts'
import { inputFields } from '../../cli/inputFields.ts'
import { program } from '../../cli/program.ts'
import type { Outcome } from '../../protocol/call.ts'
import { done, type Result } from '../../protocol/refusal.ts'
import { pathsOf } from '../../protocol/paths.ts'

const RUN_ID = 'receipts.1796059500-0123456789abcdef'
const NOW = Date.UTC(2026, 10, 30, 5, 25)
const ELSEWHERE = ['proposals.approve', 'menu.show', 'ui.open']

interface Call {
  readonly name: string
  readonly input: unknown
  readonly confirm: boolean
}

/** The calls that `words` make, and what comes of the command. `outcome`: what each call gives. */
async function callsOf(words: readonly string[], outcome?: Outcome) {
  const calls: Call[] = []
  const session: Session = {
    paths: pathsOf({ TWIN_HOME: '/nowhere' }),
    home: '/nowhere',
    now: () => NOW,
    columns: 80,
    platform: 'linux',
    signal: new AbortController().signal,
    progress: () => undefined,
    call: async (name, input, confirm) => {
      calls.push({ name, input, confirm })
      return outcome
        ? done(outcome)
        : { ok: false, refusal: { code: 'denied', is: 'no', wanted: 'no', fix: 'no' } }
    },
  }
  let result: Awaited<ReturnType<Action>> | undefined
  const root = program(
    async (_command, action) => {
      result = await action(session)
    },
    () => undefined,
  )
  await root.parseAsync([...words], { from: 'user' })
  return { calls, result: result as Result<{ problem?: { code: string } }> }
}

describe('the table of commands', () => {
  test('has every operation that a terminal may call, once', () => {
    const offered = catalogue.filter(({ doors }) => doors.includes('cli')).map(({ name }) => name)
    const listed = ROWS.map(({ operation }) => operation)
    expect([...listed, ...ELSEWHERE].sort()).toEqual([...offered].sort())
  })

  test('confirms exactly what changes something', () => {
    const changes = catalogue.filter(one => one.class === 'mutate').map(({ name }) => name)
    expect(
      ROWS.filter(row => row.isYes)
        .map(({ operation }) => operation)
        .sort(),
    ).toEqual(changes.filter(name => !ELSEWHERE.includes(name)).sort())
  })

  test('has a bare group that lists, for every group but the one of mail', () => {
    for (const { name, lists } of GROUPS)
      if (name !== 'mail') expect(ROWS.some(({ path }) => path === lists)).toBe(true)
  })

  test.each(catalogue.map(one => [one.name, one] as const))(
    'can offer every key of the input of %s with a text that says what it is for',
    (_name, operation) => {
      for (const field of inputFields(operation.inputSchema)) expect(field.summary).not.toBe('')
    },
  )
})

describe('a command made of an operation', () => {
  test.each([
    ['audit', ['--limit', '2'], { limit: 2 }],
    ['proposals', ['--states', 'applied', 'refused'], { states: ['applied', 'refused'] }],
    ['ops', ['--skip', '1', '--details'], { skip: 1, details: true }],
  ])(
    'takes its options behind the list of the group %s as behind the bare group',
    async (group, options, input) => {
      const called = [{ name: `${group}.list`, input, confirm: false }]
      expect((await callsOf([group, ...options])).calls).toEqual(called)
      expect((await callsOf([group, 'list', ...options])).calls).toEqual(called)
    },
  )

  test.each([
    [['jobs'], 'jobs.list', {}, false],
    [['jobs', 'run', 'mail'], 'jobs.run', { name: 'mail' }, true],
    [['run', 'receipts'], 'runs.start', { file: 'receipts' }, true],
    [
      ['run', '/r/a.yaml', '--message', '/m/b.eml'],
      'runs.start',
      { file: '/r/a.yaml', message: '/m/b.eml' },
      true,
    ],
    [['run', '/r/check'], 'runs.start', { file: '/r/check' }, true],
    [['run', 'check', '/r/a.yaml'], 'runs.check', { file: '/r/a.yaml' }, false],
    [['run', 'check', 'check'], 'runs.check', { file: 'check' }, false],
    [['runs'], 'runs.list', {}, false],
    [['runs', 'resume', RUN_ID], 'runs.resume', { id: RUN_ID }, true],
    [['exposure', 'set', 'mail.list', 'on'], 'exposure.set', { name: 'mail.list', to: 'on' }, true],
    [
      ['mail', 'list', '--unread', '--limit', '5', '--from', 'ann'],
      'mail.list',
      { unread: true, limit: 5, from: 'ann' },
      false,
    ],
    [['mail', 'list', '--no-unread'], 'mail.list', { unread: false }, false],
    [['mail', 'list', '--since', '1h'], 'mail.list', { since: NOW / 1000 - 3_600 }, false],
    [['schedule', 'pause', '--until', '2h'], 'schedule.pause', { until: NOW / 1000 + 7_200 }, true],
    [['brief', '--engine', 'rules', '--dry-run'], 'brief.make', { engine: 'rules', dryRun: true }, true],
    [['brief', 'show', '--json'], 'brief.show', {}, false],
    [['proposals', 'refuse', 'p_a', 'p_b'], 'proposals.refuse', { ids: ['p_a', 'p_b'] }, true],
    [
      ['apply', 'run', 'task', '--arguments', '{"title":"x"}'],
      'apply.run',
      { name: 'task', arguments: { title: 'x' } },
      true,
    ],
    [['ops', 'call', 'status'], 'status', {}, false],
    [
      ['ops', 'call', 'jobs.run', '--input', '{"name":"mail"}', '--confirm'],
      'jobs.run',
      { name: 'mail' },
      true,
    ],
  ] as const)('passes on what %j means', async (...[words, name, input, confirm]) => {
    expect((await callsOf(words)).calls).toEqual([{ name, input, confirm }])
  })

  test.each([
    [['mail', 'list', '--limit', 'five']],
    [['mail', 'list', '--since', 'yesterday']],
    [['schedule', 'pause', '--until', '2020-01-01']],
    [['ops', 'call', 'status', '--input', '[]']],
    [['ops', 'call', 'status', '--input', '{"a":1,"a":2}']],
    [['apply', 'run', 'task', '--arguments', 'title=x']],
  ])('asks for nothing where %j cannot be understood', async words => {
    const { calls, result } = await callsOf(words)
    expect(calls).toEqual([])
    expect(result).toMatchObject({ ok: false, refusal: { code: 'usage' } })
  })

  test('prints the preview of an unconfirmed change and fails', async () => {
    const preview = {
      sentence: 'Runs it.',
      count: 2,
      changes: [{ id: 'a', before: 'off', after: 'on' }],
      token: null,
      expires: null,
    }
    const { result } = await callsOf(['ops', 'call', 'schedule.pause'], { outcome: 'preview', preview })
    expect(result).toMatchObject({
      ok: true,
      value: {
        lines: [['Runs it.'], ['  a: off -> on'], ['  and 1 more']],
        problem: { code: 'unconfirmed' },
      },
    })
  })

  test('fails and names the proposal where a person has to decide first', async () => {
    const outcome = { outcome: 'proposed', id: `p_${'a'.repeat(26)}`, digest: '0'.repeat(64) } as const
    const { result } = await callsOf(['apply', 'run', 'task'], outcome)
    expect(result).toMatchObject({
      value: {
        json: outcome,
        problem: { code: 'unconfirmed', fix: expect.stringContaining(outcome.id) as string },
      },
    })
  })
})
