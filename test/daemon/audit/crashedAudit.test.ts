// What opening the audit log makes of every state it can be found in, and of a process that was killed at every step of its
// writing. Relies on crashStates.ts for the states, and on a child that kills itself before the n-th act on the disk.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readAuditLine } from '../../../daemon/audit/auditLine.ts'
import { openAudit } from '../../../daemon/audit/openAudit.ts'
import { bundledScript, otherProcess } from '../otherProcess.ts'
import { KILL_AT } from '../killAt.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { CRASH_STATES } from './crashStates.ts'
import { CALL, INTENT, linesOf, newLog, NOVEMBER } from './log.ts'

const eventsIn = (log: ReturnType<typeof newLog>) =>
  log
    .names()
    .filter(name => /^\d{4}-\d\d\.jsonl$/.test(name))
    .flatMap(name => linesOf(log, name))
    .flatMap(line => readAuditLine(line) ?? [])

describe('every state that the log can be found in', () => {
  test.each(CRASH_STATES)('$found: after $from opening records $mended', async ({ make, mended }) => {
    const log = make()
    const before = eventsIn(log).length
    const audit = log.open()
    const isNamed = (await audit.verify()).ok && mended === 'named'
    const repaired = eventsIn(log).filter(({ event }) => event === 'repaired')
    expect(repaired.map(({ code }) => code)).toEqual(
      mended === 'nothing' ? [] : [mended === 'named' ? 'audit' : null],
    )
    expect(audit.record(INTENT).ok).toBe(true)
    const verified = await audit.verify()
    expect(verified).toMatchObject({
      ok: true,
      value: { broken: isNamed ? expect.anything() : null, missing: 0 },
    })
    expect(eventsIn(log)).toHaveLength(before + repaired.length + 1)
    expect(log.names().filter(name => name.endsWith('.tmp'))).toEqual([])
    audit.close()
    log.open()
    expect(eventsIn(log)).toHaveLength(before + repaired.length + 1)
  })
  test('a torn end is kept as it was, under the number of the record that says so', () => {
    const log = newLog()
    log.open().record(CALL)
    log.append('2026-11.jsonl', '{"v":1,"seq":1')
    log.open()
    expect(log.text('torn-2026-11-1')).toBe('{"v":1,"seq":1')
    expect(statSync(join(log.folder, 'torn-2026-11-1')).mode & 0o777).toBe(0o600)
    expect(eventsIn(log).at(-1)).toMatchObject({ event: 'repaired', seq: 1, outcome: 'done', code: null })
  })
  test('cut off at any byte behind the head the log is mended, and before it the cut is named', async () => {
    const whole = newLog()
    const audit = whole.open()
    for (const entry of [CALL, INTENT, CALL, CALL]) audit.record(entry)
    const bytes = readFileSync(join(whole.folder, '2026-11.jsonl'), 'utf8')
    const known = linesOf(whole, '2026-11.jsonl').slice(0, 2).join('\n').length + 1
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length), async length => {
        const log = newLog()
        log.open()
        log.write('2026-11.jsonl', bytes.slice(0, length))
        log.write('head.json', whole.text('head.json'))
        const mended = log.open()
        expect(mended.record(CALL).ok).toBe(true)
        const verified = await mended.verify()
        expect(verified.ok && verified.value.missing).toBe(0)
        expect(verified.ok && verified.value.broken === null).toBe(length >= known)
      }),
      { numRuns: 60 },
    )
  })
})

const WRITER = `
import { openAudit } from './daemon/audit/openAudit.ts'
${KILL_AT}
const [, , folder, step] = process.argv
killAt(Number(step))
let now = ${NOVEMBER}
const audit = openAudit(folder, () => now).value
const tell = entry => console.log(JSON.stringify(audit.record(entry)))
tell({ event: 'call', caller: 'cli' })
tell({ event: 'intent', caller: 'cli', operation: 'jobs.run' })
tell({ event: 'result', caller: 'cli', operation: 'jobs.run', of: 1, outcome: 'done' })
now += 86_400_000
tell({ event: 'call', caller: 'cli' })
tell({ event: 'intent', caller: 'cli', operation: 'jobs.run' })
audit.close()
console.log('end')`

describe('a process that is killed', () => {
  test('at every step of its writing nothing that it was told is lost, and the log is whole', async () => {
    const script = await bundledScript(WRITER)
    let isOver = false
    let steps = 0
    for (let step = 1; !isOver; step++) {
      const log = newLog(join(temporaryFolder(), `audit${step}`))
      const child = otherProcess(script, log.folder, String(step))
      const told: string[] = []
      for (let line = await child.line(); line !== undefined; line = await child.line()) told.push(line)
      isOver = told.at(-1) === 'end'
      const numbers = told.filter(line => line !== 'end').map(line => JSON.parse(line).value)
      expect(numbers).toEqual(numbers.map((_, at) => at))
      const audit = openAudit(log.folder, () => NOVEMBER + 86_400_000)
      if (!audit.ok) throw new Error(audit.refusal.is)
      const events = eventsIn(log).filter(({ event }) => event !== 'repaired')
      expect(events.length - numbers.length).toBeGreaterThanOrEqual(0)
      expect(events.length - numbers.length).toBeLessThanOrEqual(1)
      expect(await audit.value.verify()).toMatchObject({ value: { broken: null, missing: 0 } })
      steps = step
    }
    expect(steps).toBeGreaterThan(12)
  }, 120_000)
  test('between an intent and its result, the outcome is shown as unknown, and not while it runs', () => {
    const log = newLog()
    const first = log.open()
    expect(first.record(INTENT)).toEqual({ ok: true, value: 0 })
    expect(first.list(10)).toMatchObject({ value: { unknown: [] } })
    const second = log.open()
    expect(second.list(10)).toMatchObject({ value: { unknown: [0] } })
    second.record(INTENT)
    second.record({ event: 'result', caller: 'cli', operation: 'jobs.run', of: 1, outcome: 'done' })
    const third = log.open().list(10)
    expect(third).toMatchObject({ value: { unknown: [0], unreadable: 0 } })
    expect(third.ok && third.value.records.map(({ seq }) => seq)).toEqual([2, 1, 0])
  })
  test('the list is cut at its bound and counts lines that are no record', () => {
    const log = newLog()
    const audit = log.open()
    for (let at = 0; at < 5; at++) audit.record(CALL)
    log.append('2026-11.jsonl', 'nonsense\n')
    const listed = log.open().list(3)
    expect(listed.ok && listed.value.records.map(({ seq }) => seq)).toEqual([5, 4, 3])
    expect(listed).toMatchObject({ value: { unreadable: 1 } })
  })
  test('the audit log of a folder that does not exist is made, and nothing else', () => {
    const folder = join(temporaryFolder(), 'state', 'audit')
    expect(openAudit(folder, () => NOVEMBER).ok).toBe(true)
    expect(existsSync(folder)).toBe(true)
    expect(readdirSync(folder)).toEqual([])
  })
})
