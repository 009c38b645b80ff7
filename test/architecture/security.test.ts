// SECURITY.md states properties; each row names the file and the tests that attack it. Whether they passed on this system
// is checked after the run by test/claims.mjs.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { proofs } from '../labels.mjs'
import { claims } from '../claims.mjs'
import { quoted } from './markdown.ts'
import { read, root, shipped, sources } from './sources.ts'
import { titlesOf, type Title } from './titles.ts'

const ALL = sources().filter(source => source.path.endsWith('.test.ts'))
const TITLES = new Map(ALL.map(source => [source.path, titlesOf(source)]))

/** A test's own title, or that of its group and its own, as vitest reports both. */
function known(title: string, file?: string): boolean {
  const inFiles = [...TITLES].filter(([path]) => file === undefined || path === file)
  return inFiles.some(([, titles]) => {
    const groups = titles.filter(each => each.kind === 'describe').map(each => `${each.text} `)
    return ['', ...groups]
      .filter(group => title.startsWith(group))
      .some(group => titles.some(each => isSame(each, title.slice(group.length))))
  })
}
/** A title that is little more than what a table fills in would match anything. */
const isSame = (each: Title, title: string): boolean =>
  each.text === title || (each.text.replaceAll('…', '').trim().length > 8 && each.matches(title))

const CLAIMS = claims(read('SECURITY.md'))

test('every property of SECURITY.md names a test file that exists and a title in it', () => {
  expect(CLAIMS.length).toBeGreaterThan(20)
  const wrong = CLAIMS.flatMap(claim => [
    ...(existsSync(join(root, claim.file)) ? [] : [`${claim.property}: no file ${claim.file}`]),
    ...(claim.titles.length > 0 ? [] : [`${claim.property}: no title`]),
    ...claim.titles.filter(title => !known(title, claim.file)).map(title => `${claim.file}: ${title}`),
  ])
  expect(wrong).toEqual([])
})

test('every title that a main.ts names as proof is the title of a test', () => {
  const mains = shipped().filter(source => source.path.endsWith('/main.ts'))
  const wrong = mains.flatMap(source =>
    proofs(source.text)
      .filter(title => !known(title))
      .map(title => `${source.path}: ${title}`),
  )
  expect(wrong).toEqual([])
})

test.each(['README.md', 'ARCHITECTURE.md', 'SECURITY.md', 'CHANGELOG.md'])(
  'every file that a document names in backticks exists: %s',
  document => {
    const folders =
      /^(?:protocol|files|native|helpers|daemon|cli|mcp|page|menubar|demo|docs|test|bench|scripts|\.ci|\.github)\/[\w./-]*$/
    const missing = quoted(read(document)).filter(name => folders.test(name) && !existsSync(join(root, name)))
    expect(missing).toEqual([])
  },
)
