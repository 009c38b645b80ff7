// The man page: every command and option is in it, and the tools that read man pages find nothing wrong with it.
import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { commandTree } from '../../cli/completion/commandTree.ts'
import { EXITS } from '../../cli/exits.ts'
import { manPage } from '../../cli/manPage.ts'
import { program } from '../../cli/program.ts'

const TREE = commandTree(
  program(
    async () => undefined,
    () => undefined,
  ),
)
const PAGE = manPage(TREE, { version: '0.1.0', exits: EXITS })
const plain = PAGE.replaceAll('\\-', '-').replaceAll('\\e', '\\')
const has = (tool: string) => !spawnSync(tool, ['--version']).error

describe('the man page', () => {
  test('has every command with its summary, its arguments and each of its options', () => {
    for (const { path, summary, options, arguments: given } of TREE) {
      if (path !== '') expect(plain).toContain(`.SS "twin ${path}"`)
      const from = plain.indexOf(path === '' ? '.TH' : `.SS "twin ${path}"`)
      const end = plain.indexOf('\n.SS', from + 1)
      const section = plain.slice(from, end < 0 ? undefined : end)
      expect(section).toContain(summary)
      for (const { flags } of options) expect(section).toContain(`.B ${flags}`)
      for (const { term } of given) expect(section).toContain(`.I ${term}`)
    }
  })

  test('calls the value of an option that is a path a file', () => {
    expect(plain).toContain('.B --message <file>')
  })

  test('has every exit code', () => {
    for (const [code, meaning] of EXITS) expect(plain).toContain(`.B ${code}\n${meaning}`)
  })

  test('starts no request from a text of its own', () => {
    const requests = new Set(PAGE.split('\n').flatMap(line => /^[.'](\w+)/.exec(line)?.[1] ?? []))
    expect([...requests].sort()).toEqual(['B', 'I', 'RI', 'SH', 'SS', 'TH', 'TP', 'br'])
  })

  test.skipIf(!has('mandoc'))('is read by mandoc without a warning but that it has no date', () => {
    const { stdout, stderr } = spawnSync('mandoc', ['-T', 'lint', '-W', 'warning'], {
      input: PAGE,
      encoding: 'utf8',
    })
    const warnings = stdout.split('\n').filter(line => line !== '' && !line.includes('missing date'))
    expect([warnings, stderr]).toEqual([[], ''])
  })

  test.skipIf(!has('mandoc'))('shows a command and its option as a person reads it', () => {
    const { stdout } = spawnSync('mandoc', ['-T', 'ascii'], { input: PAGE, encoding: 'utf8' })
    const shown = stdout.replaceAll(/.\u0008/g, '') // eslint-disable-line no-control-regex
    expect(shown).toContain('twin mail list [options]')
    expect(shown).toContain('--since <when>')
  })
})
