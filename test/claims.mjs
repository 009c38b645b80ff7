// Run after vitest: what the documents claim must have passed here, and what was skipped must be exactly what
// test/skips.<platform>.txt expects. Ends with one line of counts. Relies on the JSON reports in build/.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { proofs } from './labels.mjs'

const root = dirname(import.meta.dirname)
const REPORTS = ['build/architecture-report.json', 'build/test-report.json']

/**
 * The rows of SECURITY.md's tables of properties: property, `test file`, titles separated by `;`. A property that only one
 * kernel can prove ends with (Linux) or (macOS).
 * @param {string} text SECURITY.md
 */
export function claims(text) {
  return text
    .split('\n')
    .filter(line => /^\|[^|]+\| `test\/[^`|]+` \|/.test(line))
    .map(line => line.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll('\\|', '|')))
    .map(([, property = '', file = '', titles = '']) => ({
      property,
      platform: /\((Linux|macOS)\)$/.exec(property)?.[1] ?? null,
      file: file.replaceAll('`', ''),
      titles: titles
        .split(';')
        .map(title => title.trim())
        .filter(title => title !== ''),
    }))
}

/** Why a test may be skipped here, by the word after `when:` in the skip list. */
const WHEN = {
  always: () => true,
  'no-clang': () => !['clang', 'ld64.lld', 'llvm-lipo'].every(isInstalled),
  'no-data': () => !process.env.TWIN_TEST_DATA || !existsSync(process.env.TWIN_TEST_DATA),
  'no-ollama': () => process.env.TWIN_OLLAMA !== '1',
  'not-root': () => process.getuid?.() !== 0,
}

const isInstalled = name =>
  [...(process.env.PATH ?? '').split(':'), ...llvmFolders()].some(folder => existsSync(join(folder, name)))
const llvmFolders = () =>
  existsSync('/usr/lib')
    ? readdirSync('/usr/lib')
        .filter(name => name.startsWith('llvm-'))
        .map(name => `/usr/lib/${name}/bin`)
    : []

/**
 * Lines of a skip list: `title | reason | when: word`; `#` starts a comment.
 * @param {string} text
 */
export function expectedSkips(text) {
  return text
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
    .map(line => {
      const [title = '', reason = '', when = ''] = line.split(' | ').map(part => part.trim())
      const word = /^when: ([a-z-]+)$/.exec(when)?.[1]
      if (!title || !reason || !word || !(word in WHEN))
        throw new Error(`Cannot read the skip list: "${line}", wanted "title | reason | when: word"`)
      return { title, reason, when: word }
    })
}

function results() {
  return REPORTS.flatMap(report => {
    const path = join(root, report)
    if (!existsSync(path))
      throw new Error(`Cannot check claims: ${report} is missing, wanted vitest's report`)
    const { testResults } = JSON.parse(readFileSync(path, 'utf8'))
    return testResults.flatMap(file =>
      file.assertionResults.length > 0
        ? file.assertionResults.map(test => ({ ...test, file: file.name.slice(root.length + 1) }))
        : [{ title: `(loading ${file.name})`, fullName: '', status: file.status, file: file.name }],
    )
  })
}

/** Problems, each one sentence; none when every claim holds. */
function problems(tests) {
  const named = title => tests.filter(test => test.title === title || test.fullName === title)
  const unproven = ({ title, where, file }) => {
    const matching = named(title).filter(test => file === undefined || test.file === file)
    if (matching.length === 0) return [`${where} claims "${title}": no such test ran`]
    return matching
      .filter(test => test.status !== 'passed')
      .map(test => `${where} claims "${title}": it was ${test.status} here`)
  }
  return [...fromDocuments().flatMap(unproven), ...skipProblems(tests)]
}

/** macOS claims hold on a Mac only; here their tests are on the skip list. */
function fromDocuments() {
  const here = process.platform === 'darwin' ? 'macOS' : 'Linux'
  const security = claims(readFileSync(join(root, 'SECURITY.md'), 'utf8'))
    .filter(claim => claim.platform === null || claim.platform === here)
    .flatMap(claim => claim.titles.map(title => ({ title, where: 'SECURITY.md', file: claim.file })))
  return [...security, ...mains().flatMap(path => proofsOf(path))]
}

const proofsOf = path =>
  proofs(readFileSync(join(root, path), 'utf8')).map(title => ({ title, where: path, file: undefined }))

const mains = () =>
  ['helpers', 'daemon', 'cli'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true })
      .map(name => join(folder, String(name)))
      .filter(name => name.endsWith('/main.ts')),
  )

function skipProblems(tests) {
  const list = `test/skips.${process.platform}.txt`
  const expected = expectedSkips(readFileSync(join(root, list), 'utf8')).filter(entry => WHEN[entry.when]())
  const skipped = tests.filter(test => ['skipped', 'todo', 'pending'].includes(test.status))
  const titles = new Set(expected.map(entry => entry.title))
  const unexpected = skipped.filter(test => !titles.has(test.title) && !titles.has(test.fullName))
  const ran = expected.filter(
    entry => !skipped.some(test => test.title === entry.title || test.fullName === entry.title),
  )
  return [
    ...unexpected.map(test => `"${test.title}" (${test.file}) was skipped and is not on ${list}`),
    ...ran.map(entry => `"${entry.title}" is on ${list} (${entry.when}) and was not skipped`),
  ]
}

function main() {
  const tests = results()
  const found = problems(tests)
  for (const problem of found) console.error(`claims: ${problem}`)
  const count = status => tests.filter(test => test.status === status).length
  const skipped = tests.length - count('passed') - count('failed')
  console.log(`${count('passed')} passed, ${count('failed')} failed, ${skipped} skipped`)
  return found.length === 0 && count('failed') === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exit(main())
