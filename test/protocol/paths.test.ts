// Where configuration and state live by environment. Relies on nothing.
import { expect, test } from 'vitest'
import { expand, pathsOf, socketOf } from '../../protocol/paths.ts'

test('pathsOf follows TWIN_HOME for configuration and state', () => {
  expect(pathsOf({ TWIN_HOME: '/t', HOME: '/home/a' })).toEqual({
    config: '/t',
    twinToml: '/t/twin.toml',
    policyToml: '/t/policy.toml',
    state: '/t/state',
    mail: '/t/state/mail',
    runs: '/t/state/runs',
    runFiles: '/t/runs',
    store: '/t/state/store',
    scores: '/t/state/scores',
    database: '/t/state/twin.db',
    audit: '/t/state/audit',
    spool: '/t/state/spool',
    jobs: '/t/state/jobs',
    plugins: '/t/state/plugins',
    doors: '/t/state/doors',
    lock: '/t/state/lock',
  })
})

test('socketOf gives each door and each agent a folder of its own', () => {
  const paths = pathsOf({ TWIN_HOME: '/t' })
  const sockets = [
    socketOf(paths, 'cli', null),
    socketOf(paths, 'menubar', null),
    socketOf(paths, 'mcp', 'cli'),
    socketOf(paths, 'mcp', 'menubar'),
  ]
  expect(sockets).toEqual([
    '/t/state/doors/cli/twind.sock',
    '/t/state/doors/menubar/twind.sock',
    '/t/state/doors/agent.cli/twind.sock',
    '/t/state/doors/agent.menubar/twind.sock',
  ])
})

test.each([
  { HOME: '/home/a' },
  { HOME: '/home/a', TWIN_HOME: '' },
  { HOME: '/home/a', TWIN_HOME: undefined },
])('pathsOf follows HOME where TWIN_HOME is not set: %j', env => {
  expect(pathsOf(env)).toMatchObject({
    config: '/home/a/.config/twin',
    state: '/home/a/.local/state/twin',
    mail: '/home/a/.local/state/twin/mail',
  })
})

test.each([{}, { HOME: '' }, { HOME: 'a' }, { TWIN_HOME: './x', HOME: '/home/a' }])(
  'pathsOf throws for %j',
  env => {
    expect(() => pathsOf(env)).toThrow(RangeError)
  },
)

test.each([
  ['~', '/h'],
  ['~/a/b', '/h/a/b'],
  ['/a/~/b', '/a/~/b'],
  ['~b/c', '~b/c'],
  ['a', 'a'],
])('expand reads %s as %s', (path, expanded) => {
  expect(expand(path, '/h')).toBe(expanded)
})
