// Everything that somebody can do to the files of the audit log, and the first record that `verify` then names. Each attack
// stands beside the same log untouched. What recomputes every hash behind it, and the head, is not noticed: SECURITY.md says so.
import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { auditLine, readAuditLine } from '../../../daemon/audit/auditLine.ts'
import { monthLines, monthLinesBackwards } from '../../../daemon/audit/monthLines.ts'
import { openAudit } from '../../../daemon/audit/openAudit.ts'
import { verifyAudit } from '../../../daemon/audit/verifyAudit.ts'
import type { Verification } from '../../../daemon/world.ts'
import { AUDIT_LINE_BYTES, AUDIT_UNSYNCED } from '../../../protocol/limits.ts'
import { bundledScript, otherProcess } from '../otherProcess.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { CALL, DECEMBER, INTENT, linesOf, type Log, newLog, twoMonths } from './log.ts'

const NOV = '2026-11.jsonl'
const DEC = '2026-12.jsonl'
const INTACT: Verification = { records: 5, files: 2, broken: null, missing: 0 }

async function verified(log: Log): Promise<Verification> {
  const result = await verifyAudit(log.folder)
  if (!result.ok) throw new Error(result.refusal.is)
  return result.value
}
const rewrite = (log: Log, file: string, change: (lines: string[]) => string[]) =>
  log.write(
    file,
    change(linesOf(log, file))
      .map(line => `${line}\n`)
      .join(''),
  )

interface Attack {
  readonly title: string
  readonly attack: (log: Log) => void
  readonly broken: Verification['broken']
  readonly missing?: number
  /** What is named once twin has gone on writing, where that is not the same. */
  readonly later?: Verification['broken']
}
const GAP = (count: number) => `follows a gap: ${count} ${count === 1 ? 'record is' : 'records are'} missing`
const REPAIRED = 'says that the log before it was not as twin had left it'
const NO_RECORD = 'is no record as twin writes them'
const ATTACKS: readonly Attack[] = [
  {
    title: 'a record is edited',
    attack: log =>
      rewrite(log, NOV, lines => lines.map((line, at) => (at === 1 ? line.replace('status', 'jobs') : line))),
    broken: { file: NOV, line: 2, why: NO_RECORD },
  },
  {
    title: 'a record is edited and its own hash made to fit',
    attack: log =>
      rewrite(log, NOV, lines =>
        lines.map((line, at) => {
          const record = readAuditLine(line)
          return at === 1 && record ? auditLine({ ...record, operation: 'jobs' }).line.trim() : line
        }),
      ),
    broken: { file: NOV, line: 3, why: 'does not follow the record before it' },
  },
  {
    title: 'the last record is edited and its own hash made to fit',
    attack: log => {
      rewrite(log, DEC, lines =>
        lines.map((line, at) => {
          const record = readAuditLine(line)
          return at === 1 && record ? auditLine({ ...record, operation: 'jobs' }).line.trim() : line
        }),
      )
    },
    broken: { file: DEC, line: 2, why: 'is another record than head.json names' },
    later: { file: DEC, line: 3, why: REPAIRED },
  },
  {
    title: 'a record in the middle is removed',
    attack: log => rewrite(log, NOV, lines => lines.toSpliced(1, 1)),
    broken: { file: NOV, line: 2, why: GAP(1) },
  },
  {
    title: 'the first record is removed',
    attack: log => rewrite(log, NOV, lines => lines.slice(1)),
    broken: { file: NOV, line: 1, why: GAP(1) },
  },
  {
    title: 'two records change places',
    attack: log => rewrite(log, NOV, ([a = '', b = '', c = '']) => [a, c, b]),
    broken: { file: NOV, line: 2, why: GAP(1) },
  },
  {
    title: 'a record is there twice',
    attack: log => rewrite(log, NOV, lines => [...lines, lines[2] ?? '']),
    broken: { file: NOV, line: 4, why: 'stands behind a record with the same number or a later one' },
  },
  {
    title: 'the months change places',
    attack: log => {
      renameSync(join(log.folder, NOV), join(log.folder, 'x'))
      renameSync(join(log.folder, DEC), join(log.folder, NOV))
      renameSync(join(log.folder, 'x'), join(log.folder, DEC))
    },
    broken: { file: NOV, line: 1, why: GAP(3) },
    missing: 2,
  },
  {
    title: 'the first month is removed',
    attack: log => rmSync(join(log.folder, NOV)),
    broken: { file: DEC, line: 1, why: GAP(3) },
  },
  {
    title: 'the tail is cut',
    attack: log => rewrite(log, DEC, lines => lines.slice(0, 1)),
    broken: null,
    missing: 1,
  },
  {
    title: 'the last month is removed',
    attack: log => rmSync(join(log.folder, DEC)),
    broken: null,
    missing: 2,
  },
  {
    title: 'the head is no head',
    attack: log => log.write('head.json', '{"v":1}\n'),
    broken: { file: 'head.json', line: 1, why: 'is no head as twin writes it' },
  },
  {
    title: 'the head is a link',
    attack: log => {
      renameSync(join(log.folder, 'head.json'), join(log.folder, 'x'))
      symlinkSync('x', join(log.folder, 'head.json'))
    },
    broken: { file: 'head.json', line: 1, why: 'is no head as twin writes it' },
  },
  {
    title: 'a month is a link',
    attack: log => {
      renameSync(join(log.folder, NOV), join(log.folder, 'x'))
      symlinkSync('x', join(log.folder, NOV))
    },
    broken: { file: NOV, line: 1, why: 'is no file of its own' },
  },
  {
    title: 'a line over the cap is put in',
    attack: log => rewrite(log, NOV, lines => [...lines, 'x'.repeat(AUDIT_LINE_BYTES)]),
    broken: { file: NOV, line: 4, why: NO_RECORD },
  },
  {
    title: 'the end of a month that is over is torn',
    attack: log => log.append(NOV, '{"v":1'),
    broken: { file: NOV, line: 4, why: NO_RECORD },
  },
]

