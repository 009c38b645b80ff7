// The native build as a consumer of the package meets it: in node_modules, under a path with spaces, with tools missing, and
// up to date already.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { packageRoot } from '../../files/packageRoot.ts'

describe('the native build of a consumer', () => {
  let folder: string
  let consumer: string
  const products = process.platform === 'linux' ? ['addon.node', 'confine'] : ['addon.node']

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'twin build '))
    const modules = join(folder, 'a b', 'node_modules')
    consumer = join(modules, 'agentic-twin')
    mkdirSync(consumer, { recursive: true })
    for (const name of ['package.json', 'binding.gyp', 'native'])
      cpSync(join(packageRoot, name), join(consumer, name), { recursive: true })
    for (const name of ['node-gyp', 'node-addon-api'])
      symlinkSync(join(packageRoot, 'node_modules', name), join(modules, name))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const build = (env: Record<string, string>, ...args: string[]) =>
    spawnSync(process.execPath, [join(consumer, 'native/build.mjs'), ...args], { env, encoding: 'utf8' })
  const product = (name: string) => join(consumer, 'build/Release', name)
  const full = () => ({
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    npm_config_nodedir: process.env['npm_config_nodedir'] ?? '',
  })

  /** A folder with nothing but a shell and the named tools, for PATH. A tool keeps the PATH that it is used to. */
  function only(...tools: string[]): string {
    const path = mkdtempSync(join(folder, 'path-'))
    symlinkSync('/bin/sh', join(path, 'sh'))
    for (const tool of tools) {
      const script = `#!/bin/sh\nPATH='${process.env['PATH']}' exec ${tool} "$@"\n`
      writeFileSync(join(path, tool), script, { mode: 0o755 })
    }
    return path
  }

  const SENTENCE =
    /^Cannot build the confinement of agentic-twin: (.*) not found, wanted to compile [^\n]*\.\n$/
  test.each([
    ['everything', [], /^a C\+\+ compiler, make and python3$/],
    ['the compiler', ['make', 'python3'], /^a C\+\+ compiler$/],
    ['make', ['c++', 'python3'], /^make$/],
    ['python', ['c++', 'make'], /^python3$/],
  ])('the build without %s says what is missing in one sentence', (_, tools, missing) => {
    const { status, stdout, stderr } = build({ ...full(), PATH: only(...tools) })
    expect([status, stdout]).toEqual([1, ''])
    expect(SENTENCE.exec(stderr)?.[1]).toMatch(missing)
  })

  test('the build without headers says what is missing and downloads nothing', () => {
    const { status, stderr } = build({ ...full(), npm_config_nodedir: join(folder, 'nowhere') })
    expect(status).toBe(1)
    expect(SENTENCE.exec(stderr)?.[1]).toMatch(/^node's headers/)
    expect(existsSync(join(folder, '.cache'))).toBe(false)
  })

  test(
    'the build compiles everything under a path with spaces and prints nothing',
    { timeout: 120_000 },
    () => {
      const { status, stdout, stderr } = build(full())
      expect([status, stdout, stderr]).toEqual([0, '', ''])
      for (const name of products) expect(statSync(product(name)).isFile()).toBe(true)
    },
  )

  test('the build finds the headers beside node without being told and downloads nothing', context => {
    if (!existsSync(join(dirname(dirname(process.execPath)), 'include/node/node_api.h')))
      context.skip('this node has no headers beside it')
    const { status, stderr } = build({ PATH: process.env['PATH'] ?? '', HOME: folder })
    expect([status, stderr]).toEqual([0, ''])
    expect(existsSync(join(folder, '.cache'))).toBe(false)
  }, 120_000)

  test(
    'the build is left as it is when nothing is newer, and made anew when a source is',
    { timeout: 120_000 },
    () => {
      const made = () => statSync(product('addon.node')).mtimeMs
      const before = made()
      // Without a compiler: a build that is attempted fails.
      expect(build({ ...full(), PATH: only() }, '--if-stale').status).toBe(0)
      expect(made()).toBe(before)
      const source = join(
        consumer,
        'native',
        readdirSync(join(consumer, 'native')).find(name => name.endsWith('.h')) ?? '',
      )
      utimesSync(source, new Date(), new Date(before + 5_000))
      expect(build({ ...full(), PATH: only() }, '--if-stale').status).toBe(1)
    },
  )
})
