// A plugin for esbuild: cli/catalogue.ts is bundled as the value that it has now, without the operations that it is made from, so
// that twin starts without the code behind them. Relies on the registry being the same whenever it is asked.
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { build } from 'esbuild'
import { bundleOptions } from './bundleOptions.mjs'

/**
 * @param {string} root the folder of package.json
 * @returns {import('esbuild').Plugin}
 */
export function catalogueAsData(root) {
  return {
    name: 'catalogue-as-data',
    setup(bundle) {
      bundle.onLoad({ filter: /\/cli\/catalogue\.ts$/ }, async () => {
        const outfile = join(root, 'build', 'catalogue.cjs')
        await build({ ...bundleOptions, absWorkingDir: root, entryPoints: ['cli/catalogue.ts'], outfile })
        const { catalogue } = createRequire(import.meta.url)(outfile)
        return { contents: `export const catalogue = ${JSON.stringify(catalogue)}` }
      })
    },
  }
}
