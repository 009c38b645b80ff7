// Builds the stages into a folder of their own, the way scripts/bundle.mjs does, so that a test does not depend on dist/.
import { copyFileSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { packageRoot } from '../../files/packageRoot.ts'

const STAGES = ['filter', 'rank', 'brief']

/** A dist folder in build/. `mail`: the real helper, or the stand-in that does what state/mail/canned.json says. */
export async function builtDist(options: {
  mail: 'real' | 'fake'
}): Promise<{ dist: string; remove: () => void }> {
  const dist = realpathSync(mkdtempSync(join(packageRoot, 'build', 'test-dist-')))
  const processes: Record<string, string> = Object.fromEntries(
    STAGES.map(stage => [stage, `helpers/stages/${stage}/main.ts`]),
  )
  if (options.mail === 'real') processes['mail'] = 'helpers/mail/main.ts'
  else copyFileSync(join(import.meta.dirname, 'fakes/mail.cjs'), join(dist, 'mail.cjs'))
  await build({
    absWorkingDir: packageRoot,
    entryPoints: processes,
    outdir: dist,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    define: { 'import.meta.dirname': JSON.stringify(join(packageRoot, 'dist')) },
    logLevel: 'warning',
  })
  for (const stage of STAGES)
    copyFileSync(join(packageRoot, `helpers/stages/${stage}/stage.yaml`), join(dist, `${stage}.stage.yaml`))
  return { dist, remove: () => rmSync(dist, { recursive: true, force: true }) }
}
