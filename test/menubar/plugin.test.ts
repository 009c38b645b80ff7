// The plugin file as a menu bar starts it: with a short PATH, by its own name, whatever is installed. Relies on sh.
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { packageRoot } from '../../files/packageRoot.ts'
import { temporaryFolder } from '../cli/temporaryFolder.ts'
import { argos, clickOf, swiftBar, xbar } from './parsers.ts'

const PLUGIN = join(packageRoot, 'menubar', 'twin.1m.sh')

/** Runs the plugin as launchd would have it run. */
function run(env: Record<string, string>) {
  const home = env['HOME'] ?? temporaryFolder()
  const { status, stdout } = spawnSync(PLUGIN, [], {
    env: { PATH: '/usr/bin:/bin', HOME: home, ...env },
    encoding: 'utf8',
    cwd: '/',
  })
  return { status, stdout }
}
/** A twin that prints `text` for "menu" and writes down how it was called. */
function stub(folder: string, text: string, exit = 0): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'twin')
  writeFileSync(
    file,
    `#!/bin/sh\n[ "$*" = menu ] || exit 9\nprintf '%s\\n' '${text}' '---' "$PATH"\nexit ${exit}\n`,
  )
  chmodSync(file, 0o755)
  return file
}

test('the plugin can be executed and its name tells to run it every minute', () => {
  expect(statSync(PLUGIN).mode & 0o111).toBe(0o111)
  expect(PLUGIN).toMatch(/\/twin\.1m\.sh$/)
})

test.each([
  ['SwiftBar', swiftBar],
  ['xbar', xbar],
  ['Argos', argos],
])('where there is no twin the plugin prints a menu that says so for %s', (_name, parser) => {
  const { status, stdout } = run({ TWIN: '' })
  expect(status).toBe(0)
  const { header, body } = parser(stdout)
  expect(header.map(({ title }) => title)).toEqual(['twin –'])
  expect(body.some(item => clickOf(item))).toBe(false)
})

test('the twin that TWIN names is asked for its menu and nothing else', () => {
  const { status, stdout } = run({ TWIN: stub(join(temporaryFolder(), 'a b'), 'mine') })
  expect([status, stdout.split('\n')[0]]).toEqual([0, 'mine'])
})

test.each(['.local/bin', '.npm-global/bin', '.volta/bin', '.nvm/versions/node/v20.20.2/bin'])(
  'a twin in ~/%s is found without a profile',
  place => {
    const home = temporaryFolder()
    stub(join(home, place), 'found')
    expect(run({ HOME: home }).stdout.split('\n')[0]).toBe('found')
  },
)

test('a twin of a version manager is started with the node that lies beside it', () => {
  const home = temporaryFolder()
  const folder = join(home, '.nvm/versions/node/v20.20.2/bin')
  stub(folder, 'found')
  expect(run({ HOME: home }).stdout.split('\n')[2]?.split(':')[0]).toBe(folder)
})

test('the metadata tells SwiftBar not to start a login shell', () => {
  expect(readFileSync(PLUGIN, 'utf8')).toContain('<swiftbar.runInBash>false</swiftbar.runInBash>')
})
