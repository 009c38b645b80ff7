// Words of a sender, a program or a proposer in the views: however long they are, none of their lines passes for one of twin's.
import { describe, expect, test } from 'vitest'
import { decisionOn } from '../../../cli/approve.ts'
import type { Line } from '../../../cli/answer.ts'
import { rendered } from '../../../cli/output.ts'
import { table } from '../../../cli/table.ts'
import { anything } from '../../../cli/views/anything.ts'
import { changeLines } from '../../../cli/views/changeLines.ts'
import { jobShown } from '../../../cli/views/jobs.ts'
import { mailShow } from '../../../cli/views/mail.ts'
import { proposalsListed } from '../../../cli/views/proposals.ts'
import type { Look } from '../../../cli/views/view.ts'
import { decisionDigest } from '../../../daemon/spool/decisionDigest.ts'
import type { ProposalShown } from '../../../protocol/proposalShown.ts'
import { digestOf, idOf } from '../../page/answersDouble.ts'

const COLUMNS = 60
const look: Look = { columns: COLUMNS, now: () => 0, platform: 'linux' }
/** The lines as a terminal of COLUMNS columns shows them; every character here takes one. */
const onScreen = (lines: readonly Line[]): string[] =>
  rendered(lines, false)
    .split('\n')
    .flatMap(line => line.match(new RegExp(`.{1,${COLUMNS}}`, 'gu')) ?? [''])
/** A text whose words would begin a line of their own on such a screen. */
const pushed = (words: string, before = 0): string => `${'x'.repeat(COLUMNS - before)}${words}`

test('a text that is only printed begins a line of its own (control)', () => {
  expect(onScreen([[pushed('risk     low')]])).toContain('risk     low')
})

test('what a program printed stays behind its mark', () => {
  const job = {
    name: 'news',
    capability: 'job.news',
    grant: 'auto',
    at: [],
    next: null,
    missed: null,
    last: null,
    running: false,
  }
  const stdout = pushed('next 2026-01-01 00:00', 2)
  const { lines } = jobShown({ job, runs: [], stdout, stderr: pushed('It has not run', 2), cut: false }, look)
  const screen = onScreen(lines)
  expect(screen.filter(line => line.startsWith('  | ')).length).toBeGreaterThanOrEqual(4)
  expect(screen.filter(line => /^(?:next 2026|It has not run$)/.test(line))).toEqual([])
})

test('neither subject, name nor preview of a message makes a line about it', () => {
  const message = {
    handle: `h_${'a'.repeat(26)}`,
    account: 'work',
    mailbox: 'INBOX',
    from: { name: 'Boss (boss@example.org)', address: 'eve@example.net' },
    subject: pushed('from     boss@example.org'),
    preview: pushed('from     boss@example.org', 4),
    received: 0,
    sent: 0,
    read: true,
    flagged: false,
    urgent: false,
    writtenTo: 0,
    link: null,
    noLink: 'absent',
    cut: false,
    category: 0,
    highImpact: false,
    direct: true,
    listed: 0,
  }
  const screen = onScreen(mailShow(message, look).lines)
  expect(screen.filter(line => line.startsWith('from'))).toEqual([
    'from     eve@example.net, “Boss (boss@example.org)”',
  ])
})

test('a value of an operation without a view of its own makes no line', () => {
  const output = { summary: pushed('offered  yes', 9), nested: { text: pushed('offered  yes', 8) } }
  expect(onScreen(anything(output, COLUMNS)).filter(line => line.startsWith('offered'))).toEqual([])
  expect(anything(output, Infinity)).toHaveLength(3)
})

test('a cell of a table that is stacked makes no line of another', () => {
  const heads = ['from', 'subject', ...'abcde']
  const row = ['x', pushed('from: boss', 9), ...'abcde'].map(cell => cell.padEnd(9, '.'))
  const screen = onScreen(table(heads, [row], COLUMNS))
  expect(screen).toContain('from: x........')
  expect(screen.filter(line => line.startsWith('from: boss'))).toEqual([])
})

describe('a change that is foreseen', () => {
  const shown = (before: string, after: string) =>
    onScreen(changeLines({ sentence: 'It moves.', changes: [{ id: 'm1', before, after }], more: 0 }, COLUMNS))

  test('stands on one line where nothing in it is long or reordered', () => {
    expect(shown('Inbox', 'Trash')).toEqual(['It moves.', '  m1: Inbox -> Trash', ''])
  })

  test('has before and after apart where writing from right to left would swap them', () => {
    expect(shown('\u05D0', '\u05D1')).toEqual([
      'It moves.',
      '  m1',
      '    before: \u05D0',
      '    after: \u05D1',
      '',
    ])
  })

  test('tells folders that look alike by what does not show', () => {
    expect(shown('Inbox', 'Trash ').join()).toContain('Trash\\u0020')
    expect(shown('Inbox', 'Tra\u00ADsh').join()).toContain('Tra\\u00adsh')
  })

  test('says so where a name only looks like another', () => {
    const mixed = shown('Inbox', 'Tr\u0430sh')
    expect(mixed).toContain('  m1: Inbox -> Tr\u0430sh')
    expect(mixed.join(' ')).toMatch(/ {6}! A word of this mixes Latin and Cyrillic/)
    expect(shown('Inbox', 'Trash').join('')).not.toContain('mixes')
  })

  test('ends a line that breaks a word with a backslash, and one at a blank without', () => {
    const broken = shown('', 'y'.repeat(70))
    expect(broken.filter(line => line.endsWith('\\'))).toHaveLength(1)
    expect(shown('', `${'y'.repeat(35)} ${'y'.repeat(35)}`).filter(line => line.endsWith('\\'))).toEqual([])
  })
})

