// Bundles one CommonJS file a process into dist/, and writes dist/LICENSES.txt for what is bundled. Relies on esbuild and on
// bundleOptions.mjs.
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
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundleOptions } from './bundleOptions.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const PROCESSES = {
  twin: 'cli/main.ts',
  twind: 'daemon/main.ts',
  'twin-mail': 'helpers/starter/main.ts',
  mail: 'helpers/mail/main.ts',
  filter: 'helpers/stages/filter/main.ts',
  rank: 'helpers/stages/rank/main.ts',
  brief: 'helpers/stages/brief/main.ts',
}
const BINS = ['twin', 'twind', 'twin-mail']

const dist = join(root, 'dist')
rmSync(dist, { recursive: true, force: true })
mkdirSync(dist, { recursive: true })
const entries = Object.entries(PROCESSES).filter(([, source]) => existsSync(join(root, source)))
const result = await build({
  ...bundleOptions,
  absWorkingDir: root,
  entryPoints: Object.fromEntries(entries),
  outdir: dist,
  metafile: true,
})
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
