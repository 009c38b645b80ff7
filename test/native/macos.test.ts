// native/seatbelt.c as a Mach-O bundle and native/confineDarwin.c as a program, linked on Linux. Skips with the reason where clang, lld or llvm is missing.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest'
import { packageRoot } from '../../files/packageRoot.ts'

const MISSING = 77
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'twin-macos-test-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function link(context: TestContext, product: string, ...args: string[]) {
  const script = join(packageRoot, 'scripts/macos.mjs')
  const result = spawnSync(process.execPath, [script, '--of', product, ...args], { encoding: 'utf8' })
  if (result.status === MISSING) context.skip(result.stderr.trim())
  return result
}
const source = (name: string) => readFileSync(join(packageRoot, 'native', name), 'utf8')

/** A changed copy: what the check must notice. */
function changed(name: string, from: string, to: string): string {
  const text = source(name.startsWith('launcher') ? 'confineDarwin.c' : 'seatbelt.c')
  expect(text).toContain(from)
  const path = join(folder, `${name}.c`)
  writeFileSync(path, text.replaceAll(from, to))
  return path
}

test('seatbelt.c links as a universal bundle whose symbols are bound to libSystem', context => {
  const bundle = join(folder, 'seatbelt.bundle')
  const { status, stdout, stderr } = link(context, 'seatbelt', '--keep', bundle)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toBe('seatbelt.c: arm64 and x86_64, 6 symbols bound to /usr/lib/libSystem.B.dylib\n')
  expect(statSync(bundle).size).toBeGreaterThan(0)
  // The magic number of a universal file, Mach-O's fat.h.
  expect(readFileSync(bundle).readUInt32BE(0)).toBe(0xcafebabe)
})

test('a misspelt function of libSystem does not link', context => {
  const { status, stderr } = link(
    context,
    'seatbelt',
    '--source',
    changed('misspelt', 'sandbox_check(', 'sandbox_chek('),
  )
  expect(status).toBe(1)
  expect(stderr).toMatch(/undefined symbol: .*sandbox_chek/)
})

test('a header of this system in seatbelt.c does not compile', context => {
  const { status, stderr } = link(
    context,
    'seatbelt',
    '--source',
    changed('header', '#include "seatbelt.h"', '#include "seatbelt.h"\n#include <unistd.h>'),
  )
  expect(status).toBe(1)
  expect(stderr).toMatch(/'unistd\.h' file not found/)
})

test('an export that seatbelt.h does not declare is noticed', context => {
  const { status, stderr } = link(
    context,
    'seatbelt',
    '--source',
    changed('export', 'static void keep_line', 'void keep_line'),
  )
  expect(status).toBe(1)
  expect(stderr).toMatch(/exports of arm64 are _keep_line/)
})

test('confineDarwin.c links as a universal program whose symbols are bound to libSystem', context => {
  const program = join(folder, 'confineDarwin')
  const { status, stdout, stderr } = link(context, 'confineDarwin', '--keep', program)
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toBe('confineDarwin.c: arm64 and x86_64, 22 symbols bound to /usr/lib/libSystem.B.dylib\n')
  expect(readFileSync(program).readUInt32BE(0)).toBe(0xcafebabe)
})

test('a function that libSystem does not have keeps the launcher from linking', context => {
  const path = changed('launcher', 'kqueue(', 'kqeue(')
  const { status, stderr } = link(context, 'confineDarwin', '--source', path)
  expect(status).toBe(1)
  expect(stderr).toMatch(/undefined symbol: .*kqeue/)
})
