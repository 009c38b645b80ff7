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
  // Permitted and not demanded: whether this kernel has a thing is known only to the test's own control.
  maybe: () => true,
  'no-clang': () => !['clang', 'ld64.lld', 'llvm-lipo'].every(isInstalled),
  'no-data': () => !process.env.TWIN_TEST_DATA || !existsSync(process.env.TWIN_TEST_DATA),
  'no-chromium': () => !CHROMIUM.some(place => place && existsSync(place)),
  'no-zsh': () => !isOnPath('zsh'),
  'no-fish': () => !isOnPath('fish'),
  'no-mandoc': () => !isOnPath('mandoc'),
  'no-jq': () => !isOnPath('jq'),
  'no-mblaze': () => !isOnPath('mlist'),
  'no-notmuch': () => !isOnPath('notmuch'),
  'no-mbsync': () => !isOnPath('mbsync'),
  'no-python': () => !existsSync('/usr/bin/python3'),
  'no-ollama': () => process.env.TWIN_OLLAMA !== '1',
  'no-ipv6': () => process.platform === 'linux' && !/^0{31}1 /m.test(textOf('/proc/net/if_inet6')),
  'not-root': () => process.getuid?.() !== 0,
  'not-x64': () => process.arch !== 'x64',
  'in-tmp': () => root.startsWith('/tmp/'),
}

/** As test/page/chromium.ts looks for it. */
const CHROMIUM = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const isOnPath = name => (process.env.PATH ?? '').split(':').some(folder => existsSync(join(folder, name)))
const isInstalled = name => isOnPath(name) || llvmFolders().some(folder => existsSync(join(folder, name)))
const llvmFolders = () =>
  existsSync('/usr/lib')
    ? readdirSync('/usr/lib')
        .filter(name => name.startsWith('llvm-'))
        .map(name => `/usr/lib/${name}/bin`)
    : []
const textOf = path => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** Whether `title` is the test's, alone, with its groups, or with `file: ` before it; `…` stands for what a table fills in. */
const isNamed = (test, written) => {
  const [, file, title] = /^(?:(test\/\S+\.test\.ts): )?(.*)$/s.exec(written) ?? []
  if (file !== undefined && test.file !== file) return false
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
      const word = /^when: ([a-z0-9-]+)$/.exec(when)?.[1]
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
 * What is claimed and did not pass here, each one sentence. A claim that stands for a table of tests may lose some to a skip
 * that is expected, and never all.
 * @param {{ title: string, where: string, file?: string }[]} claimed
 * @param {{ title: string, fullName: string, status: string, file: string }[]} tests
 * @param {{ title: string, when: string }[]} expected skips that may be here
 */
export function unproven(claimed, tests, expected = []) {
  return claimed.flatMap(({ title, where, file }) => {
    const matching = tests.filter(test => isNamed(test, title) && (file === undefined || test.file === file))
    if (!matching.some(test => test.status === 'passed'))
      return [
        `${where} claims "${title}": ${matching.length === 0 ? 'no such test ran' : `it was ${matching[0].status} here`}`,
      ]
    return matching
      .filter(test => test.status !== 'passed')
      .filter(test => !(isSkipped(test) && expected.some(entry => isNamed(test, entry.title))))
      .map(test => `${where} claims "${title}": "${test.title}" was ${test.status} here`)
  })
}

/**
 * Where the skipped tests differ from the expected ones, in both directions.
 * @param {{ title: string, when: string }[]} expected those that hold here
 * @param {{ title: string, fullName: string, status: string, file: string }[]} tests
 */
export function skipProblems(expected, tests) {
  const ran = ({ title }) => {
    const all = tests.filter(test => isNamed(test, title))
    return all.length === 0 || !all.every(isSkipped)
  }
  return [
    ...tests
      .filter(test => isSkipped(test) && !expected.some(entry => isNamed(test, entry.title)))
      .map(test => `"${test.title}" (${test.file}) was ${test.status} and is not on the skip list`),
    ...expected
      .filter(entry => entry.when !== 'maybe' && ran(entry))
      .map(entry => `"${entry.title}" is on the skip list (when: ${entry.when}) and was not skipped`),
  ]
}

const isSkipped = test => !['passed', 'failed'].includes(test.status)

/** macOS claims hold on a Mac only; here their tests are on the skip list. */
function allClaims() {
  const here = process.platform === 'darwin' ? 'macOS' : 'Linux'
  const text = path => readFileSync(join(root, path), 'utf8')
  const security = claims(text('SECURITY.md'))
    .filter(claim => claim.platform === null || claim.platform === here)
    .flatMap(claim => claim.titles.map(title => ({ title, where: 'SECURITY.md', file: claim.file })))
  const mains = ['helpers', 'daemon', 'cli', 'mcp'].flatMap(folder =>
    readdirSync(join(root, folder), { recursive: true })
      .map(name => join(folder, String(name)))
      .filter(name => name.endsWith('/main.ts')),
  )
  return [...security, ...mains.flatMap(where => proofs(text(where)).map(title => ({ title, where })))]
}

/** A main.ts runs on both kernels: a proof of it that this one can never run is a claim about the other. */
const isElsewhere = ({ title, where }, tests, expected) => {
  const always = expected.filter(entry => entry.when === 'always')
  const matching = tests.filter(test => isNamed(test, title))
  return (
    where.endsWith('/main.ts') &&
    matching.length > 0 &&
    matching.every(test => isSkipped(test) && always.some(entry => isNamed(test, entry.title)))
  )
}

function main() {
  const tests = results()
  const skips = readFileSync(join(root, `test/skips.${process.platform}.txt`), 'utf8')
  const expected = expectedSkips(skips).filter(entry => WHEN[entry.when]())
  const here = allClaims().filter(claim => !isElsewhere(claim, tests, expected))
  const problems = [...unproven(here, tests, expected), ...skipProblems(expected, tests)]
  for (const problem of problems) console.error(`claims: ${problem}`)
  const count = status => tests.filter(test => test.status === status).length
  const skipped = tests.length - count('passed') - count('failed')
  console.log(`${count('passed')} passed, ${count('failed')} failed, ${skipped} skipped`)
  return problems.length === 0 && count('failed') === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exit(main())
