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

/** Why a test may be skipped here, by the word after `when:` in the skip list. What it asks is what the test itself needs. */
const WHEN = {
  always: () => true,
  'no-clang': () => !['clang', 'ld64.lld', 'llvm-lipo'].every(isInstalled),
  'no-data': () => !process.env.TWIN_TEST_DATA || !existsSync(process.env.TWIN_TEST_DATA),
  'no-ollama': () => process.env.TWIN_OLLAMA !== '1',
  'not-root': () => process.getuid?.() !== 0,
  'no-ipv6': () => !/^0{31}1 /m.test(textOf('/proc/net/if_inet6')),
  'no-mptcp': () => textOf('/proc/sys/net/mptcp/enabled').trim() !== '1',
  'no-fast-open': () => (Number(textOf('/proc/sys/net/ipv4/tcp_fastopen')) & 3) !== 3,
  'no-vsock': () => !existsSync('/proc/sys/net/vsock') && !/^vsock\b/m.test(textOf('/proc/modules')),
  'no-io-uring': () => textOf('/proc/sys/kernel/io_uring_disabled').trim() === '2',
  'no-net-raw': () =>
    ((BigInt(`0x${/^CapEff:\s*(\w+)/m.exec(textOf('/proc/self/status'))?.[1] ?? 0}`) >> 13n) & 1n) === 0n,
}

const isInstalled = name =>
  [...(process.env.PATH ?? '').split(':'), ...llvmFolders()].some(folder => existsSync(join(folder, name)))
const llvmFolders = () =>
  existsSync('/usr/lib')
    ? readdirSync('/usr/lib')
        .filter(name => name.startsWith('llvm-'))
        .map(name => `/usr/lib/${name}/bin`)
    : []
const textOf = path => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Whether `title` is the test's, alone or with its groups; `…` in it stands for what a table fills in. */
const isNamed = (test, title) => {
  const form = new RegExp(`^${title.split('…').map(escape).join('.+')}$`, 's')
  return form.test(test.title) || form.test(test.fullName)
}
const escape = text => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

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

/**
 * What is claimed and did not pass here, each one sentence.
 * @param {{ title: string, where: string, file?: string }[]} claimed
 * @param {{ title: string, fullName: string, status: string, file: string }[]} tests
 */
export function unproven(claimed, tests) {
  return claimed.flatMap(({ title, where, file }) => {
    const matching = tests.filter(test => isNamed(test, title) && (file === undefined || test.file === file))
    if (matching.length === 0) return [`${where} claims "${title}": no such test ran`]
    return matching
      .filter(test => test.status !== 'passed')
      .map(test => `${where} claims "${title}": it was ${test.status} here`)
  })
}

/**
 * Where the skipped tests differ from the expected ones, in both directions.
 * @param {{ title: string, when: string }[]} expected those that hold here
 * @param {{ title: string, fullName: string, status: string, file: string }[]} tests
 */
export function skipProblems(expected, tests) {
  const skipped = tests.filter(test => !['passed', 'failed'].includes(test.status))
  return [
    ...skipped
      .filter(test => !expected.some(entry => isNamed(test, entry.title)))
      .map(test => `"${test.title}" (${test.file}) was ${test.status} and is not on the skip list`),
    ...expected
      .filter(entry => {
        const all = tests.filter(test => isNamed(test, entry.title))
        return all.length === 0 || !all.every(test => skipped.includes(test))
      })
      .map(entry => `"${entry.title}" is on the skip list (when: ${entry.when}) and was not skipped`),
  ]
}

/** macOS claims hold on a Mac only; here their tests are on the skip list. */
function allClaims() {
  const here = process.platform === 'darwin' ? 'macOS' : 'Linux'
  const text = path => readFileSync(join(root, path), 'utf8')
  const security = claims(text('SECURITY.md'))
    .filter(claim => claim.platform === null || claim.platform === here)
    .flatMap(claim => claim.titles.map(title => ({ title, where: 'SECURITY.md', file: claim.file })))
  const mains = ['helpers', 'daemon', 'cli'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true })
      .map(name => join(folder, String(name)))
      .filter(name => name.endsWith('/main.ts')),
  )
  return [...security, ...mains.flatMap(where => proofs(text(where)).map(title => ({ title, where })))]
}

function main() {
  const tests = results()
  const skips = readFileSync(join(root, `test/skips.${process.platform}.txt`), 'utf8')
  const expected = expectedSkips(skips).filter(entry => WHEN[entry.when]())
  const problems = [...unproven(allClaims(), tests), ...skipProblems(expected, tests)]
  for (const problem of problems) console.error(`claims: ${problem}`)
  const count = status => tests.filter(test => test.status === status).length
  const skipped = tests.length - count('passed') - count('failed')
  console.log(`${count('passed')} passed, ${count('failed')} failed, ${skipped} skipped`)
  return problems.length === 0 && count('failed') === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exit(main())
