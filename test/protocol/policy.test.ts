// policy.toml as understood: what is not listed is never. Relies on nothing.
import { expect, test } from 'vitest'
import { CAPABILITIES, parsePolicy } from '../../protocol/policy.ts'

const grantsOf = (text: string): Record<string, string> => {
  const result = parsePolicy(text)
  if (!result.ok) throw new Error(result.refusal.is)
  return result.value.capabilities
}

test.each(['', '[capabilities]', '# nothing'])(
  'parsePolicy makes never of everything that %j does not list',
  text => {
    expect(grantsOf(text)).toEqual(Object.fromEntries(CAPABILITIES.map(name => [name, 'never'])))
  },
)

test('parsePolicy grants what is listed and nothing else', () => {
  expect(grantsOf('[capabilities]\nread = "auto"\n"flag.add" = "propose"\nsend = "propose"')).toEqual({
    ...Object.fromEntries(CAPABILITIES.map(name => [name, 'never'])),
    read: 'auto',
    'flag.add': 'propose',
    send: 'propose',
  })
})

test.each([
  ['an unknown capability by name', '[capabilities]\ntrahs = "auto"', '"trahs"'],
  ['a dotted key, which is a table', '[capabilities]\nflag.add = "auto"', '"flag"'],
  ['an unknown section by name', '[capabilites]', '"capabilites"'],
  ['a grant that is none', '[capabilities]\nread = "yes"', 'capabilities.read'],
  ['a boolean', '[capabilities]\nread = true', 'capabilities.read'],
  ['sending without a person', '[capabilities]\nsend = "auto"', 'send to auto'],
  ['expunging without a person', '[capabilities]\nexpunge = "auto"', 'expunge to auto'],
  ['text that is not TOML', 'x', 'not TOML, line 1'],
  ['a prototype', '[capabilities.__proto__]\nread = "auto"', ''],
])('parsePolicy refuses a policy with %s', (_, text, named) => {
  const result = parsePolicy(text)
  expect(result.ok).toBe(false)
  expect(!result.ok && result.refusal.is).toContain(named)
})
