// Builds the stages into a folder of their own, the way scripts/bundle.mjs does, so that a test does not depend on dist/.
import { copyFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { packageRoot } from '../../files/packageRoot.ts'
import { bundleOptions } from '../../scripts/bundleOptions.mjs'

const STAGES = ['filter', 'rank', 'brief']

/** `fake`: the stand-in of test/daemon/fakes that does what its test says. */
interface Parts {
  readonly mail: 'real' | 'fake'
  readonly rank?: 'real' | 'fake'
}

/** A folder that stands in for dist/; the native files are those of the package. */
export async function builtDist(parts: Parts): Promise<{ dist: string; remove: () => void }> {
  const dist = realpathSync(mkdtempSync(join(tmpdir(), 'twin-dist-')))
  const sources: Record<string, string> = { mail: 'helpers/mail/main.ts' }
  for (const stage of STAGES) sources[stage] = `helpers/stages/${stage}/main.ts`
  for (const [name, kind] of Object.entries(parts)) if (kind === 'fake') delete sources[name]
  await build({
    ...bundleOptions,
    absWorkingDir: packageRoot,
    entryPoints: sources,
    outdir: dist,
    define: { 'import.meta.dirname': JSON.stringify(join(packageRoot, 'dist')) },
  })
  for (const [name, kind] of Object.entries(parts))
    if (kind === 'fake')
      copyFileSync(join(import.meta.dirname, `fakes/${name}.cjs`), join(dist, `${name}.cjs`))
  for (const stage of STAGES)
    copyFileSync(join(packageRoot, `helpers/stages/${stage}/stage.yaml`), join(dist, `${stage}.stage.yaml`))
  return { dist, remove: () => rmSync(dist, { recursive: true, force: true }) }
}
