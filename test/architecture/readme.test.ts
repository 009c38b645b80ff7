// README and the pages of docs/ say what each command, exit code, key and variable means; here each list is compared with the code
// that it describes, and each example with what takes it.
import type { Command } from 'commander'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import { INTERRUPTED } from '../../cli/interruption.ts'
import { program } from '../../cli/program.ts'
import { capabilityOf } from '../../daemon/jobs/scheduled.ts'
import { Brief, Coverage, Item, Section } from '../../protocol/brief.ts'
import { CAPABILITIES } from '../../protocol/capability.ts'
import { Config, parseConfig } from '../../protocol/config.ts'
import { Account, Actor, Job, Plugin } from '../../protocol/configTables.ts'
import { Command as PolicyCommand, grantOf, parsePolicy } from '../../protocol/policy.ts'
import { CODES, exitOf } from '../../protocol/refusal.ts'
import { quoted, section, table } from './markdown.ts'
import { filesUnder, isNode, nameOf, read, shipped, type Node } from './sources.ts'

/** Parsed here: a test has no time for it on a busy machine. */
const CODE = shipped()
const ROOT = program(
  async () => undefined,
  () => undefined,
)
/** A group that lists is a command too: it has options of its own. */
const leaves = (command: Command): Command[] => [
  ...(command.commands.length === 0 || (command.parent && command.options.length > 0) ? [command] : []),
  ...command.commands.flatMap(leaves),
]
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
    command => command.name() !== 'help' && !/^Examples?:$/m.test(said(command)),
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

const REFERENCE = 'docs/configuration.md'
const DEFAULTS = Config.parse({})
/** Tables whose names the person chooses are empty by default, and have rows of their own. */
const NAMED = ['jobs', 'plugins', 'agents', 'workspaces', 'accounts', 'actors']
const KEYS = Object.entries(DEFAULTS)
  .filter(([head]) => !NAMED.includes(head))
  .flatMap(([head, keys]) => Object.entries(keys).map(([key, value]) => [`${head}.${key}`, value] as const))
/** A row: the key and its default; undefined where it says that there is none. */
const keyRow = ([key = '', value = '']: string[]) => [
  quoted(key)[0],
  value === '–' ? undefined : Object.values(parse(`value = ${quoted(value)[0] ?? '""'}`))[0],
]

test('the keys and defaults of twin.toml in the reference are the ones of the configuration', () => {
  expect(table(REFERENCE, 'twin.toml').map(keyRow)).toEqual(KEYS)
})

/** The keys of one named table of `parsed`, each with its default; `given`: what had to be there, so that it has none. */
const rowsOf = (name: string, keys: readonly string[], parsed: object) => {
  const defaults = new Map<string, unknown>(Object.entries(parsed))
  return keys.map(key => [`${name}.NAME.${key}`, defaults.get(key)])
}
test('the keys and defaults of the tables that a person names are the ones of the configuration', () => {
  const command = ['/x']
  const { command: _job, ...job } = Job.parse({ command })
  const { command: _plugin, ...plugin } = Plugin.parse({ command })
  const { adapter: _adapter, path: _path, ...account } = Account.parse({ adapter: 'maildir', path: '/x' })
  const { command: _program, ...actor } = Actor.parse({ command })
  const named = Config.parse({ agents: { x: {} }, workspaces: { x: { accounts: ['Work'] } } })
  expect(table(REFERENCE, 'Tables that you name').map(keyRow)).toEqual([
    ...rowsOf('jobs', Object.keys(Job.shape), { ...job, capability: 'job.NAME' }),
    ...rowsOf('plugins', Object.keys(Plugin.shape), plugin),
    ...rowsOf('agents', ['note'], named.agents['x'] ?? {}),
    ...rowsOf('workspaces', Object.keys(named.workspaces['x'] ?? {}), {}),
    ...rowsOf('accounts', Object.keys(Account.shape), account),
    ...rowsOf('actors', Object.keys(Actor.shape), actor),
  ])
  expect(Config.safeParse({ agents: { x: { note: 'x', other: 'x' } } }).success).toBe(false)
  expect(capabilityOf('NAME', { NAME: Job.parse({ command }) })).toBe('job.NAME')
})

test('the capabilities in the reference are all there are, with what policy.toml ships', () => {
  const policy = parsePolicy(read('policy.toml'))
  if (!policy.ok) throw new Error(policy.refusal.is)
  const listed = table(REFERENCE, 'policy.toml').map(([name = '', grant]) => [quoted(name)[0], grant])
  const ships = CAPABILITIES.map(name => [name, grantOf(policy.value, name)])
  expect(listed).toEqual([...ships, ['job.NAME', 'never'], ['apply.NAME', 'never'], ['plugin.NAME', 'never']])
})

test('the keys of a command of policy.toml in the reference are the ones of the policy', () => {
  const [, text = ''] = section(REFERENCE, 'policy.toml').split('| key |')
  const keys = text.split('\n').flatMap(line => /^\| `apply\.NAME\.([a-z]+)` \|/.exec(line)?.[1] ?? [])
  expect(keys).toEqual(Object.keys(PolicyCommand.shape))
})

