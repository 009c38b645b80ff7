// A test's title is a sentence, a skip has a reason, and the test tree mirrors the source tree.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isNode, member, root, sources, type Node } from './sources.ts'
import { titlesOf } from './titles.ts'

const TESTS = sources().filter(source => source.path.startsWith('test/') && source.path.endsWith('.test.ts'))
const TITLES = TESTS.flatMap(source =>
  titlesOf(source).map(title => ({ ...title, path: source.path, shown: `${source.path}: ${title.text}` })),
)

/** What a table fills in is a clause, not a word. */
const words = (title: string): number => title.replaceAll('…', ' … … ').trim().split(/\s+/).length

test('every test title has at least four words', () => {
  const short = TITLES.filter(title => title.kind === 'test' && words(title.text) < 4)
  expect(short.map(title => title.shown)).toEqual([])
})

test('no test title starts with should or works', () => {
  expect(TITLES.filter(title => /^(?:should|works)\b/i.test(title.text)).map(title => title.shown)).toEqual(
    [],
  )
})

test('no two tests of one file carry the same title', () => {
  const seen = new Set<string>()
  const twice = TITLES.filter(title => title.kind === 'test').filter(title => {
    const known = seen.has(title.shown)
    seen.add(title.shown)
    return known
  })
  expect(twice.map(title => title.shown)).toEqual([])
})

test('no test is left alone by only or fails by todo', () => {
  const alone = TESTS.filter(source =>
    source.nodes.some(node => {
      const name = member(node)
      return (
        name !== undefined &&
        ['test', 'it', 'describe'].includes(name.object) &&
        ['only', 'todo', 'fails'].includes(name.property)
      )
    }),
  )
  expect(alone.map(source => source.path)).toEqual([])
})

test('no test returns early: it skips with a reason', () => {
  const early = TESTS.filter(source => source.nodes.some(node => callback(node).some(isEarlyReturn)))
  expect(early.map(source => source.path)).toEqual([])
})

/** The statements of the last argument of a call whose first is a title. */
function callback(node: Node): readonly unknown[] {
  if (node.type !== 'CallExpression' || !Array.isArray(node.arguments)) return []
  const [first, ...rest] = node.arguments
  const last: unknown = rest.at(-1)
  const titled = isNode(first) && (first.type === 'Literal' || first.type === 'TemplateLiteral')
  return titled && isNode(last) && isNode(last.body) && Array.isArray(last.body.body) ? last.body.body : []
}

function isEarlyReturn(statement: unknown): boolean {
  if (!isNode(statement)) return false
  if (statement.type === 'ReturnStatement') return statement.argument === null
  return statement.type === 'IfStatement' && [statement.consequent, statement.alternate].some(returns)
}

const returns = (branch: unknown): boolean =>
  isNode(branch) &&
  (branch.type === 'ReturnStatement' ||
    (branch.type === 'BlockStatement' && Array.isArray(branch.body) && branch.body.some(returns)))

test('every skip inside a test names its reason', () => {
  const silent = TESTS.filter(source =>
    source.nodes.some(
      node =>
        node.type === 'CallExpression' &&
        isNode(node.callee) &&
        /^(?:ctx|context|task)$/.test(member(node.callee)?.object ?? '') &&
        member(node.callee)?.property === 'skip' &&
        Array.isArray(node.arguments) &&
        node.arguments.length === 0,
    ),
  )
  expect(silent.map(source => source.path)).toEqual([])
})

/** Folders of test/ that mirror no source folder: what they hold is for several parts. */
const OWN = new Set(['architecture', 'corpus', 'fixtures', 'injection', 'ollama', 'probes', 'scenarios'])

test('the test tree mirrors the source tree', () => {
  const astray = TESTS.map(source => source.path.split('/').slice(1, -1).join('/')).filter(
    folder => !OWN.has(folder.split('/')[0] ?? '') && !existsSync(join(root, folder)),
  )
  expect([...new Set(astray)]).toEqual([])
})
