// Bundles entries of this repository into a folder of the test, as scripts/bundle.mjs bundles them into dist/; the native files are
// those of the package. Relies on esbuild. The folder can be read by every user: some tests run as nobody.
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { packageRoot } from '../../../files/packageRoot.ts'
import { bundleOptions } from '../../../scripts/bundleOptions.mjs'
import { temporary } from './access.ts'

export const HELPER = { mail: 'helpers/mail/main.ts', 'twin-mail': 'helpers/starter/main.ts' } as const

/** `sources`: path in the repository by the name of the bundle. */
export async function bundled(sources: Readonly<Record<string, string>>): Promise<string> {
  const outdir = temporary()
  chmodSync(outdir, 0o755)
  await build({
    ...bundleOptions,
    absWorkingDir: packageRoot,
    entryPoints: { ...sources },
    outdir,
    define: { 'import.meta.dirname': JSON.stringify(join(packageRoot, 'dist')) },
  })
  return outdir
}