describe('verify names the first record that does not fit', () => {
  test('a log that nobody touched is intact', async () => {
    expect(await verified(twoMonths())).toEqual(INTACT)
  })
  test.each(ATTACKS)('verify tells where $title', async ({ attack, broken, missing }) => {
    const log = twoMonths()
    expect(await verified(log)).toEqual(INTACT)
    attack(log)
    const { records: _records, files: _files, ...found } = await verified(log)
    expect(found).toEqual({ broken, missing: missing ?? 0 })
  })
  test.each(ATTACKS)(
    'what was done stays visible after twin went on writing: $title',
    async ({ attack, broken, later }) => {
      const log = twoMonths()
      attack(log)
      const audit = openAudit(log.folder, () => DECEMBER)
      for (let at = 0; at < 3; at++) if (audit.ok) audit.value.record(INTENT)
      const found = await verified(log)
      const isNamed = broken !== null && broken.file !== 'head.json'
      expect(found.broken).toEqual(later ?? (isNamed ? broken : found.broken))
      expect(found.broken).not.toBeNull()
    },
  )
  test('verify tells where a month in the middle is missing', async () => {
    const log = twoMonths()
    log.clock.now = Date.UTC(2027, 0, 2)
    log.open().record(INTENT)
    expect((await verified(log)).broken).toBeNull()
    rmSync(join(log.folder, DEC))
    expect((await verified(log)).broken).toEqual({ file: '2027-01.jsonl', line: 1, why: GAP(2) })
  })
  test('a head that is gone is told once there are more records than a crash leaves', async () => {
    const log = newLog()
    const audit = log.open()
    for (let seq = 0; seq <= AUDIT_UNSYNCED + 1; seq++) audit.record(CALL)
    audit.record(INTENT)
    expect((await verified(log)).broken).toBeNull()
    rmSync(join(log.folder, 'head.json'))
    expect((await verified(log)).broken).toEqual({ file: 'head.json', line: 1, why: 'is missing' })
  })
  test('an old head that is put back is told', async () => {
    const log = newLog()
    const audit = log.open()
    audit.record(INTENT)
    const old = log.text('head.json')
    for (let seq = 0; seq <= AUDIT_UNSYNCED + 1; seq++) audit.record(CALL)
    audit.record(INTENT)
    log.write('head.json', old)
    expect((await verified(log)).broken).toMatchObject({
      file: 'head.json',
      why: 'names a record far before the last one',
    })
  })
})

const WRITER = `
import { openAudit } from './daemon/audit/openAudit.ts'
const audit = openAudit(process.argv[2], Date.now)
console.log(audit.ok ? 'open' : audit.refusal.is)
for (;;) for (const event of ['call', 'call', 'call', 'intent']) audit.value.record({ event, caller: 'cli' })`

describe('while another process writes', () => {
  test('verify finds nothing wrong however often it looks, and more each time', async () => {
    const log = newLog()
    const writer = otherProcess(await bundledScript(WRITER), log.folder)
    expect(await writer.line()).toBe('open')
    let before = -1
    for (let look = 0; look < 20 || before < 400; look++) {
      const found = await verified(log)
      expect(found).toMatchObject({ broken: null, missing: 0 })
      expect(found.records).toBeGreaterThanOrEqual(before)
      before = found.records
    }
    await writer.kill()
    log.open()
    expect((await verified(log)).broken).toBeNull()
  })
})

describe('the lines of a month', () => {
  const written = (text: string): string => {
    const path = join(temporaryFolder(), NOV)
    writeFileSync(path, text)
    return path
  }
  test('monthLines gives a line of the cap and not one a byte longer, in both directions', () => {
    const taken = 'x'.repeat(AUDIT_LINE_BYTES - 1)
    const path = written(`a\n${taken}\n${taken}x\nb\n`)
    const forwards = [...monthLines(path)].map(line => line !== 'foreign' && line.text)
    expect(forwards).toEqual(['a', taken, null, 'b'])
    expect([...monthLinesBackwards(path)]).toEqual(forwards.toReversed())
  })
  test('both directions give the same lines, whatever their lengths and wherever pieces end', () => {
    const lines = Array.from({ length: 600 }, (_, at) => 'y'.repeat((at * 37) % (AUDIT_LINE_BYTES - 1)))
    const path = written(lines.map(line => `${line}\n`).join(''))
    expect(readFileSync(path).length).toBeGreaterThan(4 * 65_536)
    expect([...monthLines(path)].map(line => line !== 'foreign' && line.text)).toEqual(lines)
    expect([...monthLinesBackwards(path)]).toEqual(lines.toReversed())
  })
  test('an endless line ends a listing, which would wait for it, and what follows it is listed', () => {
    const path = written('a\n')
    truncateSync(path, 2 ** 33)
    appendFileSync(path, '\nb\n')
    expect([...monthLinesBackwards(path)]).toEqual(['b', null])
  })
  test('a line of a megabyte is one line over the cap, and what follows is read', () => {
    const path = written(`a\n${'z'.repeat(1_048_576)}\nb\nrest`)
    expect([...monthLines(path)]).toEqual([
      { text: 'a', isEnded: true },
      { text: null, isEnded: true },
      { text: 'b', isEnded: true },
      { text: 'rest', isEnded: false },
    ])
    expect([...monthLinesBackwards(path)]).toEqual(['b', null, 'a'])
  })
})
