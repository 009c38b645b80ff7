// package.json, the CI files and README must say the same: versions are exact, what may run an install script is named, and
// every place that runs the tests runs README's own line.
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { codeOf, quoted, table } from './markdown.ts'
import { filesUnder, read, resolved, root, shipped, sources } from './sources.ts'

/** npm's `*`: any name, no slash. */
const matchesGlob = (path: string, glob: string): boolean =>
  new RegExp(`^${glob.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*')}$`).test(path)

interface Package {
  readonly dependencies: Record<string, string>
  readonly devDependencies: Record<string, string>
  readonly allowScripts: Record<string, boolean>
  readonly files: string[]
  readonly scripts: Record<string, string>
  readonly bin: Record<string, string>
}
const PACKAGE = JSON.parse(read('package.json')) as Package
const LOCK = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, { version?: string; hasInstallScript?: boolean; optional?: boolean }>
}
/** Parsed here: a test has no time for it on a busy machine. */
const CODE = shipped()
const COMMANDS = codeOf('README.md', 'Try it').map(line => line.replace(/\s+#.*$/, ''))

test('every dependency has an exact version that the lock file repeats', () => {
  for (const [name, version] of Object.entries({ ...PACKAGE.dependencies, ...PACKAGE.devDependencies })) {
    const exact = version.replace(/^npm:.+@/, '')
    expect(exact, name).toMatch(/^\d+\.\d+\.\d+$/)
    expect(LOCK.packages[`node_modules/${name}`]?.version, name).toBe(exact)
  }
})

test('every package with an install script is named in allowScripts and no other', () => {
  const scripted = Object.entries(LOCK.packages)
    .filter(([path, about]) => path !== '' && about.hasInstallScript && !about.optional)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length))
  expect(Object.keys(PACKAGE.allowScripts).sort()).toEqual([...new Set(scripted)].sort())
})

test('every dependency has a row in README with its version, its reason and its size', () => {
  const rows = table('README.md', 'Dependencies')
  const listed = rows.map(([name = '', version = '']) => [quoted(name)[0], version])
  expect(Object.fromEntries(listed)).toEqual(PACKAGE.dependencies)
  for (const [name, , reason = '', size = ''] of rows) {
    expect(reason.split(' ').length, name).toBeGreaterThan(3)
    expect(size, name).toMatch(/\d/)
  }
})

/** Bundled whole, so that whoever installs the package needs neither it nor the native modules that it would bring. */
const BUNDLED = ['pdfjs-dist']

test('every package that shipped code imports is a dependency, or bundled without one, and every dependency is used', () => {
  const imported = CODE.flatMap(source => source.imports.map(name => resolved(source.path, name))).filter(
    name => !name.startsWith('node:') && !/\.(?:ts|mjs)$/.test(name),
  )
  const build = ['node-addon-api', 'node-gyp']
  const used = new Set([...imported, ...build])
  expect([...used].sort()).toEqual([...Object.keys(PACKAGE.dependencies), ...BUNDLED].sort())
  for (const name of BUNDLED) expect(PACKAGE.devDependencies[name], name).toBeDefined()
})

test('README starts with the demo and test lines, and CI runs the test line', () => {
  expect(COMMANDS).toEqual(['npm ci && npm run demo', 'npm ci && npm test'])
  const ci = read('.ci/run')
  expect(ci).toMatch(/^npm ci$/m)
  expect(ci).toMatch(/^npm test$/m)
  expect(ci).toMatch(/^npm run demo$/m)
})

test('the workflow runs .ci/run on macOS and Linux with each supported Node', () => {
  const workflow = parseYaml(read('.github/workflows/test.yml')) as {
    jobs: { test: { strategy: { matrix: Record<string, unknown> }; steps: { run?: string }[] } }
  }
  expect(workflow.jobs.test.strategy.matrix).toEqual({
    os: ['ubuntu-latest', 'macos-latest'],
    node: [20, 22, 24],
  })
  expect(workflow.jobs.test.steps.map(step => step.run)).toContain('.ci/run')
})

test('.ci/run can be executed by whoever clones the repository', () => {
  expect(statSync(join(root, '.ci/run')).mode & 0o111).toBe(0o111)
})

test('every npm script that README names exists', () => {
  const named = [...read('README.md').matchAll(/`npm (?:run )?([a-z:]+)`/g)].map(match => match[1] ?? '')
  expect(named.length).toBeGreaterThan(3)
  const builtin = new Set(['ci', 'install', 'link', 'pack'])
  expect(named.filter(name => !builtin.has(name) && !(name in PACKAGE.scripts))).toEqual([])
})

test('every file that package.json ships exists in the source or is built into dist', () => {
  const all = filesUnder()
  const missing = PACKAGE.files.filter(
    entry => entry !== 'dist' && !all.some(path => matchesGlob(path, entry) || path.startsWith(`${entry}/`)),
  )
  expect(missing).toEqual([])
  expect(sources().some(source => source.path === 'scripts/bundle.mjs')).toBe(true)
})
