// ARCHITECTURE.md says who may import what and where the program touches the world; here both tables are compared with the
// code, in both directions: what is not listed is refused, and what is listed but not used is refused too.
import { expect, test } from 'vitest'
import { quoted, table } from './markdown.ts'
import { EDGES, filesThat, isGlobal, isMember } from './edges.ts'
import { isNode, nameOf, resolved, shipped, type Node } from './sources.ts'

interface Row {
  readonly where: string
  readonly allowed: readonly string[]
}
const ROWS: readonly Row[] = table('ARCHITECTURE.md', 'Who may import what').map(
  ([where = '', folders = '', node = '', packages = '']) => ({
    where: quoted(where)[0] ?? '',
    allowed: [...quoted(folders), ...quoted(node).map(name => `node:${name}`), ...quoted(packages)],
  }),
)

/** The most specific row: a file's own, else the longest folder. */
const rowOf = (path: string): Row | undefined =>
  ROWS.filter(row => covers(row.where, path)).sort((a, b) => b.where.length - a.where.length)[0]

const covers = (where: string, path: string): boolean =>
  path === where || (where.endsWith('/') && path.startsWith(where))

interface Use {
  readonly path: string
  readonly row: Row | undefined
  readonly target: string
}
const USES: readonly Use[] = shipped().flatMap(source =>
  source.imports.map(name => ({
    path: source.path,
    row: rowOf(source.path),
    target: resolved(source.path, name),
  })),
)

/** A file may always import from its own row. */
const permitted = (use: Use): boolean =>
  use.row !== undefined &&
  ((rowOf(use.target) === use.row && !use.target.startsWith('node:')) ||
    use.row.allowed.some(allowed => covers(allowed, use.target)))

test('every import of every shipped file stands in the import table', () => {
  const refused = USES.filter(use => !permitted(use)).map(use => `${use.path} imports ${use.target}`)
  expect(refused).toEqual([])
})

test('every entry of the import table is used by a file of its row', () => {
  const idle = ROWS.flatMap(row =>
    row.allowed
      .filter(allowed => !USES.some(use => use.row === row && covers(allowed, use.target)))
      .map(allowed => `${row.where}: ${allowed}`),
  )
  expect(idle).toEqual([])
})

test('every row of the import table names files that exist', () => {
  const missing = ROWS.filter(row => !shipped().some(source => covers(row.where, source.path)))
  expect(missing).toEqual([])
})

test('protocol imports nobody but packages for parsing', () => {
  const outside = USES.filter(use => use.path.startsWith('protocol/') && use.target.includes('/')).filter(
    use => !use.target.startsWith('protocol/') && !use.target.startsWith('zod'),
  )
  expect(outside).toEqual([])
  expect(USES.filter(use => use.path.startsWith('protocol/') && use.target.startsWith('node:'))).toEqual([])
})

test('no helper imports another helper or the daemon', () => {
  const own = (path: string) => /^helpers\/(?:stages\/)?[a-z-]+\//.exec(path)?.[0]
  const crossing = USES.filter(
    use =>
      use.path.startsWith('helpers/') &&
      (/^(?:daemon|cli|mcp|page|demo)\//.test(use.target) ||
        (own(use.target) !== undefined && own(use.target) !== own(use.path))),
  )
  expect(crossing.map(use => `${use.path} imports ${use.target}`)).toEqual([])
})

test('no shipped file imports from tests, benchmarks or scripts', () => {
  expect(USES.filter(use => /^(?:test|bench|scripts)\//.test(use.target))).toEqual([])
})

test.each(Object.entries(EDGES))('only the files listed for it do this: %s', (act, does) => {
  const listed = table('ARCHITECTURE.md', 'Where the edges are').find(([name]) => name === act)
  expect(listed, `ARCHITECTURE.md has no row for: ${act}`).toBeDefined()
  expect(filesThat(does)).toEqual(quoted(listed?.[1] ?? '').sort())
})

test('no shipped file uses fetch, Math.random, eval or a function made from text', () => {
  const found = shipped().filter(source =>
    source.nodes.some(
      node => isGlobal(node, ['fetch', 'eval', 'Function', 'WebSocket']) || isMember(node, 'Math', 'random'),
    ),
  )
  expect(found.map(source => source.path)).toEqual([])
})

test('child_process stands in one file of the daemon, in the starter and in the build, and nowhere else', () => {
  const starting = shipped().filter(source => source.imports.includes('node:child_process'))
  const folders = starting.map(source => source.path.replace(/\/[^/]+\.ts$/, '/'))
  expect(starting.filter(source => source.path.startsWith('daemon/'))).toHaveLength(1)
  expect(new Set(folders)).toEqual(
    new Set(['daemon/', 'helpers/starter/', 'native/gyp.mjs', 'native/dependencies.mjs']),
  )
})

test('only the skeletons read standard input or descriptor 3', () => {
  const readers = shipped().filter(source =>
    source.nodes.some(
      node =>
        isMember(node, 'process', 'stdin') ||
        (node.type === 'Property' &&
          nameOf(node.key) === 'fd' &&
          isNode(node.value) &&
          node.value.value === 3),
    ),
  )
  expect(readers.map(source => source.path).filter(path => path !== 'helpers/confined.ts')).toEqual([
    'mcp/mcp.ts',
  ])
})

test('the page is loaded from one file, and knows of twind only types and what is pure', () => {
  const loading = USES.filter(use => use.target.startsWith('page/') && !use.path.startsWith('page/'))
  expect([...new Set(loading.map(use => use.path))]).toEqual(['daemon/openPage.ts'])
  const known = shipped().filter(source => source.path.startsWith('page/'))
  const bound = known.flatMap(source =>
    source.nodes.filter(isImport).filter(node => node.importKind !== 'type'),
  )
  const targets = bound.map(node => (isNode(node.source) ? String(node.source.value) : ''))
  const daemon = targets
    .filter(name => name.includes('/daemon/'))
    .map(name => name.replace(/^.*\/daemon\//, ''))
  expect([...new Set(daemon)].sort()).toEqual(['decisions.ts', 'gate/approval.ts'])
})

const isImport = (node: Node): boolean => node.type === 'ImportDeclaration'
