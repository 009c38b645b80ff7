// Bundles one CommonJS file a process into dist/, and what a process loads only when asked; writes dist/LICENSES.txt for what is
// bundled, and the man page. Relies on esbuild, on bundleOptions.mjs and on catalogueAsData.mjs.
import {
  existsSync,
  readFileSync,
  writeFileSync,
  rmSync,
  mkdirSync,
  readdirSync,
  copyFileSync,
  chmodSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundleOptions } from './bundleOptions.mjs'
import { catalogueAsData } from './catalogueAsData.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const PROCESSES = {
  twin: 'cli/main.ts',
  twind: 'daemon/main.ts',
  'twin-mail': 'helpers/starter/main.ts',
  mail: 'helpers/mail/main.ts',
  filter: 'helpers/stages/filter/main.ts',
  rank: 'helpers/stages/rank/main.ts',
  brief: 'helpers/stages/brief/main.ts',
  maildir: 'helpers/adapters/maildir/main.ts',
  parse: 'helpers/stages/parse/main.ts',
  'parse-attachment': 'helpers/stages/parse-attachment/main.ts',
  extract: 'helpers/stages/extract/main.ts',
  'schema-validate': 'helpers/stages/schema-validate/main.ts',
  'grounding-check': 'helpers/stages/grounding-check/main.ts',
  pseudonymize: 'helpers/stages/pseudonymize/main.ts',
  rehydrate: 'helpers/stages/rehydrate/main.ts',
  classify: 'helpers/stages/classify/main.ts',
  reason: 'helpers/stages/reason/main.ts',
  'draft-lint': 'helpers/stages/draft-lint/main.ts',
  dkim: 'helpers/stages/dkim/main.ts',
  resolve: 'helpers/resolve/main.ts',
  mcp: 'mcp/main.ts',
}
/** What twind or twin loads into itself once it is asked for: no process. */
const LOADED = { page: 'page/page.ts', engine: 'cli/engine.ts' }
const BINS = ['twin', 'twind', 'twin-mail']

const dist = join(root, 'dist')
rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
const entries = Object.entries({ ...PROCESSES, ...LOADED }).filter(([, source]) =>
  existsSync(join(root, source)),
)
const result = await build({
  ...bundleOptions,
  plugins: [...bundleOptions.plugins, catalogueAsData(root)],
  absWorkingDir: root,
  entryPoints: Object.fromEntries(entries),
  outdir: dist,
  metafile: true,
})
/**
 * esbuild leaves patterns as they are written. One letter beyond Latin-1 makes node keep all of a file in two bytes a letter: so each is
 * written as its escape, which a pattern reads as the letter. Throws where a backslash stands before one.
 */
function asciiOnly(name) {
  const file = join(dist, name)
  const text = readFileSync(file, 'utf8')
  if (/\\[^\0-\x7f]/.test(text)) throw new Error(`Cannot escape ${name}: a letter in it is escaped already`)
  const escaped = unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  writeFileSync(file, text.replace(/[^\0-\x7f]/g, escaped))
}
for (const [name] of entries) asciiOnly(`${name}.cjs`)

for (const bin of BINS) {
  const file = join(dist, `${bin}.cjs`)
  if (!existsSync(file)) continue
  writeFileSync(file, `#!/usr/bin/env node\n${readFileSync(file, 'utf8')}`)
  chmodSync(file, 0o755)
}
for (const [name, source] of entries) {
  const manifest = join(root, dirname(source), 'stage.yaml')
  if (existsSync(manifest)) copyFileSync(manifest, join(dist, `${name}.stage.yaml`))
}

const packages = new Set()
for (const input of Object.keys(result.metafile.inputs)) {
  const match = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)
  if (match) packages.add(match[1])
}
const notices = [...packages].sort().map(name => {
  const folder = join(root, 'node_modules', name)
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find(entry => /^licen[cs]e/i.test(entry))
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `Licence: ${about.license}`
  return `${name} ${about.version} (${about.license})\n\n${text}\n`
})
writeFileSync(
  join(dist, 'LICENSES.txt'),
  `What is bundled into the files beside this one.\n\n${notices.join('\n----\n\n')}`,
)

const page = spawnSync(process.execPath, [join(dist, 'twin.cjs'), 'man'], {
  env: { TWIN_HOME: '/nowhere' },
  encoding: 'utf8',
})
if (page.status !== 0)
  throw new Error(`Cannot make the man page: twin man ended with ${page.status}: ${page.stderr}`)
writeFileSync(join(dist, 'twin.1'), page.stdout)
