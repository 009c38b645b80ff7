// The Seatbelt text, read back by a parser of its own: what it allows must be what the profile lists and nothing else. The
// golden file shows a whole text; set TWIN_GOLDEN=1 to write it anew after a change that is wanted.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seatbeltText } from '../../native/darwin.ts'
import type { Profile } from '../../protocol/profile.ts'
import { type Form, granted, pathsIn, type Read, readRules } from './sbplReader.ts'

const EMPTY: Profile = { name: 'brief', files: [], trees: [], lists: [], reads: [], writes: [] }
const FULL: Profile = {
  name: 'mail',
  files: ['/Applications/twin/dist/mail.cjs', '/Users/ann/Library/Accounts/Accounts4.sqlite'],
  trees: ['/Users/ann/twin/in put'],
  lists: ['/Users/ann/Library/Mail', '/Users/ann/Library/Mail/V10'],
  reads: ['/Users/ann/Library/Mail/V10/MailData'],
  writes: ['/Users/ann/.local/state/twin/mail', '/Users/ann/Bjørn'],
}

function read(profile: Profile): Read {
  const result = seatbeltText(profile)
  if (!result.ok) throw new Error(result.refusal.is)
  return readRules(result.value)
}

/** sandbox.md 1.3 to 1.5: every operation and filter that the text may hold. A misspelt one fails the whole profile. */
const OPERATIONS = {
  unguarded: new Set([
    'default',
    'process-info*',
    'signal',
    'sysctl-read',
    'file-read*',
    'file-read-data',
    'file-read-metadata',
    'file-write-create',
    'file-write-data',
    'file-write-unlink',
    'network*',
    'process-exec*',
    'process-fork',
    'mach-lookup',
    'mach-register',
  ]),
  guarded: new Set([
    'dynamic-code-generation',
    'file-test-existence',
    'file-lock',
    'file-clone',
    'file-link',
    'lsopen',
    'appleevent-send',
    'job-creation',
  ]),
}
const FILTERS = new Set(['literal', 'subpath', 'require-all', 'vnode-type', 'target', 'param'])
const NEEDS_NO_FILTER = new Set(['sysctl-read', 'dynamic-code-generation'])

describe.each([
  ['an empty profile', EMPTY],
  ['a full profile', FULL],
  ...(['files', 'trees', 'lists', 'reads', 'writes'] as const).map(
    key => [`a profile with only ${key}`, { ...EMPTY, [key]: ['/Users/ann/x'] }] as [string, Profile],
  ),
])('the Seatbelt text of %s', (_, profile) => {
  const what = read(profile)

  test('the text is ASCII, balanced, and begins with its version and deny default', () => {
    expect(what.text).toMatch(/^[\n -~]+$/)
    expect(what.forms.slice(0, 2)).toEqual([
      ['version', '1'],
      ['deny', 'default'],
    ])
  })

  test('the text holds no other form than rules and guarded rules', () => {
    expect(what.forms.length).toBe(what.rules.length + 1)
  })

  test('the text names no operation and no filter beyond the list', () => {
    for (const rule of what.rules) {
      const known = rule.guard === undefined ? OPERATIONS.unguarded : OPERATIONS.guarded
      expect(rule.operations.filter(operation => !known.has(operation))).toEqual([])
      if (rule.guard !== undefined) expect(rule.operations).toEqual([rule.guard])
    }
    const names = (form: Form): string[] =>
      Array.isArray(form) ? [String(form[0]), ...form.slice(1).flatMap(names)] : []
    const used = what.rules.flatMap(rule => rule.filters.flatMap(names))
    expect(used.filter(name => !FILTERS.has(name))).toEqual([])
  })

  test('no allow of the text is without a filter but those that reach nothing', () => {
    const open = what.rules.filter(rule => rule.verb === 'allow' && rule.filters.length === 0)
    expect(
      open.flatMap(rule => rule.operations).filter(operation => !NEEDS_NO_FILTER.has(operation)),
    ).toEqual([])
  })

  test('every path of the text is absolute, real in form, and no subpath is the root', () => {
    for (const path of what.rules.flatMap(rule => pathsIn(rule.filters, what.parameters))) {
      expect(path).toMatch(/^(literal|subpath) \/(?!.*\/\/)(?!.*\/\.\.?(\/|$)).*$/)
      expect(path).not.toBe('subpath /')
    }
  })

  test('the text ends with the denials, after every allow', () => {
    const last = what.rules.findLastIndex(rule => rule.verb === 'allow')
    const denied = what.rules
      .slice(last + 1)
      .flatMap(rule => (rule.filters.length === 0 ? rule.operations : []))
    expect(denied).toEqual(
      expect.arrayContaining([
        'network*',
        'process-exec*',
        'process-fork',
        'mach-lookup',
        'mach-register',
        'lsopen',
        'appleevent-send',
      ]),
    )
    const links = what.rules.slice(last + 1).find(rule => rule.operations.includes('file-write-create'))
    expect(links?.filters).toEqual([['vnode-type', 'SYMLINK']])
  })

  test('the text allows no network, Mach name, exec or fork anywhere', () => {
    const allowed = what.rules.filter(rule => rule.verb === 'allow').flatMap(rule => rule.operations)
    expect(
      allowed.filter(name =>
        /^(network|mach|process-(exec|fork)|ipc|iokit|lsopen|appleevent|default)/.test(name),
      ),
    ).toEqual([])
  })
})

