// What "runs.check" answers: the run in words, its faults as refusals, and that nothing is started or written by it. Relies on runWorld.ts
// for runs whose stages a test performs.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runs } from '../../../daemon/operations/runs.ts'
import type { Context } from '../../../daemon/gate/operation.ts'
import { done, type Result } from '../../../protocol/refusal.ts'
import { RunChecked } from '../../../protocol/runChecked.ts'
import { RUN, runSite, type RunSite, valueOf } from '../runs/runWorld.ts'

const operation = runs.find(({ name }) => name === 'runs.check')
async function check(site: RunSite, file: string): Promise<Result<unknown>> {
  const called = valueOf(operation?.check({ file }, site.world.configuration().config) ?? unknown)
  return called.run({ world: { ...site.world, runs: site.runs } } as unknown as Context)
}
const unknown = {
  ok: false,
  refusal: { code: 'crashed', is: 'no operation', wanted: 'one', fix: '' },
} as const

test('runs.check says what a run would do, named by its path or by its bare name', async () => {
  const site = runSite()
  const path = site.write('receipts', RUN)
  for (const file of [path, 'receipts']) {
    const told = RunChecked.parse(valueOf(await check(site, file)))
    expect(told.file).toBe(path)
    expect(told.run.run.name).toBe('receipts')
    expect(told.steps.map(({ uses }) => uses)).toEqual(['read@1', 'act@1'])
    expect(told.rules.every(({ effect }) => effect === 'refused')).toBe(true)
  }
})

test('runs.check starts nothing and writes nothing', async () => {
  const site = runSite()
  site.write('receipts', RUN)
  await check(site, 'receipts')
  expect(site.performed).toEqual([])
  expect(readdirSync(site.world.paths.state)).toEqual([])
})

test('runs.check takes a run over an account that was never synced, and says what it could not ask', async () => {
  const site = runSite()
  site.write('receipts', RUN)
  Object.assign(site.world.store, { accounts: () => done([]) })
  const told = RunChecked.parse(valueOf(await check(site, 'receipts')))
  expect(told.notes).toEqual(['What the account can do is asked when the run starts.'])
})

test.each<[string, (site: RunSite) => string, string]>([
  ['a file that is not there', () => 'none', 'cannot be read (absent)'],
  ['a path that is not whole', () => './x.yaml', 'is neither an absolute path nor the name of a run'],
  ['a folder', site => site.folder, 'cannot be read (not-a-file)'],
  [
    'a file that is too long',
    site => site.write('long', `#${' '.repeat(70_000)}`),
    'cannot be read (too-long)',
  ],
  [
    'a file that is no run',
    site => site.write('bad', 'run: 1\n'),
    'line 1, column 6 of the run: run is the number 1',
  ],
  [
    'a run that cannot be',
    site => site.write('bad', RUN.replace('act@1', 'act@2')),
    'line 6, column 11 of the run: the step act uses the stage act@2',
  ],
  [
    'an output in no folder',
    site =>
      site.write('bad', RUN.replace('  - uses: act', `    output: ${site.folder}/none/x.md\n  - uses: act`)),
    'lies in a folder that is not there',
  ],
])('runs.check refuses %s', async (_, made, is) => {
  const site = runSite()
  const result = await check(site, made(site))
  expect(result).toMatchObject({ ok: false, refusal: { is: expect.stringContaining(is) } })
})

test('runs.check reads no YAML that is not UTF-8', async () => {
  const site = runSite()
  const path = join(site.world.paths.runFiles, 'latin.yaml')
  writeFileSync(path, Buffer.from(RUN.replace('receipts', 'r\xE9ceipts'), 'latin1'))
  expect(await check(site, path)).toMatchObject({
    refusal: { is: 'line 1, column 15 of the run: the file is not UTF-8' },
  })
})