test('the shipped twin.toml holds every key with its default and a comment before it', () => {
  expect(parseConfig(read('twin.toml'))).toEqual({ ok: true, value: DEFAULTS })
  for (const [name] of KEYS) {
    const [head = '', key = ''] = name.split('.')
    const own = read('twin.toml').split(`\n[${head}]\n`)[1]?.split('\n[')[0]?.split('\n') ?? []
    const at = own.findIndex(line => line.startsWith(`${key} = `))
    // Keys in a row share the comment above the first of them.
    const above = own.slice(0, at).findLast(line => !/^[a-z_]+ = /.test(line))
    expect(above, name).toMatch(/^# ./)
  }
})

test('the shipped policy.toml grants reading and the brief, and nothing else', () => {
  const policy = parsePolicy(read('policy.toml'))
  expect(policy.ok).toBe(true)
  if (policy.ok) {
    const granted = Object.entries(policy.value.capabilities).filter(([, grant]) => grant !== 'never')
    expect(granted).toEqual([
      ['mail.read', 'auto'],
      ['brief.write', 'auto'],
    ])
  }
})

const PAGES = ['README.md', ...filesUnder('docs').filter(path => path.endsWith('.md'))]
/** Every command that is shown in a code block or in a sentence, with what follows it on its line or in its backticks. */
const SHOWN = PAGES.flatMap(path =>
  [...read(path).matchAll(/^ {4}(?:\$ )?(twin [a-z].*)$|`(twin [a-z][^`]*)`/gm)].map(match => ({
    path,
    words: (match[1] ?? match[2] ?? '').replace(/\s+#.*$/, ''),
  })),
)

test('every command that README or a page of docs shows is one of the program, with its options', () => {
  expect(SHOWN.length).toBeGreaterThan(30)
  const wrong = SHOWN.flatMap(({ path, words }) =>
    words.split(/ \| | && /).flatMap(line => {
      if (!line.startsWith('twin ')) return []
      const groups = [
        ...COMMANDS,
        ...ROOT.commands.map(command => ({ path: pathOf(command), options: [] as string[] })),
      ]
      const command = groups
        .filter(each => line === each.path || line.startsWith(`${each.path} `))
        .sort((a, b) => b.path.length - a.path.length)[0]
      const options = (line.match(/ --[a-z-]+/g) ?? []).map(option => option.trim())
      const known =
        command !== undefined && options.every(option => ['--help', ...command.options].includes(option))
      return known ? [] : [`${path}: ${line}`]
    }),
  )
  expect(wrong).toEqual([])
})

test('what README gives to an AI client starts a command of the program', () => {
  const [block = ''] = section('README.md', 'An AI client').match(/^ {4}\{\n(?: {4}.*\n)+/m) ?? []
  const { mcpServers } = JSON.parse(block) as { mcpServers: { twin: { command: string; args: string[] } } }
  const { command, args } = mcpServers.twin
  const [name, option] = args
  expect(COMMANDS.find(each => each.path === `${command} ${name}`)?.options).toContain(option)
})

test('every block of twin.toml and policy.toml in README and docs is taken as it stands', () => {
  const blocks = PAGES.flatMap(path =>
    [...`\n${read(path)}`.matchAll(/\n\n((?: {4}.*\n)+)/g)].map(match => match[1] ?? ''),
  )
  const tables = blocks
    .map(block => block.replaceAll(/^ {4}/gm, ''))
    .filter(text => /^\[[a-z]+\.[a-z.]+\]\n/.test(text))
  expect(tables.length).toBeGreaterThan(3)
  const taken = tables.map(text => (text.startsWith('[apply.') ? parsePolicy(text) : parseConfig(text)))
  expect(taken.map(result => (result.ok ? 'taken' : result.refusal.is))).toEqual(tables.map(() => 'taken'))
})

test('the plugin in the page about plugins is the one that the tests run', () => {
  const [, , ...lines] = read('test/fixtures/plugins/notes.mjs').trimEnd().split('\n')
  const shown = lines.map(line => (line === '' ? '' : `    ${line}`)).join('\n')
  expect(section('docs/jobs-and-plugins.md', 'A plugin')).toContain(shown)
  expect(lines.length).toBeLessThan(24)
})

test('the object of twin brief --json is described with every key that it has', () => {
  const text = section('docs/output.md', 'The brief')
  const keys = [
    Brief,
    Item,
    Section,
    Section.shape.items.def.element,
    Coverage,
    Coverage.shape.jobs.def.element,
  ].flatMap(shape => Object.keys(shape.shape))
  const missing = keys.filter(key => !text.includes(`"${key}"`))
  expect(missing).toEqual([])
})

test('every page of docs that is named exists, and each page is named', () => {
  const named = [...read('README.md').matchAll(/\]\((docs\/[^)]+)\)/g)].map(match => match[1] ?? '')
  expect([...new Set(named)].sort()).toEqual(filesUnder('docs').sort())
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
  const code = CODE.filter(source => source.path.endsWith('.ts'))
  const readByCode = new Set(
    code.flatMap(source => source.nodes.flatMap(variablesOf)).filter(name => VARIABLE.test(name)),
  )
  const listed = table('README.md', 'Environment').map(([name = '']) => quoted(name)[0] ?? '')
  expect(listed.filter(name => !/^(?:npm_|TWIN_TEST|TWIN_OLLAMA|CHROMIUM$|TWIN$)/.test(name)).sort()).toEqual(
    [...readByCode].sort(),
  )
})
