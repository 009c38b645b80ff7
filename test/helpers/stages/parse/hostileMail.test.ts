// Messages that are made to cost, and every message of the corpora as it is, cut and changed: each in a process of its own, within the
// time and the memory of one message. The slowest bombs, and every message spoilt many times, run in test/corpus/run.mjs.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packageRoot } from '../../../../files/packageRoot.ts'
import * as cap from '../../../../protocol/limits.ts'
import { bundleOptions } from '../../../../scripts/bundleOptions.mjs'
import { BOMBS, SLOW } from './bombs.ts'

/** Of one message, as native/confine.c bounds it. */
const MEMORY = 2 ** 30
const folder = mkdtempSync(join(packageRoot, 'build', 'parse-alone-'))
beforeAll(async () => {
  const entryPoints = { alone: 'test/helpers/stages/parse/parseAlone.ts' }
  await build({ ...bundleOptions, absWorkingDir: packageRoot, entryPoints, outdir: folder })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the process says; it is ended, and fails, past the time that one message may take `times` over. */
function alone(words: readonly string[], times = 1): Record<string, unknown> {
  const timeout = cap.EACH_SECONDS * 1_000 * times
  const { status, signal, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'alone.cjs'), ...words],
    { timeout, encoding: 'utf8' },
  )
  if (status !== 0)
    throw new Error(
      `Cannot parse ${words.join(' ')}: it ended with ${status ?? signal}\n${stderr.slice(0, 2_000)}`,
    )
  return JSON.parse(stdout)
}

test.each(Object.keys(BOMBS).filter(name => !SLOW.has(name)))(
  'parse takes %s within the time and the memory of one message',
  { timeout: cap.EACH_SECONDS * 1_000 },
  name => {
    const told = alone(['bomb', name])
    expect(told).toMatchObject({ fault: null })
    expect(Number(told.peak)).toBeLessThan(MEMORY)
  },
)

test(
  'every small message of this repository, cut and changed many times, yields a result of the schema',
  { timeout: 120_000 },
  () => {
    const told = alone(['spoil', join(packageRoot, 'test/fixtures/mail'), '40', '7', '1'], 2)
    expect(told).toMatchObject({ faults: [] })
    expect(Number(told.tried)).toBeGreaterThan(1_500)
  },
)

const DATA = join(process.env['TWIN_TEST_DATA'] ?? '/nowhere', 'eml')
test.skipIf(!existsSync(DATA))(
  'every message of the corpora yields a result of the schema or a sentence',
  { timeout: 240_000 },
  () => {
    const told = alone(['spoil', DATA, '4', '11', '1'], 4)
    expect(told).toMatchObject({ faults: [] })
    expect(Number(told.messages)).toBeGreaterThan(200)
    expect(Number(told.peak)).toBeLessThan(MEMORY)
  },
)
