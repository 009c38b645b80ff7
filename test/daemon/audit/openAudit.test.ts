// What the audit log writes, when it is on the disk, and what it does where it cannot write: whole lines, chained, in files of
// a month. Relies on the format that ARCHITECTURE.md describes.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditLine, GENESIS, readAuditLine } from '../../../daemon/audit/auditLine.ts'
import { openAudit } from '../../../daemon/audit/openAudit.ts'
import { AuditHead, AuditRecord, EVENTS } from '../../../protocol/auditRecord.ts'
import { AUDIT_LINE_BYTES, AUDIT_UNSYNCED } from '../../../protocol/limits.ts'
import { mounted } from '../../files/temporary.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { CALL, DECEMBER, INTENT, linesOf, newLog, NOVEMBER, twoMonths } from './log.ts'

const DIGEST = 'd'.repeat(64)
const draft = {
  v: 1,
  seq: 7,
  time: NOVEMBER,
  event: 'approved',
  caller: 'agent:claude',
  operation: 'mail.flag',
  proposal: `p_${'a'.repeat(26)}`,
  digest: DIGEST,
  outcome: 'done',
  code: 'expired',
  of: 3,
  count: 2,
  prev: GENESIS,
} as const

describe('one line', () => {
  test('auditLine hashes the canonical line without its hash, the hash before included', () => {
    const { record, line } = auditLine(draft)
    const { hash, ...rest } = JSON.parse(line)
    expect(hash).toBe(
      createHash('sha256')
        .update(`${JSON.stringify(rest)}\n`)
        .digest('hex'),
    )
    expect(rest).toEqual(draft)
    expect(record.hash).toBe(hash)
    expect(auditLine({ ...draft, prev: DIGEST }).record.hash).not.toBe(hash)
  })
  test('readAuditLine reads what auditLine wrote, and no line in which one character is another', () => {
    const { record, line } = auditLine(draft)
    const text = line.slice(0, -1)
    expect(readAuditLine(text)).toEqual(record)
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, char) => {
        fc.pre(text[at] !== char)
        expect(readAuditLine(text.slice(0, at) + char + text.slice(at + 1))).toBeUndefined()
      }),
    )
  })
  test.each([
    ['a blank more', (text: string) => text.replace(':', ': ')],
    ['a key more', (text: string) => text.replace('{', '{"x":1,')],
    ['a key twice', (text: string) => text.replace('{', '{"v":1,')],
    [
      'keys in another order',
      (text: string) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(text)).reverse())),
    ],
    ['a hash of another line', (text: string) => text.replace(/"hash":"[^"]*"/, `"hash":"${DIGEST}"`)],
  ])('readAuditLine takes no line with %s', (_, change) => {
    const text = auditLine(draft).line.slice(0, -1)
    expect(change(text)).not.toBe(text)
    expect(readAuditLine(change(text))).toBeUndefined()
  })
  test('the longest record that can be is under the cap of a line', () => {
    const longest = {
      ...draft,
      seq: Number.MAX_SAFE_INTEGER,
      caller: `agent:${'a'.repeat(32)}`,
      operation: `${'a'.repeat(32)}.${'a'.repeat(32)}`,
      of: Number.MAX_SAFE_INTEGER,
      count: Number.MAX_SAFE_INTEGER,
    }
    expect(AuditRecord.safeParse(auditLine(longest).record).success).toBe(true)
    expect(auditLine(longest).line.length).toBeLessThan(AUDIT_LINE_BYTES / 2)
  })
})

