// Packs the package, checks what is in it, installs it into an empty project whose path has a space, and runs what a person
// would run, a run of the shipped examples among it. Relies on the package registry for the dependencies, and on nothing of this folder once it is packed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const EXPECTED =
  /^(?:dist\/[^/]+\.(?:cjs|txt|yaml|1)|native\/[^/]+\.(?:c|cc|h|mjs)|docs\/[^/]+\.(?:md|png)|menubar\/twin\.1m\.sh|runs\/[a-z]+\.yaml|binding\.gyp|(?:twin|policy)\.toml|package\.json|LICENSE|(?:README|ARCHITECTURE|SECURITY|CHANGELOG)\.md)$/

function run(command, args, { cwd, env = process.env }) {
  const result = spawnSync(command, args, {
    cwd,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (result.status !== 0) {
    process.stdout.write(result.stdout ?? '')
    throw new Error(`Cannot check the package: "${command} ${args.join(' ')}" ended with ${result.status}`)
  }
  return result.stdout
}

const folder = mkdtempSync(join(tmpdir(), 'twin pack '))
try {
  const [packed] = JSON.parse(
    run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root }),
  )
  const names = packed.files.map(file => file.path)
  const strange = names.filter(name => !EXPECTED.test(name))
  if (strange.length > 0) throw new Error(`Cannot ship the package: it holds ${strange.join(', ')}`)
  console.log(
    `${packed.filename}: ${names.length} files, ${Math.round(packed.unpackedSize / 1024)} KB unpacked`,
  )

  const project = join(folder, 'an empty project')
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true }\n')
  run('npm', ['install', '--no-audit', '--no-fund', join(folder, packed.filename)], { cwd: project })
  console.log(`twin --version: ${run('npx', ['--no', '--', 'twin', '--version'], { cwd: project }).trim()}`)
  const demo = run('npx', ['--no', '--', 'twin', 'demo'], { cwd: project })
  const sample = join(folder, 'mail')
  const env = { ...process.env, TWIN_HOME: join(folder, 'home') }
  const twin = (...words) => run('npx', ['--no', '--', 'twin', ...words], { cwd: project, env })
  twin('init')
  twin('demo', 'maildir', sample)
  twin('accounts', 'add', 'maildir', sample, '--name', 'home')
  twin('sync', 'home')
  const receipts = join(project, 'node_modules/agentic-twin/runs/receipts.yaml')
  console.log(`twin run check: ${twin('run', 'check', receipts).split('\n')[0]}`)
  console.log(`twin run: ${twin('run', receipts).split('\n')[2]}`)
  console.log(`twin demo: ${demo.split('\n').find(line => line.startsWith('note:'))}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
