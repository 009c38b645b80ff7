// The corpus through the stage `parse`, in processes of their own: every message as it is, cut and changed, and the bombs that are too
// slow for the normal run. Relies on test/helpers/stages/parse/parseAlone.ts, and on run.mjs having fetched the corpus.
import { build } from 'esbuild'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bundleOptions } from '../../scripts/bundleOptions.mjs'

const run = promisify(execFile)
const VARIANTS = 6
/** Prints what was tried; true where nothing went wrong and all `messages` were there. */
export async function parseCorpus({ root, folder, data, messages }) {
  const entryPoints = { alone: 'test/helpers/stages/parse/parseAlone.ts' }
  await build({ ...bundleOptions, absWorkingDir: root, entryPoints, outdir: folder })
  const alone = async (...words) =>
    JSON.parse(
      (await run(process.execPath, [join(folder, 'alone.cjs'), ...words], { maxBuffer: 2 ** 26 })).stdout,
    )
  const told = await alone('spoil', data, String(VARIANTS), '2026', '1')
  console.log(
    `parse: ${told.tried} variants of ${told.messages} messages, ${told.faults.length} faults, at most ${Math.round(told.peak / 2 ** 20)} MB`,
  )
  for (const fault of told.faults.slice(0, 20)) console.log(fault)
  let whole = told.messages === messages && told.faults.length === 0
  for (const name of (await alone('slow')).names) {
    const { fault, peak } = await alone('bomb', name)
    console.log(`parse: ${name}: ${fault ?? 'taken'}, ${Math.round(peak / 2 ** 20)} MB`)
    whole &&= fault === null && peak < 2 ** 30
  }
  return whole
}