describe('the files', () => {
  test('openAudit numbers and chains records, closed to everyone else, in a file of the UTC month', () => {
    const log = twoMonths()
    expect(log.names()).toEqual(['2026-11.jsonl', '2026-12.jsonl', 'head.json'])
    const records = [...linesOf(log, '2026-11.jsonl'), ...linesOf(log, '2026-12.jsonl')].map(line =>
      readAuditLine(line),
    )
    expect(records.map(record => record?.seq)).toEqual([0, 1, 2, 3, 4])
    expect(records.map(record => record?.prev)).toEqual([
      GENESIS,
      ...records.slice(0, -1).map(record => record?.hash),
    ])
    for (const name of log.names()) expect(statSync(join(log.folder, name)).mode & 0o777).toBe(0o600)
    expect(statSync(log.folder).mode & 0o777).toBe(0o700)
  })
  test('the head names the last record once it is synced: at once for a change, and never before', () => {
    const log = newLog()
    const audit = log.open()
    const head = () => AuditHead.parse(JSON.parse(log.text('head.json'))).seq
    audit.record(INTENT)
    expect(head()).toBe(0)
    for (let seq = 1; seq < AUDIT_UNSYNCED; seq++) audit.record(CALL)
    expect(head()).toBe(0)
    audit.record(CALL)
    expect(head()).toBe(AUDIT_UNSYNCED)
    audit.record(CALL)
    expect(head()).toBe(AUDIT_UNSYNCED)
    audit.close()
    expect(head()).toBe(AUDIT_UNSYNCED + 1)
  })
  test('a clock that is set back leaves the month as it is, and the chain whole', async () => {
    const log = twoMonths()
    log.clock.now = NOVEMBER
    const audit = log.open()
    expect(audit.record(CALL)).toEqual({ ok: true, value: 5 })
    expect(linesOf(log, '2026-12.jsonl')).toHaveLength(3)
    expect(await audit.verify()).toMatchObject({ ok: true, value: { broken: null, missing: 0 } })
  })
  test('a month that begins while calls are not synced is begun when they are', () => {
    const log = newLog()
    const audit = log.open()
    audit.record(CALL)
    expect(log.names()).toEqual(['2026-11.jsonl'])
    log.clock.now = DECEMBER
    audit.record(CALL)
    expect(JSON.parse(log.text('head.json'))).toMatchObject({ file: '2026-11.jsonl', seq: 0 })
    expect(log.names()).toContain('2026-12.jsonl')
  })
  test('a record of another shape than the schema is our own bug and is not written', () => {
    const log = newLog()
    const audit = log.open()
    audit.record(CALL)
    expect(() => audit.record({ ...CALL, operation: 'Re: Contract' })).toThrow('Cannot record call')
    expect(linesOf(log, '2026-11.jsonl')).toHaveLength(1)
  })
  test.each(EVENTS)('a record of the event %s holds names and numbers alone', event => {
    const log = newLog()
    log.open().record({ ...CALL, event })
    const record = JSON.parse(linesOf(log, '2026-11.jsonl')[0] ?? '')
    expect(Object.keys(record)).toEqual(Object.keys(AuditRecord.shape))
  })
})