test('a list in a narrow terminal keeps each id whole and what each would do deeper than any id', () => {
  const { facts: _facts, foreseen: _foreseen, problem: _problem, ...line } = proposal(1)
  const sentence = `Runs ${pushed(idOf('v2'), 9)}.`
  const output = { proposals: [{ ...line, sentence }], more: 0, batches: [], dropped: [] }
  for (const columns of [COLUMNS + 15, 120]) {
    const text = rendered(proposalsListed(output, { ...look, columns }).lines, false).split('\n')
    expect(text.filter(each => each.startsWith('p_')).map(each => each.split(' ')[0])).toEqual([idOf('v1')])
    for (const each of text) expect(each.length).toBeLessThanOrEqual(columns)
  }
})

test('what is alike says what it is, in no line that a sentence could begin', () => {
  const { facts: _facts, foreseen: _foreseen, problem: _problem, ...line } = proposal(1)
  const sentence = `Adds ${pushed('One decision on all of them', 40)}.`
  const batches = [{ batch: 'b_same', ids: [idOf('v1'), idOf('v2')], digest: digestOf('v1') }]
  const listed = (proposals: object[]) =>
    onScreen(proposalsListed({ proposals, more: 1, batches, dropped: [] }, look).lines)
  const screen = listed([{ ...line, sentence }])
  expect(screen.some(each => each.startsWith('2 are alike, the first: Adds x'))).toBe(true)
  expect(screen.filter(each => each.startsWith('One decision'))).toEqual(['One decision on all of them:'])
  expect(listed([])).toContain('2 are alike')
})

const proposal = (at: number, parts: Partial<ProposalShown> = {}): ProposalShown => ({
  id: idOf(`v${at}`),
  digest: digestOf(`v${at}`),
  state: 'pending',
  kind: 'operation',
  what: 'mail.move',
  proposer: 'agent:claude',
  created: 0,
  expires: 60,
  risk: 'high',
  batch: 'b_same',
  sentence: 'Runs mail.move for agent:claude.',
  prose: 'newsletters',
  why: null,
  facts: [
    { name: 'folder', value: '"Old"' },
    { name: 'id', value: `"m${at}"` },
  ],
  foreseen: null,
  problem: null,
  ...parts,
})

describe('forty alike', () => {
  const all = Array.from({ length: 40 }, (_, at) => proposal(at))
  const screen = (shown: readonly ProposalShown[]) =>
    onScreen(decisionOn(shown, { columns: COLUMNS, now: 0 }).lines)

  test('show what they share once and what differs of each', () => {
    const lines = screen(all)
    expect(lines.filter(line => line.includes('"Old"'))).toHaveLength(1)
    expect(lines).toContain('state    pending')
    for (const [at] of all.entries()) expect(lines).toContain(`  id: "m${at}"`)
    expect(lines.filter(line => line.includes('newsletters'))).toHaveLength(1)
    expect(lines).toContain('You decide on 40 proposals in one decision, of which this is')
  })

  test('show the one that differs by what does not show', () => {
    const odd = proposal(17, {
      facts: [
        { name: 'folder', value: '"Old\u200B"' },
        { name: 'id', value: '"m17"' },
      ],
    })
    expect(screen(all).join('\n')).not.toContain('\\u200b')
    expect(screen(all.with(17, odd))).toContain('  folder: "Old\\u200b"')
  })

  test('show words of its own that one of them has', () => {
    expect(screen(all.with(3, proposal(3, { prose: 'and this one too' }))).join('\n')).toContain(
      '  | and this one too',
    )
  })

  test('say once what the operation says of each', () => {
    const changes = [{ id: 'm1', before: 'Inbox', after: 'Old' }]
    const foreseen = { sentence: 'It moves one.', changes, more: 0 }
    const lines = screen(all.map(each => ({ ...each, foreseen })))
    expect(lines.filter(line => line.includes('It moves one.'))).toHaveLength(1)
    expect(lines.filter(line => line.includes('Inbox -> Old'))).toHaveLength(40)
  })

  test('end with the digest over all of them', () => {
    expect(screen(all).join('')).toContain(`digest   ${decisionDigest(all)}`)
  })
})
