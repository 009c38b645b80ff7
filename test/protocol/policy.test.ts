// policy.toml as understood: what is not listed is never, what cannot be undone is at most propose, and a command runs only what
// its table says. Relies on nothing.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { AT_MOST_PROPOSE, CAPABILITIES, GRANTS, isCapability } from '../../protocol/capability.ts'
import { grantOf, parsePolicy, type Policy } from '../../protocol/policy.ts'

function policyOf(text: string): Policy {
  const result = parsePolicy(text)
  if (!result.ok) throw new Error(result.refusal.is)
  return result.value
}
function refusalOf(text: string): string {
  const result = parsePolicy(text)
  if (result.ok) throw new Error(`Cannot test a refusal: taken was ${text}`)
  expect(result.refusal.code).toBe('config')
  return result.refusal.is
}

describe('grants', () => {
  test.each(['', '[capabilities]', '# nothing', '[apply]'])(
    'grantOf makes never of everything that %j does not list',
    text => {
      for (const name of [...CAPABILITIES, 'job.news', 'apply.task', 'plugin.notes'] as const)
        expect(grantOf(policyOf(text), name), name).toBe('never')
    },
  )

  test('grantOf grants what is listed and nothing else', () => {
    const policy = policyOf('[capabilities]\n"mail.read" = "auto"\n"job.news" = "propose"')
    expect(grantOf(policy, 'mail.read')).toBe('auto')
    expect(grantOf(policy, 'job.news')).toBe('propose')
    expect(grantOf(policy, 'mail.flag')).toBe('never')
    expect(grantOf(policy, 'job.other')).toBe('never')
  })

  test.each(AT_MOST_PROPOSE)('grantOf raises %s to propose at most, whatever a policy says', name => {
    const raised = { capabilities: { [name]: 'auto' as const, 'mail.flag': 'auto' as const }, apply: {} }
    expect(grantOf(raised, name)).toBe('propose')
    expect(grantOf(raised, 'mail.flag')).toBe('auto')
    expect(policyOf(`[capabilities]\n"${name}" = "propose"`).capabilities).toEqual({ [name]: 'propose' })
  })

  test('grantOf takes no grant from a prototype', () => {
    const inherited = Object.create({ 'mail.flag': 'auto' }) as Policy['capabilities']
    expect(grantOf({ capabilities: inherited, apply: {} }, 'mail.flag')).toBe('never')
  })

  test('the policy that ships reads mail and writes the brief, and changes nothing of mail', () => {
    const shipped = policyOf(readFileSync(join(import.meta.dirname, '..', '..', 'policy.toml'), 'utf8'))
    const granted = CAPABILITIES.filter(name => grantOf(shipped, name) !== 'never')
    expect(granted).toEqual(['mail.read', 'brief.write'])
    expect(Object.keys(shipped.capabilities).sort()).toEqual([...CAPABILITIES].sort())
    expect(GRANTS).toEqual(['auto', 'propose', 'never'])
  })
})

test.each([
  ['mail.read', true],
  ['job.news', true],
  ['apply.task-2', true],
  [`plugin.${'a'.repeat(32)}`, true],
  [`plugin.${'a'.repeat(33)}`, false],
  ['job.', false],
  ['job.News', false],
  ['job.a.b', false],
  ['mail.anything', false],
  ['ui.approve', false],
  ['mail.read\n', false],
  ['__proto__', false],
  ['', false],
])('isCapability says of %j that it is one: %s', (text, is) => {
  expect(isCapability(text)).toBe(is)
})

