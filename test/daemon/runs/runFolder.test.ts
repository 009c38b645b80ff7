// What a run keeps on the disk: its report and its messages, at their caps and past them, and what is not believed of them.
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { gatherMessages } from '../../../daemon/runs/gatherMessages.ts'
import { parseRunFile } from '../../../daemon/runs/parseRunFile.ts'
import { listRunIds, newRunId, readReport, writeReport } from '../../../daemon/runs/runFolder.ts'
import { shownOf } from '../../../daemon/runs/runLog.ts'
import { readMessages, writeMessages } from '../../../daemon/runs/runMessages.ts'
import type { CheckedRun } from '../../../daemon/runs/checkedRun.ts'
import type { FoundMail } from '../../../daemon/store/store.ts'
import type { Named } from '../../../daemon/views/buildView.ts'
import { RUN_FAILURES, RUN_REPORT_BYTES, VIEW_MESSAGES } from '../../../protocol/limits.ts'
import { done, type Result } from '../../../protocol/refusal.ts'
import type { RunReport } from '../../../protocol/runReport.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { handleAt, named, storeMail } from '../views/mailCache.ts'
import { RUN, valueOf } from './runWorld.ts'

const codeOf = (result: Result<unknown>): string => (result.ok ? 'done' : result.refusal.code)
const report = (text = '', whose = valueOf(parseRunFile(RUN)).run): RunReport => ({
  v: 1,
  id: 'receipts.1796059500-0123456789abcdef',
  state: 'done',
  started: 1,
  ended: 2,
  why: null,
  parsed: { ...whose, pipeline: [{ uses: 'read@1', with: { text } }] },
  boundaries: [],
  view: { matched: 0, roots: 0, messages: 0, more: 0, cut: 0 },
  steps: [],
  proposals: { applied: 0, pending: 0, refused: 0, stuck: 0, rejected: 0 },
  output: null,
  notes: [],
})

describe('a report', () => {
  test('of RUN_REPORT_BYTES is written and read, and one byte more is refused', () => {
    const folder = temporaryFolder()
    const frame = Buffer.byteLength(`${JSON.stringify(report())}\n`)
    const most = report('x'.repeat(RUN_REPORT_BYTES - frame))
    expect(codeOf(writeReport(folder, most))).toBe('done')
    expect(readReport(folder)).toEqual(done(most))
    expect(codeOf(writeReport(folder, report('x'.repeat(RUN_REPORT_BYTES - frame + 1))))).toBe('config')
    expect(readReport(folder)).toEqual(done(most))
  })

  test('that could not be read back, since it is nested too deep, is not written', () => {
    const folder = temporaryFolder()
    const deep: unknown = JSON.parse('['.repeat(13) + ']'.repeat(13))
    const nested = report()
    const parsed = { ...nested.parsed, pipeline: [{ uses: 'read@1', with: { deep } }] }
    expect(codeOf(writeReport(folder, { ...nested, parsed }))).toBe('config')
  })

  test.each([
    ['no JSON', '{'],
    ['another shape', '{"v":1}'],
    ['a key twice', '{"v":1,"v":1}'],
  ])('that is %s is not believed', (_what, text) => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'report.json'), text)
    expect(codeOf(readReport(folder))).toBe('disk')
  })

  test('that is a link is not followed', () => {
    const folder = temporaryFolder()
    mkdirSync(join(folder, 'other'))
    writeReport(join(folder, 'other'), report())
    symlinkSync(join(folder, 'other/report.json'), join(folder, 'report.json'))
    expect(codeOf(readReport(folder))).toBe('disk')
  })

  test('of a step tells of RUN_FAILURES failures, and counts those beyond', () => {
    const failed = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ handle: handleAt(at), why: 'ended by signal 9' }))
    const of = (count: number) =>
      shownOf({ done: 0, skipped: 0, absent: 0, failed: failed(count), remarks: [] })
    expect(of(RUN_FAILURES)).toMatchObject({ failures: RUN_FAILURES, failed: failed(RUN_FAILURES) })
    expect(of(RUN_FAILURES + 1)).toMatchObject({
      failures: RUN_FAILURES + 1,
      failed: failed(RUN_FAILURES),
    })
  })
})

describe('the messages of a run', () => {
  test('are read as they were written, without what the store knows beside', async () => {
    const folder = temporaryFolder()
    const messages = named([0, 1, 2].map(at => storeMail(folder, at, { subject: 's', body: 'b' })))
    const more = messages.map(one => ({
      ...one,
      found: { ...one.found, mail: { ...one.found.mail, row: 7 } },
    }))
    valueOf(await writeMessages(folder, more))
    expect(valueOf(await readMessages(folder))).toEqual(
      messages.map(({ handle, found }) => ({ handle, found: expect.objectContaining(found) as unknown })),
    )
    expect(readFileSync(join(folder, 'messages.jsonl'), 'utf8')).not.toContain('row')
  })

  test('are refused whole where a line was added that is none', async () => {
    const folder = temporaryFolder()
    valueOf(await writeMessages(folder, named([storeMail(folder, 0, { subject: 's', body: 'b' })])))
    appendFileSync(join(folder, 'messages.jsonl'), '{"handle":"h_x"}\n')
    expect(codeOf(await readMessages(folder))).toBe('disk')
  })

  test('may be VIEW_MESSAGES, and are refused one past it', { timeout: 60_000 }, async () => {
    const folder = temporaryFolder()
    const one = storeMail(folder, 0, { subject: 's', body: 'b' })
    const slight: FoundMail = { ...one, mail: { ...one.mail, places: [], raw: '/r', parsed: null } }
    const gather = (count: number, at: string): Promise<Result<readonly Named[]>> => {
      mkdirSync(join(folder, at))
      return gatherMessages(valueOf(parsedRun()), {
        store: {
          find: () =>
            done({
              messages: Array.from({ length: count }, () => slight),
              matched: count,
              more: 0,
              cut: 0,
              notes: [],
            }),
        },
        folder: join(folder, at),
        onView: () => done(undefined),
        onNotes: () => undefined,
        now: 0,
        timeZone: 'UTC',
      })
    }
    expect(valueOf(await gather(VIEW_MESSAGES, 'at'))).toHaveLength(VIEW_MESSAGES)
    expect(codeOf(await gather(VIEW_MESSAGES + 1, 'past'))).toBe('over-limit')
  })
})

function parsedRun(): Result<CheckedRun> {
  const parsed = parseRunFile(RUN)
  return parsed.ok
    ? done({ run: parsed.value.run, account: null as never, steps: [], boundaries: [], notes: [] })
    : parsed
}

test('runs are listed by their time, the newest first, and nothing else of the folder is', () => {
  const runs = temporaryFolder()
  const ids = [1_796_059_500, 1_796_059_502, 1_796_059_501].map(now => newRunId('receipts', now))
  for (const name of [...ids, newRunId('brief', 1_796_059_509), '.out-0123456789abcdef', 'receipts', 'x.1-2'])
    mkdirSync(join(runs, name))
  expect(valueOf(listRunIds(runs))).toEqual([ids[1], ids[2], ids[0]])
  expect(valueOf(listRunIds(join(runs, 'absent')))).toEqual([])
})
