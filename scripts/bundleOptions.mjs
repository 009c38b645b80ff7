// How every bundle of this repository is made: those that ship, and those that tests and the bench make of the same sources.
// CommonJS: an ES module entry starts the thread pool before user code (and costs start time). Relies on esbuild.

/** What plist writes with does not say that it may be left out: without this the mail helper, which only reads, would carry it. */
const writerIfUsed = {
  name: 'writer-if-used',
  setup(bundle) {
    bundle.onResolve({ filter: /^xmlbuilder$/ }, async ({ path, pluginData, ...from }) => {
      if (pluginData === writerIfUsed) return undefined
      const found = await bundle.resolve(path, { ...from, pluginData: writerIfUsed })
      return { ...found, sideEffects: false }
    })
  },
}

/**
 * A bundle lies in a folder of the package root, as dist/ does: one that lies elsewhere defines `import.meta.dirname` anew.
 *
 * @type {import('esbuild').BuildOptions}
 */
export const bundleOptions = {
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20.19',
  plugins: [writerIfUsed],
  legalComments: 'none',
  define: { 'import.meta.dirname': '__dirname' },
  logLevel: 'warning',
}
