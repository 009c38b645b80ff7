// Completion as the shells themselves give it: each script is loaded by its real shell, and asked what may follow.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commandTree } from '../../../cli/completion/commandTree.ts'
import { completionScript, SHELLS, type Shell } from '../../../cli/completion/scripts.ts'
import { program } from '../../../cli/program.ts'
import { catalogue } from '../../../cli/catalogue.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const TREE = commandTree(
  program(
    async () => undefined,
    () => undefined,
  ),
)
const has = (shell: Shell) => spawnSync(shell, ['-c', 'exit 0']).status === 0

/** How a shell is asked what may follow `words`, of which the last is being typed. `file`: the script. */
const ASK: Record<Shell, (file: string, words: readonly string[]) => string[]> = {
  bash: (file, words) => [
    '--norc',
    '-c',
    `source "$0"; COMP_WORDS=(twin "$@"); COMP_CWORD=$#; compopt() { :; }; _twin; printf '%s\\n' "\${COMPREPLY[@]}"`,
    file,
    ...words,
  ],
  zsh: (file, words) => [
    '-f',
    '-c',
    // What compsys does with the words is zsh's own; here they are printed as it would get them.
    `compdef() { :; }; _files() { :; }; _describe() { print -rl -- "\${(@P)2}" }; source "$0"; words=(twin "$@"); CURRENT=$(($# + 1)); _twin`,
    file,
    ...words,
  ],
  fish: (file, words) => [
    '--no-config',
    '-c',
    `source ${file}; complete -C ${JSON.stringify(['twin', ...words].join(' '))}`,
  ],
}

/** The words that `shell` offers where the last of `words` is typed. */
function offered(shell: Shell, words: readonly string[]): string[] {
  const file = join(temporaryFolder(), `twin.${shell}`)
  writeFileSync(file, completionScript(shell, TREE))
  const { stdout, stderr, status } = spawnSync(shell, ASK[shell](file, words), { encoding: 'utf8' })
  expect([status === 0 || shell === 'bash', stderr]).toEqual([true, ''])
  const typed = words.at(-1) ?? ''
  return stdout
    .split('\n')
    .map(line => (shell === 'zsh' ? line.split(/(?<!\\):/)[0] : line.split('\t')[0]) ?? '')
    .filter(word => word !== '' && word.startsWith(typed))
}

describe.each(SHELLS)('completion for %s', shell => {
  const shellTest = test.skipIf(!has(shell))

  shellTest('offers every command behind twin', () => {
    const names = TREE.filter(({ path }) => path !== '' && !path.includes(' ')).map(({ path }) => path)
    expect(offered(shell, [''])).toEqual(expect.arrayContaining(names))
    expect(offered(shell, ['sta'])).toEqual(['status'])
  })

  shellTest('offers the commands of a group, and of a group its own options', () => {
    expect(offered(shell, ['mail', ''])).toEqual(expect.arrayContaining(['list', 'show', 'probe']))
    expect(offered(shell, ['brief', '--en'])).toEqual(['--engine'])
    expect(offered(shell, ['jobs', 'r'])).toEqual(['run'])
  })

  shellTest('offers the options of a command', () => {
    expect(offered(shell, ['mail', 'list', '--']).sort()).toEqual([
      '--account',
      '--flagged',
      '--from',
      '--help',
      '--json',
      '--limit',
      '--no-flagged',
      '--no-unread',
      '--since',
      '--unread',
    ])
  })

  shellTest('offers the values of an option that has few', () => {
    expect(offered(shell, ['brief', '--engine', '']).sort()).toEqual(['auto', 'ollama', 'rules'])
  })

  shellTest('offers the names of operations where one is wanted', () => {
    const names = catalogue.map(({ name }) => name)
    for (const words of [
      ['ops', 'call', ''],
      ['ops', 'show', ''],
      ['exposure', 'set', ''],
    ])
      expect(offered(shell, words)).toEqual(expect.arrayContaining(names))
  })
})

test('every word of a completion script is a name or an option of ours', () => {
  for (const { children, options, words } of TREE) {
    for (const { name } of children) expect(name).toMatch(/^[a-z]+$/)
    for (const { long } of options) expect(long).toMatch(/^--[a-z-]+$/)
    for (const word of words) expect(word).toMatch(/^[a-z][a-z.-]*$/)
  }
})
