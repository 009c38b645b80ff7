// README says what each command, exit code, key and variable means; here each list is compared with the code it describes.
import type { Command } from 'commander'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { INTERRUPTED } from '../../cli/interruption.ts'
import { program } from '../../cli/program.ts'
import { Config, parseConfig } from '../../protocol/config.ts'
import { parsePolicy } from '../../protocol/policy.ts'
import { CODES, exitOf } from '../../protocol/refusal.ts'
import { quoted, table } from './markdown.ts'
import { isNode, nameOf, read, shipped, type Node } from './sources.ts'

const ROOT = program(
  async () => undefined,
  () => undefined,
)
const leaves = (command: Command): Command[] =>
  command.commands.length === 0 ? [command] : command.commands.flatMap(leaves)
const pathOf = (command: Command): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
const COMMANDS = leaves(ROOT).map(command => ({
  path: pathOf(command),
  options: command.options.map(option => option.long ?? ''),
}))
const LISTED = table('README.md', 'Commands').map(([command = '']) => quoted(command)[0] ?? '')

test('every command of the program stands in README with every option', () => {
  const shown = (path: string) => LISTED.find(line => line === path || line.startsWith(`${path} `))
  const missing = COMMANDS.filter(command => command.path !== 'twin help').flatMap(command => {
    const line = shown(command.path)
    if (line === undefined) return [command.path]
    return command.options
      .filter(option => option !== '--json' && option !== '--help' && !line.includes(option))
      .map(option => `${command.path} ${option}`)
  })
  expect(missing).toEqual([])
})

test('every command and option in README is one of the program', () => {
  const known = LISTED.filter(line => line.startsWith('twin ')).map(line => {
    const command = COMMANDS.filter(each => line === each.path || line.startsWith(`${each.path} `)).sort(
      (a, b) => b.path.length - a.path.length,
    )[0]
    const options = line.match(/--[a-z-]+/g) ?? []
    return command !== undefined && options.every(option => command.options.includes(option)) ? '' : line
  })
  expect(known.filter(line => line !== '')).toEqual([])
})

test('every command says in its help how it is used', () => {
  const said = (command: Command): string => {
    let text = ''
    command.configureOutput({ writeOut: part => (text += part) })
    command.outputHelp()
    return text
  }
  const silent = leaves(ROOT).filter(
    command => command.name() !== 'help' && !said(command).includes('Example:'),
  )
  expect(silent.map(pathOf)).toEqual([])
})

test('the exit codes in README are the ones that refusals map to', () => {
  const wanted = new Map<number, string[]>([[0, []]])
  for (const code of CODES) {
    const exit = code === 'interrupted' ? INTERRUPTED : exitOf(code)
    wanted.set(exit, [...(wanted.get(exit) ?? []), code])
  }
  const listed = table('README.md', 'Exit codes').map(([exit = '', , codes = '']) => [
    Number(exit),
    quoted(codes).sort(),
  ])
  expect(listed).toEqual([...wanted].sort(([a], [b]) => a - b).map(([exit, codes]) => [exit, codes.sort()]))
})

test('the program says the same exit codes in its help', () => {
  const help = ROOT.helpInformation() + afterHelp()
  for (const [exit = ''] of table('README.md', 'Exit codes')) expect(help).toMatch(new RegExp(`\\b${exit} `))
})

function afterHelp(): string {
  let text = ''
  ROOT.configureOutput({ writeOut: part => (text += part) })
  ROOT.outputHelp()
  return text.replaceAll(/\s+/g, ' ')
}

const DEFAULTS = Config.parse({})
const KEYS = Object.entries(DEFAULTS).flatMap(([section, keys]) =>
  Object.entries(keys).map(([key, value]) => [`${section}.${key}`, value] as const),
)

test('the keys and defaults in README are the ones of the configuration', () => {
  const listed = table('README.md', 'Configuration').map(([key = '', value = '']) => [
    quoted(key)[0],
    Object.values(parse(`value = ${quoted(value)[0] ?? '""'}`))[0],
  ])
  expect(listed).toEqual(KEYS)
})

test('the shipped twin.toml holds every key with its default and a comment before it', () => {
  expect(parseConfig(read('twin.toml'))).toEqual({ ok: true, value: DEFAULTS })
  const lines = read('twin.toml').split('\n')
  for (const [name] of KEYS) {
    const key = name.split('.')[1]
    const at = lines.findIndex(line => line.startsWith(`${key} = `))
    expect(lines[at - 1], name).toMatch(/^# ./)
  }
})

test('the shipped policy.toml grants reading and nothing else', () => {
  const policy = parsePolicy(read('policy.toml'))
  expect(policy.ok).toBe(true)
  if (policy.ok) {
    const granted = Object.entries(policy.value.capabilities).filter(([, grant]) => grant !== 'never')
    expect(granted).toEqual([['read', 'auto']])
  }
})

const VARIABLE = /^[A-Z][A-Z_]+$/
const isEnv = (node: unknown): boolean =>
  isNode(node) &&
  (nameOf(node) === 'env' || (node.type === 'MemberExpression' && nameOf(node.property) === 'env'))

/** `env.NAME`, `process.env['NAME']` and `const { NAME } = process.env`. */
function variablesOf(node: Node): string[] {
  if (node.type === 'MemberExpression' && isEnv(node.object)) return [keyOf(node.property)]
  if (node.type !== 'VariableDeclarator' || !isEnv(node.init) || !isNode(node.id)) return []
  return Array.isArray(node.id.properties) ? node.id.properties.map((each: Node) => keyOf(each.key)) : []
}
const keyOf = (key: unknown): string =>
  nameOf(key) ?? (isNode(key) && typeof key.value === 'string' ? key.value : '')

test('every environment variable that shipped code reads stands in README and the other way round', () => {
  const code = shipped().filter(source => source.path.endsWith('.ts'))
  const readByCode = new Set(
    code.flatMap(source => source.nodes.flatMap(variablesOf)).filter(name => VARIABLE.test(name)),
  )
  const listed = table('README.md', 'Environment').map(([name = '']) => quoted(name)[0] ?? '')
  expect(listed.filter(name => !/^(?:npm_|TWIN_TEST|TWIN_OLLAMA)/.test(name)).sort()).toEqual(
    [...readByCode].sort(),
  )
})