describe('where it cannot be written', () => {
  test.for([
    ['a call, which is cut off in the middle', CALL] as const,
    ['an intent, whose head finds no room', INTENT] as const,
  ])(
    'a full disk refuses %s, leaves no stump, and the next one is taken when there is room',
    async ([, entry], ctx) => {
      const disk = mounted('size=64k')
      if (disk === undefined) ctx.skip('no tmpfs can be mounted here (not root)')
      const log = newLog(join(disk ?? '', 'audit'))
      const audit = log.open()
      expect(audit.record(INTENT)).toEqual({ ok: true, value: 0 })
      const before = log.text('2026-11.jsonl')
      expect(() => writeFileSync(join(disk ?? '', 'ballast'), Buffer.alloc(65_536))).toThrow('ENOSPC')
      const results = Array.from({ length: 40 }, () => audit.record(entry))
      const taken = results.filter(result => result.ok).length
      expect(results.at(-1)).toMatchObject({
        refusal: { code: 'audit', is: expect.stringContaining('disk is full') },
      })
      expect(linesOf(log, '2026-11.jsonl')).toHaveLength(1 + taken)
      expect(log.text('2026-11.jsonl').startsWith(before)).toBe(true)
      expect(log.text('2026-11.jsonl').endsWith('\n')).toBe(true)
      expect(log.names().filter(name => name.endsWith('.tmp'))).toEqual([])
      rmSync(join(disk ?? '', 'ballast'))
      expect(audit.record(INTENT)).toEqual({ ok: true, value: 1 + taken })
      expect(await audit.verify()).toMatchObject({ value: { records: 2 + taken, broken: null, missing: 0 } })
    },
  )
  test('a log that is closed refuses what comes after', () => {
    const audit = newLog().open()
    audit.record(CALL)
    audit.close()
    expect(audit.record(CALL)).toMatchObject({ ok: false, refusal: { code: 'audit' } })
  })
  test.each([
    ['a symbolic link', (path: string, away: string) => symlinkSync(away, path)],
    ['a second name of another file', (path: string, away: string) => linkSync(away, path)],
    ['a folder', (path: string) => mkdirSync(path)],
    ['a FIFO', (path: string) => expect(spawnSync('mkfifo', [path]).status).toBe(0)],
  ])('openAudit refuses a month that is %s, and a regular file is taken', (_, make) => {
    const log = newLog()
    log.open()
    const away = join(temporaryFolder(), 'away')
    writeFileSync(away, '')
    make(join(log.folder, '2026-11.jsonl'), away)
    const opened = openAudit(log.folder, () => NOVEMBER)
    expect(opened.ok ? opened.value.record(CALL) : opened).toMatchObject({
      ok: false,
      refusal: { code: 'audit' },
    })
    expect(readFileSync(away, 'utf8')).toBe('')
    renameSync(join(log.folder, '2026-11.jsonl'), join(log.folder, 'foreign'))
    expect(log.open().record(CALL)).toEqual({ ok: true, value: 0 })
  })
  test('openAudit refuses a folder that is open to other users', () => {
    const folder = join(temporaryFolder(), 'audit')
    mkdirSync(folder, { mode: 0o755 })
    expect(openAudit(folder, () => NOVEMBER)).toMatchObject({ ok: false, refusal: { code: 'config' } })
  })
  test('a log whose file is taken away or replaced while it runs goes on in a file of its own, and the gap shows', async () => {
    const log = newLog()
    const audit = log.open()
    audit.record(INTENT)
    rmSync(join(log.folder, '2026-11.jsonl'))
    expect(audit.record(CALL)).toEqual({ ok: true, value: 2 })
    expect(linesOf(log, '2026-11.jsonl')).toHaveLength(2)
    expect(await audit.verify()).toMatchObject({
      value: { broken: { file: '2026-11.jsonl', line: 1, why: 'follows a gap: 1 record is missing' } },
    })
  })
  test.skipIf(process.platform !== 'linux')(
    'a log that is refused again and again lets go of every descriptor, and is taken up when it can be',
    () => {
      const log = newLog()
      const audit = log.open()
      audit.record(INTENT)
      const month = join(log.folder, '2026-11.jsonl')
      renameSync(month, join(log.folder, 'kept'))
      mkdirSync(month)
      linkSync(join(log.folder, 'kept'), join(log.folder, 'second'))
      const descriptors = () => readdirSync('/proc/self/fd').length
      const before = descriptors()
      for (let at = 0; at < 20; at++) expect(audit.record(CALL)).toMatchObject({ refusal: { code: 'audit' } })
      expect(descriptors()).toBeLessThanOrEqual(before)
      rmdirSync(month)
      rmSync(join(log.folder, 'second'))
      renameSync(join(log.folder, 'kept'), month)
      expect(audit.record(CALL)).toEqual({ ok: true, value: 1 })
    },
  )
  test('what somebody else writes into the file of a running log is noticed at the next record', async () => {
    const log = newLog()
    const audit = log.open()
    audit.record(INTENT)
    log.append('2026-11.jsonl', 'nonsense\n')
    expect(audit.record(CALL)).toEqual({ ok: true, value: 2 })
    expect(readAuditLine(linesOf(log, '2026-11.jsonl')[2] ?? '')).toMatchObject({
      event: 'repaired',
      code: 'audit',
    })
    expect(await audit.verify()).toMatchObject({ value: { broken: { file: '2026-11.jsonl', line: 2 } } })
  })
})
