// The Seatbelt text of a program that is not twin's, read back: what it allows must be what its table lists, what every program
// needs, and the network that it may have, and nothing else. No Mac has run it.
import { describe, expect, test } from 'vitest'
import { programText } from '../../native/darwinProgram.ts'
import type { Network, ProgramProfile } from '../../protocol/profile.ts'
import { granted, pathsIn, readRules } from './sbplReader.ts'

const profile = (network: Network): ProgramProfile => ({
  name: 'jobs.news',
  program: '/usr/local/bin/news',
  files: ['/private/etc/hosts', '/Users/ann/feeds"(allow default)'],
  trees: ['/usr', '/System', '/Users/ann/Bjørn'],
  writes: ['/Users/ann/out', '/private/tmp/twin-1'],
  temporary: '/private/tmp/twin-1',
  network,
})
const NETWORKS: readonly (readonly [string, Network])[] = [
  ['none', 'none'],
  ['loopback', { loopback: 11434 }],
  ['open', 'open'],
]
const NO_FILTER = ['sysctl-read', 'process-fork', 'dynamic-code-generation']

describe.each(NETWORKS)('the Seatbelt text of a program with network %s', (_, network) => {
  const what = readRules(programText(profile(network)))
  const allowed = what.rules.filter(rule => rule.verb === 'allow')

  test('the text is ASCII and begins with its version and deny default', () => {
    expect(what.text).toMatch(/^[\n -~]+$/)
    expect(what.forms.slice(0, 2)).toEqual([
      ['version', '1'],
      ['deny', 'default'],
    ])
    expect(what.forms.length).toBe(what.rules.length + 1)
  })

  test('no allow of the text is without a filter but those that reach nothing outside', () => {
    const open = allowed.filter(rule => rule.filters.length === 0).flatMap(rule => rule.operations)
    expect(open.filter(operation => !NO_FILTER.includes(operation))).toEqual([])
  })

  test('reading is granted on the program, its files, its trees and what it writes', () => {
    const paths = granted(what, 'file-read*').filter(path => !/^literal \/(dev\/|$)/.test(path))
    const { program, files, trees, writes } = profile(network)
    expect(paths.sort()).toEqual(
      [
        ...[program, ...files].map(path => `literal ${path}`),
        ...['/private/var/db/timezone', ...trees, ...writes].map(path => `subpath ${path}`),
      ].sort(),
    )
  })

  test('what may be started is what may be read, and nothing that the program wrote', () => {
    const paths = granted(what, 'process-exec*')
    expect(paths).toContain('literal /usr/local/bin/news')
    expect(paths.filter(path => profile(network).writes.some(tree => path.includes(tree)))).toEqual([])
  })

  test('writing is granted below its folders, and no link is made there', () => {
    const { writes } = profile(network)
    expect(granted(what, 'file-write-create')).toEqual(writes.map(path => `subpath ${path}`))
    expect(
      what.rules.some(rule => rule.verb === 'deny' && JSON.stringify(rule.filters).includes('SYMLINK')),
    ).toBe(true)
  })

  test('no Mach name, Apple event or job of launchd is allowed', () => {
    const names = allowed.flatMap(rule => rule.operations)
    expect(names.filter(name => /^(mach|ipc|iokit|lsopen|appleevent|job|default)/.test(name))).toEqual([])
  })

  test('signals and looks at other processes end at the same sandbox', () => {
    const rules = allowed.filter(({ operations }) => /^(signal|process-info\*)$/.test(operations.join()))
    expect(rules.map(({ filters }) => filters)).toEqual([
      [['target', 'same-sandbox']],
      [['target', 'same-sandbox']],
    ])
  })
})

test.each([
  ['none', 'none' as const, []],
  ['loopback', { loopback: 11434 }, [['remote', 'ip', '"localhost:11434"']]],
  [
    'open',
    'open' as const,
    [
      ['remote', 'ip', '"*:*"'],
      ['literal', '"/private/var/run/mDNSResponder"'],
    ],
  ],
])(
  'the network %s is what is allowed after the network is denied, and nothing listens',
  (_, network, filters) => {
    const { rules, parameters } = readRules(programText(profile(network)))
    const denied = rules.findIndex(rule => rule.verb === 'deny' && rule.operations.includes('network*'))
    const after = rules.slice(denied + 1).filter(rule => rule.verb === 'allow')
    expect(after.flatMap(rule => rule.operations)).toEqual(filters.map(() => 'network-outbound'))
    expect(after.flatMap(rule => rule.filters)).toEqual(filters)
    const before = rules.slice(0, denied).flatMap(rule => (rule.verb === 'allow' ? rule.operations : []))
    expect(before.filter(operation => operation.startsWith('network'))).toEqual([])
    expect(
      pathsIn(
        after.flatMap(rule => rule.filters),
        parameters,
      ),
    ).toEqual(network === 'open' ? ['literal /private/var/run/mDNSResponder'] : [])
  },
)
