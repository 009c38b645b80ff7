// Reading mail must never look like the person read it. The parts that every call passes (the gate, the registry, the bridge to
// plugins) neither import nor name the code that marks mail as read: only a handler may, after a confirmation. Relies on
// test/architecture/sources.ts for the syntax of each file.
import { expect, test } from 'vitest'
import { type Source, sources } from '../../architecture/sources.ts'

const PASSED_BY_ALL = /^daemon\/(?:gate\/|plugins\/|operations\/registry\.ts)/
/** What such code is called: markRead, mark_seen, setSeen, addFlag, \Seen, markAsRead, seenFlag, unread = … in any case. */
const MARKS =
  /mark[^a-z]?(?:as[^a-z]?)?(?:read|seen)|(?:set|add|clear|remove|store)[^a-z]?(?:seen|read(?!able|er|ing|Calls?)|flags?)|\\+seen|seen[^a-z]?flag/i
/** The rule that forbids it has to name it: one key of a definition, which says whether an operation marks mail as read. */
const RULE = /marksMailRead/g

const files = (): readonly Source[] => sources().filter(({ path }) => PASSED_BY_ALL.test(path))

/** What the code of a file says: its text without comments, texts and all. */
function codeOf({ text, comments }: Source): string {
  let code = text
  for (const { start, end } of [...comments].reverse())
    code = code.slice(0, start) + ' '.repeat(end - start) + code.slice(end)
  return code
}

test('the gate, the registry and the plugin bridge are looked at, each of their files', () => {
  const paths = files().map(({ path }) => path)
  for (const path of ['daemon/gate/gate.ts', 'daemon/gate/passGate.ts', 'daemon/operations/registry.ts'])
    expect(paths).toContain(path)
  expect(paths.filter(path => path.startsWith('daemon/plugins/')).length).toBeGreaterThan(3)
})

test('none of them names code that marks mail as read, but for the rule that forbids it', () => {
  const named = files().flatMap(source => {
    const code =
      source.path === 'daemon/gate/defineOperation.ts' ? codeOf(source).replace(RULE, '') : codeOf(source)
    const rule = /'a read does not mark mail as read'/
    const match = MARKS.exec(code.replace(rule, "''"))
    return match ? [`${source.path}: ${match[0]}`] : []
  })
  expect(named).toEqual([])
})

test.each([
  'markRead(id)',
  'mark_seen',
  'setSeen',
  "addFlag('x')",
  String.raw`'\\Seen'`,
  'markAsRead',
  'storeFlags',
])('the rule finds %s where it stands', code => {
  expect(MARKS.test(code)).toBe(true)
})

/** Modules of the daemon that are about mail itself: the gate decides without any of them. */
const MAIL = /(?:\/mail\/|askMail|startMail|briefOfMail|makeBrief|makeAny|view\.ts|operations\/(?!registry))/

test('none of them imports what reads, moves or marks mail, and none is handed the database', () => {
  const reached = files()
    .filter(({ path }) => path !== 'daemon/operations/registry.ts')
    .flatMap(({ path, imports }) => imports.filter(name => MAIL.test(name)).map(name => `${path}: ${name}`))
  expect(reached).toEqual([])
})

/** They remember what a plugin declared before; neither speaks to a plugin. */
const REMEMBER = ['daemon/plugins/acceptDeclaration.ts', 'daemon/plugins/openPlugins.ts']

test('neither the gate nor what speaks to a plugin holds the database', () => {
  const holders = files().filter(({ imports }) => imports.some(name => /better-sqlite3|database/.test(name)))
  expect(holders.map(({ path }) => path).filter(path => !REMEMBER.includes(path))).toEqual([])
})
