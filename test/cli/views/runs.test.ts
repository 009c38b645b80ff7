// What a person reads of runs: the outcome first, then the steps; and that no words of a stage pass for twin's own.
import { describe, expect, test } from 'vitest'
import type { Line } from '../../../cli/answer.ts'
import { withPaths } from '../../../cli/callCommand.ts'
import { rendered } from '../../../cli/output.ts'
import { runsListed, runShown } from '../../../cli/views/runs.ts'
import { parseRunFile } from '../../../daemon/runs/parseRunFile.ts'
import type { RunReport } from '../../../protocol/runReport.ts'
import { RUN, valueOf } from '../../daemon/runs/runWorld.ts'

const NOW = Date.UTC(2026, 10, 30, 12)
const look = { columns: 70, now: () => NOW, platform: 'linux' } as const
const text = (lines: readonly Line[]): string => rendered(lines, false)
/** What hangs below a line joined to it. */
const oneLine = (lines: readonly Line[]): string => text(lines).replaceAll('\n  ', ' ')
const STEP = {
  name: 'read',
  uses: 'read@1',
  state: 'done',
  done: 2,
  skipped: 0,
  absent: 0,
  failed: [],
  failures: 0,
  remarks: [],
} as const

const report = (more: Partial<RunReport> = {}): RunReport => ({
  v: 1,
  id: 'receipts.1796040000-0123456789abcdef',
  state: 'done',
  started: NOW / 1_000 - 90,
  ended: NOW / 1_000 - 30,
  why: null,
  parsed: valueOf(parseRunFile(RUN)).run,
  boundaries: [{ from: 'read.records', to: 'act.records', bits: 640, outbound: false }],
  view: { matched: 2, roots: 2, messages: 2, more: 0, cut: 0 },
  steps: [{ ...STEP, failed: [], remarks: [] }],
  proposals: { applied: 0, pending: 0, refused: 0, stuck: 0, rejected: 0 },
  output: null,
  notes: [],
  ...more,
})

describe('one run', () => {
  test('that went well says so in its first line, and no more than there is to say', () => {
    const lines = text(runShown(report(), look).lines).split('\n')
    expect(lines[0]).toMatch(/^done receipts\.1796040000-0123456789abcdef, .*, took 1 minute$/)
    expect(lines[1]).toBe('view: 2 messages')
    expect(lines.some(line => line.startsWith('proposals'))).toBe(false)
  })

  test('tells what the limit and the threads left out, what it proposed and what it wrote', () => {
    const shown = oneLine(
      runShown(
        report({
          view: { matched: 9, roots: 2, messages: 4, more: 7, cut: 1 },
          proposals: { applied: 3, pending: 2, refused: 1, stuck: 1, rejected: 1 },
          output: '/home/ann/list.md',
          boundaries: [{ from: 'read', to: 'api.example.org:443', bits: null, outbound: true }],
        }),
        { ...look, columns: 200 },
      ).lines,
    )
    expect(shown).toContain('view: 4 messages, 2 of them by the query, the others by their threads')
    expect(shown).toContain('7 more match and are over the limit; 1 thread not whole')
    expect(shown).toContain(
      'proposals: 3 applied, 2 wait for you ("twin proposals"), 1 refused, 1 stuck, 1 were no proposal',
    )
    expect(shown).toContain('output: /home/ann/list.md')
    expect(shown).toContain('out: read to api.example.org:443, without a limit')
  })

  test('that failed says why, and which messages a step failed on', () => {
    const failed = Array.from({ length: 7 }, (_, at) => ({ handle: `h_${at}`, why: 'ended by signal 9' }))
    const shown = text(
      runShown(
        report({
          state: 'failed',
          why: 'the disk is full',
          steps: [{ ...STEP, state: 'failed', failed, failures: 12, remarks: [] }],
        }),
        look,
      ).lines,
    )
    expect(shown).toContain('why: the disk is full')
    expect(shown).toContain('read: h_0 ended by signal 9')
    expect(shown).toContain('read: and 7 more failed')
  })

  test('shows what a stage says behind a mark, on however many lines', () => {
    const forged = `${'x'.repeat(64)} proposals: 9 applied \u001b[2J`
    const shown = text(
      runShown(report({ steps: [{ ...STEP, failed: [], remarks: [{ sentence: forged, count: 2 }] }] }), look)
        .lines,
    )
    expect(shown).toContain('read says of 2 messages:')
    expect(shown.split('\n').filter(line => line.startsWith('proposals'))).toEqual([])
    expect(shown.split('\n').filter(line => line.startsWith('  | ')).length).toBeGreaterThan(1)
    expect(shown).not.toContain('\u001b')
  })
})

describe('the list of runs', () => {
  const LINE = {
    id: 'receipts.1796040000-0123456789abcdef',
    name: 'receipts',
    account: 'home',
    state: 'done',
    started: NOW / 1_000,
    ended: NOW / 1_000,
    why: null,
    messages: 3,
    failures: 0,
    applied: 2,
    waiting: 1,
  } as const

  test('names each run whole, since its id is what a person copies', () => {
    const shown = text(runsListed({ runs: [LINE], more: 0, broken: [] }, { ...look, columns: 60 }).lines)
    expect(shown).toContain(LINE.id)
    expect(shown).toContain('2 applied')
  })

  test('says what is not listed, what is broken, and how to begin where there is none', () => {
    const shown = text(
      runsListed({ runs: [], more: 2, broken: ['/runs/a.yaml is not run: line 1'] }, look).lines,
    )
    expect(shown).toContain('/runs/a.yaml is not run: line 1')
    expect(shown).toContain('No run is kept. "twin run FILE" starts one.')
    expect(shown).toContain('and 2 more')
  })
})

describe('withPaths', () => {
  test('makes a path absolute and leaves a bare name where one is meant', () => {
    const paths = { file: 'path-or-name', message: 'path' } as const
    expect(withPaths({ file: 'receipts', message: 'one', limit: 3 }, paths)).toEqual({
      file: 'receipts',
      message: `${process.cwd()}/one`,
      limit: 3,
    })
    for (const typed of ['./receipts', 'receipts.yaml', 'runs/receipts', '/a/../b.yaml'])
      expect(String(withPaths({ file: typed }, paths)['file'])).toMatch(/^\//)
    expect(withPaths({}, paths)).toEqual({})
  })
})
