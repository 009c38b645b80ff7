// A run that was stopped, by a person or by kill -9 before every single act on the disk, and gone on with: the same handles, nothing
// twice, and in the end what an uninterrupted run leaves.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { refused, type Result } from '../../../protocol/refusal.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { KILL_AT } from '../killAt.ts'
import { bundledScript, otherProcess } from '../otherProcess.ts'
import { mailsIn, RUN, type RunSite, runSite, stagesOf, valueOf } from './runWorld.ts'

const codeOf = (result: Result<unknown>): string => (result.ok ? 'done' : result.refusal.code)
const idOf = (site: RunSite): string => site.runFolder().split('/').at(-1) ?? ''
const resume = (site: RunSite, id = idOf(site)) =>
  site.runs.resume(id, { signal: new AbortController().signal, progress: () => undefined })

/** What the run left, whatever its handles are: the texts of each step, and what was proposed. */
function resultOf(folder: string): unknown {
  const texts = ['1-read/records', '2-act/records'].map(step =>
    readdirSync(join(folder, step))
      .map(name => readFileSync(join(folder, step, name), 'utf8'))
      .toSorted(),
  )
  return { texts, proposed: readdirSync(join(folder, 'spool/act')).length }
}
const handlesOf = (folder: string): string[] =>
  readFileSync(join(folder, 'messages.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => (JSON.parse(line) as { handle: string }).handle)

describe('a run that was interrupted', () => {
  test('goes on with the same handles and does nothing twice', async () => {
    const stop = new AbortController()
    const site = runSite({ before: step => (step === 'act' ? stop.abort() : undefined) })
    const path = site.write('receipts', RUN)
    expect(codeOf(await site.start(path, { signal: stop.signal }))).toBe('interrupted')
    const handles = handlesOf(site.runFolder())
    const before = site.performed.length
    expect(valueOf(site.runs.show(idOf(site))).state).toBe('interrupted')
    const report = valueOf(await resume(site))
    expect(report).toMatchObject({ state: 'done', why: null, steps: [{ done: 3 }, { done: 2, skipped: 1 }] })
    expect(handlesOf(site.runFolder())).toEqual(handles)
    expect(before).toBe(4)
    expect(site.performed.map(line => line.split(' ')[0])).toEqual([
      'read',
      'read',
      'read',
      'act',
      'act',
      'act',
    ])
    const whole = runSite()
    valueOf(await whole.start(whole.write('receipts', RUN)))
    expect(resultOf(site.runFolder())).toEqual(resultOf(whole.runFolder()))
  })

  test('has no view until it goes on, and none after', async () => {
    const stop = new AbortController()
    const site = runSite({ before: () => stop.abort() })
    await site.start(site.write('receipts', RUN), { signal: stop.signal })
    const views = () => readdirSync(site.runFolder()).filter(name => name.startsWith('ma'))
    expect(views()).toEqual([])
    await resume(site)
    expect(views()).toEqual([])
  })

  test('is refused with a sentence where its file was changed, and where it is gone', async () => {
    const stop = new AbortController()
    const site = runSite({ before: () => stop.abort() })
    const path = site.write('receipts', RUN)
    await site.start(path, { signal: stop.signal })
    writeFileSync(path, RUN.replace('limit: 10', 'limit: 11'))
    const changed = await resume(site)
    expect(changed.ok ? '' : changed.refusal.is).toContain('is not what it was when the run receipts.')
    writeFileSync(path, RUN)
    expect(codeOf(await resume(site))).toBe('done')
  })

  test('is refused once it is over, and where it never was', async () => {
    const site = runSite()
    await site.start(site.write('receipts', RUN))
    expect(codeOf(await resume(site))).toBe('bad-request')
    expect(codeOf(await resume(site, 'receipts.1796059500-0000000000000000'))).toBe('bad-request')
  })

  test('is refused while another run of its name is under way', async () => {
    const stop = new AbortController()
    let letGo: () => void = () => undefined
    const held = new Promise<void>(resolve => (letGo = resolve))
    const site = runSite({ before: () => (stop.signal.aborted ? held : stop.abort()) })
    const path = site.write('receipts', RUN)
    await site.start(path, { signal: stop.signal })
    const id = idOf(site)
    const other = site.start(path)
    expect(codeOf(await resume(site, id))).toBe('busy')
    letGo()
    await other
  })

  test('that failed can be gone on with when what failed is mended', async () => {
    let isBroken = true
    const site = runSite({
      before: () => {
        if (isBroken) throw Object.assign(new Error('disk'), { code: 'ENOSPC', errno: -28, syscall: 'write' })
      },
    })
    expect(codeOf(await site.start(site.write('receipts', RUN)))).toBe('disk')
    isBroken = false
    expect(valueOf(await resume(site)).state).toBe('done')
  })

  test('is refused where what it kept is not what it wrote', async () => {
    const stop = new AbortController()
    const site = runSite({ before: () => stop.abort() })
    await site.start(site.write('receipts', RUN), { signal: stop.signal })
    writeFileSync(join(site.runFolder(), 'messages.jsonl'), '{"handle":"../../etc"}\n')
    expect(codeOf(await resume(site))).toBe('disk')
  })
})

describe('a run that the proposals of which could not be handed over', () => {
  test('hands them over when it goes on, and performs nothing again', async () => {
    let isAway = true
    const site = runSite({
      options: {
        ingest: async () =>
          isAway
            ? refused('disk', { is: 'the spool is full', wanted: 'room', fix: 'make some' })
            : { ok: true, value: { applied: 1, pending: 2, refused: 0, stuck: 0, rejected: 0, reasons: [] } },
      },
    })
    expect(codeOf(await site.start(site.write('receipts', RUN)))).toBe('disk')
    const before = site.performed.length
    isAway = false
    expect(valueOf(await resume(site)).proposals).toMatchObject({ applied: 1, pending: 2 })
    expect(site.performed.length).toBe(before)
  })
})

/** A run in a process of its own that is killed before its n-th act on the disk. */
const SCRIPT = `
import { openRuns } from './daemon/runs/openRuns.ts'
import { loadStages } from './daemon/runs/loadStages.ts'
import { parseConfig } from './protocol/config.ts'
import { parsePolicy } from './protocol/policy.ts'
import { pathsOf } from './protocol/paths.ts'
import { fakeStore, performWith } from './test/daemon/runs/fakeRun.ts'
${KILL_AT}
const [, , folder, stagesFolder, mailsFile, step] = process.argv
const value = result => { if (!result.ok) throw new Error(result.refusal.is); return result.value }
const config = value(parseConfig('[accounts.home]\\nadapter = "maildir"\\npath = "' + folder + '/Mail"\\n'))
const policy = value(parsePolicy('[capabilities]\\n"mail.read" = "auto"\\n'))
const paths = pathsOf({ TWIN_HOME: folder + '/home' })
const stages = value(loadStages(stagesFolder))
const runs = openRuns(() => ({
  paths, home: folder, now: () => 1796040000000, log: () => {}, resident: false,
  configuration: () => ({ config, policy, version: '', problem: null }),
  store: fakeStore(JSON.parse(fs.readFileSync(mailsFile, 'utf8'))),
}), {
  perform: performWith({ performed: [] }),
  ingest: async () => ({ ok: true, value: { applied: 0, pending: 1, refused: 0, stuck: 0, rejected: 0, reasons: [] } }),
  stages: () => ({ ok: true, value: stages }), zone: () => 'UTC',
})
async function main() {
  killAt(Number(step))
  value(await runs.run({ file: 'receipts', message: null }, { signal: new AbortController().signal, progress: () => {} }))
  console.log('end ' + acts)
}
void main()`

describe('kill -9 before every act of a run', () => {
  test('leaves a run that goes on to what an uninterrupted one leaves', { timeout: 300_000 }, async () => {
    const script = await bundledScript(SCRIPT)
    const stages = stagesOf()
    const cache = temporaryFolder()
    const mails = mailsIn(cache, 2)
    const mailsFile = join(cache, 'mails.json')
    writeFileSync(mailsFile, JSON.stringify(mails))
    const walk = async (step: number) => {
      const folder = temporaryFolder()
      const site = runSite({ folder, mails, options: { zone: () => 'UTC' } })
      site.write('receipts', RUN)
      const child = otherProcess(script, folder, stages, mailsFile, String(step))
      let last: string | undefined
      for (let line = await child.line(); line !== undefined; line = await child.line()) last = line
      return { site, last }
    }
    const whole = await walk(0)
    const acts = Number(whole.last?.split(' ')[1])
    expect(acts).toBeGreaterThan(20)
    const wanted = resultOf(whole.site.runFolder())
    let resumed = 0
    for (let step = 1; step <= acts; step++) {
      const { site, last } = await walk(step)
      expect(last, `step ${step}`).toBeUndefined()
      expect(site.runs.sweep().ok).toBe(true)
      const there = existsSync(site.world.paths.runs) ? readdirSync(site.world.paths.runs) : []
      const id = there.find(name => name.startsWith('receipts.'))
      if (id === undefined) continue
      expect(
        readdirSync(join(site.world.paths.runs, id)).filter(name => /^mail|^manifest/.test(name)),
      ).toEqual([])
      const report = site.runs.show(id)
      // Killed before its first report: nothing has begun, and it cannot be gone on with.
      if (!report.ok) continue
      expect(['interrupted', 'done']).toContain(report.value.state)
      if (report.value.state === 'interrupted') {
        expect(valueOf(await resume(site, id)).state, `step ${step}`).toBe('done')
        resumed++
      }
      expect(resultOf(join(site.world.paths.runs, id)), `step ${step}`).toEqual(wanted)
    }
    expect(resumed).toBeGreaterThan(15)
  })
})
