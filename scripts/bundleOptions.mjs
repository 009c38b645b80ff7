// How every bundle of this repository is made: those that ship, and those that tests and the bench make of the same sources.
// CommonJS: an ES module entry starts the thread pool before user code (and costs start time). Relies on esbuild.
import { readFileSync } from 'node:fs'

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
 * The MCP server of the SDK checks with ajv what a client answers to its questions (elicitation); twin asks none, and checks
 * its own input in twind: a third of dist/mcp.cjs, and of its start, is left out.
 */
const withoutAjv = {
  name: 'without-ajv',
  setup(bundle) {
    bundle.onLoad({ filter: /modelcontextprotocol\/sdk\/dist\/\w+\/validation\/ajv-provider\.js$/ }, () => ({
      contents: `export class AjvJsonSchemaValidator {
        getValidator() { throw new Error('Cannot check an answer: no question is ever asked') }
      }`,
    }))
  },
}

/** Where it runs in node, pdf.js looks for a canvas while it is loaded, and complains on stderr; only texts are read with it. */
const withoutCanvas = {
  name: 'without-canvas',
  setup(bundle) {
    bundle.onLoad({ filter: /pdfjs-dist\/legacy\/build\/pdf\.mjs$/ }, ({ path }) => {
      const looks = 'if (isNodeJS) {\n  let canvas;'
      const source = readFileSync(path, 'utf8')
      if (!source.includes(looks))
        throw new Error('Cannot leave out the canvas of pdf.js: it is looked for elsewhere')
      return { contents: source.replace(looks, 'if (false) {\n  let canvas;') }
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
  plugins: [writerIfUsed, withoutAjv, withoutCanvas],
  legalComments: 'none',
  define: { 'import.meta.dirname': '__dirname' },
  logLevel: 'warning',
}