describe('what the Seatbelt text grants', () => {
  const what = read(FULL)
  const prelude = granted(read(EMPTY), 'file-read*')
  const own = (operation: string) => granted(what, operation).filter(path => !prelude.includes(path))

  test('reading is granted on files, trees, writable trees and named files, and nothing else', () => {
    expect(own('file-read*').sort()).toEqual(
      [
        ...FULL.files.map(path => `literal ${path}`),
        ...[...FULL.trees, ...FULL.writes, ...FULL.reads].map(path => `subpath ${path}`),
      ].sort(),
    )
  })

  test('a directory that is read by name opens regular files only', () => {
    const rule = what.rules.find(
      ({ operations }) =>
        operations.includes('file-read*') &&
        operations.length === 1 &&
        FULL.reads.some(path => what.text.includes(path)),
    )
    const forms = what.rules.flatMap(({ filters }) => filters).filter(form => form[0] === 'require-all')
    expect(rule).toBeDefined()
    expect(new Set(forms.map(form => JSON.stringify(form)))).toEqual(
      new Set([
        JSON.stringify(['require-all', ['subpath', `"${FULL.reads[0]}"`], ['vnode-type', 'REGULAR-FILE']]),
      ]),
    )
  })

  test('listing is granted on the directory itself and not below it', () => {
    expect(own('file-read-data').sort()).toEqual(FULL.lists.map(path => `literal ${path}`).sort())
  })

  test('writing is granted below the writable trees and never as file-write*', () => {
    const trees = FULL.writes.map(path => `subpath ${path}`)
    for (const operation of ['file-write-create', 'file-write-unlink', 'file-lock', 'file-clone'])
      expect(own(operation)).toEqual(trees)
    expect(own('file-write-data').filter(path => path !== 'literal /dev/null')).toEqual(trees)
    expect(what.text).not.toContain('file-write*')
  })

  test('metadata is granted on every ancestor of every granted path', () => {
    const metadata = new Set(granted(what, 'file-read-metadata'))
    for (const ancestor of [
      '/Users',
      '/Users/ann',
      '/Users/ann/Library/Mail/V10',
      '/Users/ann/.local/state',
      '/Applications/twin/dist',
    ])
      expect(metadata).toContain(`literal ${ancestor}`)
    expect(metadata).not.toContain('literal /')
  })

  test('a path that is not ASCII is a parameter and never part of the text', () => {
    expect(what.text).not.toContain('Bj')
    expect([...what.parameters]).toEqual([['P0', '/Users/ann/Bjørn']])
  })
})

const step = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter(text => text !== '.' && text !== '..' && !text.includes('/'))
const anyPath = fc.array(step, { minLength: 1, maxLength: 4 }).map(steps => `/${steps.join('/')}`)

test('every path that is accepted is read back from the text or its parameters unchanged', () => {
  fc.assert(
    fc.property(fc.array(anyPath, { minLength: 1, maxLength: 4 }), paths => {
      const result = seatbeltText({ ...EMPTY, trees: paths })
      fc.pre(result.ok)
      const what = read({ ...EMPTY, trees: paths })
      const found = granted(what, 'file-read*').filter(path => path.startsWith('subpath '))
      for (const path of paths) expect(found).toContain(`subpath ${path}`)
      expect(found.length).toBe(paths.length + 1)
      expect(what.text).toMatch(/^[\n -~]+$/)
    }),
    { numRuns: 300 },
  )
})

test('quotes, backslashes and brackets in a path stay inside its string', () => {
  const hostile = [
    '/a")(allow default)("',
    '/a\\',
    '/a\\"',
    '/a b',
    '/(',
    '/"',
    "/'",
    '/;x',
    '/#t',
    '/Ω")(allow default)',
  ]
  const what = read({ ...EMPTY, writes: hostile })
  expect(granted(what, 'file-write-create')).toEqual(hostile.map(path => `subpath ${path}`))
  expect(what.rules.length).toBe(read({ ...EMPTY, writes: ['/a'] }).rules.length)
})

const REFUSED = [
  '',
  'a',
  '/',
  '/a/',
  '//a',
  '/a//b',
  '/a/../b',
  '/a/.',
  '/..',
  '/a\n',
  '/a\0b',
  '/a\r',
  '/\t',
  '/a\x7f',
  '/a\x85',
  '/a\ud800',
  '~/a',
]
for (const key of ['files', 'trees', 'lists', 'reads', 'writes'] as const)
  test.each(REFUSED)(`the profile is refused whole when one of its ${key} is %j`, path => {
    const result = seatbeltText({ ...EMPTY, [key]: ['/good', path] })
    expect(result).toMatchObject({ ok: false, refusal: { code: 'cannot-confine' } })
    // A refusal may end up on a terminal: the path is not in it.
    expect(JSON.stringify(result)).not.toContain('good')
  })

test('the Seatbelt text of the full profile is the golden file', () => {
  const golden = join(import.meta.dirname, 'mail.golden.sb')
  const { text } = read(FULL)
  if (process.env['TWIN_GOLDEN']) writeFileSync(golden, text)
  expect(text).toBe(readFileSync(golden, 'utf8'))
})
