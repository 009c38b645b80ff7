// The folders of runs: opened, kept, swept after a crash.
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { ASIDE } from '../../../daemon/removeTree.ts'
import { closeRun, openRun, sweepRuns } from '../../../daemon/brief/run.ts'
import { RUNS_KEPT } from '../../../protocol/limits.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

function opened(runs: string, now: number): string {
  const run = openRun(runs, now)
  if (!run.ok) throw new Error(run.refusal.is)
  return run.value
}

test('openRun makes a private folder whose name holds its time', () => {
  const runs = join(temporaryFolder(), 'runs')
  const run = opened(runs, 1_796_016_300)
  expect(basename(run)).toMatch(/^brief\.1796016300-[0-9a-f]{16}$/)
  expect(statSync(run).mode & 0o777).toBe(0o700)
})

test('sweepRuns keeps the newest finished runs up to the cap and removes the one past it', () => {
  const runs = join(temporaryFolder(), 'runs')
  const all = Array.from({ length: RUNS_KEPT }, (_, index) => opened(runs, 1_796_016_300 + index))
  for (const run of all) closeRun(run, true)
  const own = opened(runs, 1_796_020_000)
  expect(sweepRuns(runs, own)).toEqual({ ok: true, value: 1 })
  expect(readdirSync(runs).sort()).toEqual([...all.slice(1), own].map(run => basename(run)))
  expect(sweepRuns(runs, own)).toEqual({ ok: true, value: 0 })
  expect(readdirSync(runs)).toHaveLength(RUNS_KEPT)
})

test('closeRun keeps a run that is worth it and removes one that is not', () => {
  const runs = join(temporaryFolder(), 'runs')
  const kept = opened(runs, 1)
  const gone = opened(runs, 2)
  expect([closeRun(kept, true).ok, closeRun(gone, false).ok]).toEqual([true, true])
  expect(readdirSync(runs)).toEqual([basename(kept)])
  expect(readdirSync(kept)).toEqual(['finished'])
})

test('sweepRuns removes what a crash left and keeps the run that is under way', () => {
  const runs = join(temporaryFolder(), 'runs')
  const crashed = opened(runs, 1)
  mkdirSync(join(crashed, 'mail', 'h_x'), { recursive: true })
  chmodSync(join(crashed, 'mail'), 0o111)
  mkdirSync(join(runs, `${ASIDE}0123456789abcdef`))
  const own = opened(runs, 2)
  expect(sweepRuns(runs, own)).toEqual({ ok: true, value: 2 })
  expect(readdirSync(runs)).toEqual([basename(own)])
})

test('sweepRuns leaves names alone that are no runs, and links', () => {
  const runs = join(temporaryFolder(), 'runs')
  const own = opened(runs, 1)
  const outside = temporaryFolder()
  writeFileSync(join(outside, 'kept'), '')
  symlinkSync(outside, join(runs, `brief.1796016300-${'0'.repeat(16)}`))
  writeFileSync(join(runs, 'note.txt'), '')
  sweepRuns(runs, own)
  expect(readdirSync(outside)).toEqual(['kept'])
  expect(readdirSync(runs)).toContain('note.txt')
})