describe('refusals', () => {
  test.each([
    ['an unknown capability by name', '[capabilities]\n"mail.trahs" = "auto"', 'capabilities.mail.trahs'],
    ['a dotted key, which is a table', '[capabilities]\nmail.flag = "auto"', 'capabilities.mail'],
    ['an unknown section by name', '[capabilites]', '"capabilites"'],
    ['a grant that is none', '[capabilities]\n"mail.read" = "yes"', 'capabilities.mail.read'],
    ['a boolean', '[capabilities]\n"mail.read" = true', 'capabilities.mail.read'],
    ['sending without a person', '[capabilities]\n"mail.send" = "auto"', 'mail.send to auto'],
    ['expunging without a person', '[capabilities]\n"mail.expunge" = "auto"', 'mail.expunge to auto'],
    ['text that is not TOML', 'x', 'not TOML, line 1'],
    ['a capability given twice', '[capabilities]\n"mail.read" = "never"\n"mail.read" = "auto"', 'line 3'],
    ['a prototype', '__proto__.x = 1', '"__proto__"'],
    ['a prototype of a capability', '[capabilities.__proto__]\n"mail.read" = "auto"', '"__proto__"'],
    ['a prototype of a command', '[apply.__proto__]\nargv = ["/bin/true"]', '"__proto__"'],
    [
      'a prototype of an argument',
      '[apply.task]\nargv = ["/bin/true"]\narguments.__proto__ = 1',
      '"__proto__"',
    ],
  ])('parsePolicy refuses a policy with %s', (_, text, named) => {
    expect(refusalOf(text)).toContain(named)
  })

  test('parsePolicy refuses tables that lie thousands deep in each other', () => {
    expect(refusalOf(`x${'.x'.repeat(30_000)} = 1`)).toContain('policy.toml')
  })

  test('parsePolicy never repeats a value that it refuses', () => {
    for (const text of [
      '[capabilities]\n"mail.read" = "secret phrase"',
      '[apply.task]\nargv = ["secret phrase"]',
      '[apply.task]\nargv = ["/bin/true"]\ntimeout = "secret phrase"',
      '[apply.task]\nargv = ["/bin/true", "{a}"]\narguments.a = { type = "secret phrase" }',
      '[capabilities]\n"mail.read" = "secret phrase',
    ])
      expect(refusalOf(text)).not.toContain('secret phrase')
  })
})

const command = (text: string): string => `[apply.task]\n${text}`
const argument = (text: string): string =>
  command(`argv = ["/usr/bin/task", "{title}"]\narguments.title = { ${text} }`)

describe('commands', () => {
  test('parsePolicy takes a command with each type of argument, each with its bounds', () => {
    const { apply } = policyOf(
      command(`argv = ["/usr/bin/task", "add", "{title}", "p{level}", "{day}"]
[apply.task.arguments.title]
type = "text"
pattern = "[a-z ]+"
[apply.task.arguments.level]
type = "integer"
least = 1
most = 5
[apply.task.arguments.day]
type = "choice"
choices = ["today", "later"]`),
    )
    expect(apply['task']).toEqual({
      argv: ['/usr/bin/task', 'add', '{title}', 'p{level}', '{day}'],
      timeout: '30s',
      arguments: {
        title: { type: 'text', pattern: '[a-z ]+', most: 200 },
        level: { type: 'integer', least: 1, most: 5 },
        day: { type: 'choice', choices: ['today', 'later'] },
      },
    })
  })

  test.each([
    ['no argv', command('timeout = "5s"'), 'apply.task.argv'],
    ['an empty argv', command('argv = []'), 'apply.task.argv'],
    ['a program by its bare name', command('argv = ["task"]'), 'absolute path first'],
    [
      'a program that an argument chooses',
      command('argv = ["/bin/{x}"]\narguments.x = { type = "integer" }'),
      'absolute path first',
    ],
    ['a program with NUL', command(String.raw`argv = ["/bin/a\u0000b"]`), 'without NUL'],
    ['a placeholder that names no argument', command('argv = ["/bin/true", "{titel}"]'), '"{titel}"'],
    [
      'an argument that argv does not use',
      command('argv = ["/bin/true"]\narguments.x = { type = "integer" }'),
      'the argument x',
    ],
    ['a shell by another key', command('argv = ["/bin/true"]\nshell = true'), '"shell"'],
    ['a name in capitals', '[apply.Task]\nargv = ["/bin/true"]', 'apply.Task'],
    ['a name with a dot', '[apply."a.b"]\nargv = ["/bin/true"]', 'apply.a.b'],
    ['an argument of no type', argument('pattern = "x"'), 'apply.task.arguments.title'],
    ['a text without a pattern', argument('type = "text"'), 'arguments.title.pattern'],
    [
      'a pattern that is no regular expression',
      argument('type = "text", pattern = "(" '),
      'wants a regular expression',
    ],
    [
      'a pattern that closes the group it stands in',
      argument('type = "text", pattern = "a)|(?:b" '),
      'wants a regular expression',
    ],
    ['a choice of nothing', argument('type = "choice", choices = []'), 'arguments.title.choices'],
    [
      'an integer with a fraction for a bound',
      argument('type = "integer", least = 1.5'),
      'arguments.title.least',
    ],
    ['an integer with a pattern', argument('type = "integer", pattern = "x"'), '"pattern"'],
  ])('parsePolicy refuses a command with %s', (_, text, named) => {
    expect(refusalOf(text)).toContain(named)
  })
})
