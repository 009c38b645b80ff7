// Compiles and links the macOS half on Linux, arm64 and x86_64, and checks its symbols: native/seatbelt.c as one universal bundle,
// and with native/confineDarwin.c as one universal program. What no Mac has run should at least be what a Mac would load.
// Relies on clang, lld and llvm (Debian's packages of these names). Exits 77 with the reason where one is missing, 1 where a
// check fails.
//   node scripts/macos.mjs [--of seatbelt|confineDarwin] [--source FILE] [--keep FILE]
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const TOOLS = ['clang', 'ld64.lld', 'llvm-lipo', 'llvm-objdump', 'llvm-nm']
const ARCHITECTURES = ['arm64', 'x86_64']
const LIB_SYSTEM = '/usr/lib/libSystem.B.dylib'
/**
 * Each product: its sources, how it is linked, what it exports (of a program `main` alone, with what its other source
 * declares), and what it needs of libSystem.
 */
const SEATBELT = {
  exports: ['_twin_clonefile', '_twin_sandbox_check', '_twin_sandbox_init'],
  imports: [
    '_clonefile',
    '_getpid',
    '_sandbox_check',
    '_sandbox_free_error',
    '_sandbox_init',
    '_sandbox_init_with_parameters',
  ],
}
const PRODUCTS = {
  seatbelt: { sources: ['seatbelt.c'], kind: 'bundle', type: 'BUNDLE', ...SEATBELT },
  confineDarwin: {
    sources: ['confineDarwin.c', 'seatbelt.c'],
    kind: 'execute',
    type: 'EXECUTE',
    exports: ['__mh_execute_header', '_main', ...SEATBELT.exports],
    imports: (
      '__exit _chdir _clonefile _close _execve _fork _getdtablesize _getpgrp _getpid _getppid ' +
      '_kevent _kill _kqueue _sandbox_check _sandbox_free_error _sandbox_init _sandbox_init_with_parameters ' +
      '_setpgid _setrlimit _umask _waitpid _write'
    ).split(' '),
  },
}

class Failure extends Error {}

/** Debian keeps lld's macOS linker in a folder of its own, one a version. */
function folders() {
  const versions = existsSync('/usr/lib')
    ? readdirSync('/usr/lib').filter(name => /^llvm-\d+$/.test(name))
    : []
  const own = versions
    .sort((a, b) => Number(b.slice(5)) - Number(a.slice(5)))
    .map(name => join('/usr/lib', name, 'bin'))
  return [...(process.env.PATH ?? '').split(delimiter), ...own]
}
const pathOf = tool =>
  folders()
    .map(folder => join(folder, tool))
    .find(existsSync)

function run(tool, ...args) {
  const { status, stdout, stderr } = spawnSync(pathOf(tool), args, { encoding: 'utf8' })
  if (status !== 0) throw new Failure(`${tool} ended with ${status}: ${(stderr || stdout).trim()}`)
  return stdout
}

function compile(architecture, source, folder) {
  const object = join(folder, `${architecture}-${basename(source)}.o`)
  // No header of any system, so that nothing of Linux can slip in.
  const options = ['-nostdinc', '-ffreestanding', '-Wall', '-Wextra', '-Werror', '-O2', '-c']
  run(
    'clang',
    '-target',
    `${architecture}-apple-macos11`,
    ...options,
    '-I',
    join(root, 'native'),
    '-o',
    object,
    source,
  )
  return object
}

function link(architecture, { sources, kind }, folder) {
  const linked = join(folder, architecture)
  const objects = sources.map(source => compile(architecture, source, folder))
  const platform = [
    `-${kind}`,
    '-arch',
    architecture,
    '-platform_version',
    'macos',
    '11.0',
    '13.0',
    '-adhoc_codesign',
  ]
  run('ld64.lld', ...platform, '-o', linked, ...objects, join(root, 'native', 'libSystem.tbd'))
  return linked
}

function expectSame(what, found, wanted) {
  if (found.join(' ') !== wanted.join(' '))
    throw new Failure(`${what} are ${found.join(', ') || 'none'}, wanted ${wanted.join(', ')}`)
}

/** Every symbol is bound to libSystem by name: a flat one would be looked up anywhere, and a misspelt one never found. */
function check(architecture, linked, product) {
  const headers = run('llvm-objdump', '--macho', '--private-headers', linked)
  if (!headers.includes(product.type))
    throw new Failure(`${architecture} is no ${product.type.toLowerCase()}`)
  if (!/LC_CODE_SIGNATURE/.test(headers)) throw new Failure(`${architecture} is not signed`)
  const libraries = [...run('llvm-objdump', '--macho', '--dylibs-used', linked).matchAll(/^\t(\S+)/gm)]
  expectSame(
    `libraries of ${architecture}`,
    libraries.map(match => match[1]),
    [LIB_SYSTEM],
  )
  const table = run('llvm-objdump', '--macho', '--bind', '--lazy-bind', linked)
  const rows = [...table.matchAll(/^__DATA\S*\s.*?(\S+)\s+(\S+)$/gm)].map(match => ({
    from: match[1],
    name: match[2],
  }))
  const flat = rows.filter(row => row.from !== 'libSystem' && !row.name.startsWith('_napi_'))
  expectSame(
    `symbols of ${architecture} outside libSystem`,
    flat.map(row => row.name),
    [],
  )
  const bound = [...new Set(rows.map(row => row.name))].filter(name => name.startsWith('_')).sort()
  expectSame(`bound symbols of ${architecture}`, bound, product.imports)
  const symbols = run('llvm-nm', '--extern-only', '--defined-only', linked)
  const defined = [...symbols.matchAll(/ [TA] (\S+)$/gm)].map(match => match[1]).sort()
  expectSame(`exports of ${architecture}`, defined, product.exports)
}

function build(name, product, keep) {
  const folder = mkdtempSync(join(tmpdir(), 'twin-macos-'))
  try {
    const linked = ARCHITECTURES.map(architecture => link(architecture, product, folder))
    const universal = join(folder, 'universal')
    run('llvm-lipo', '-create', ...linked, '-output', universal)
    const found = run('llvm-lipo', '-archs', universal).trim().split(/\s+/).sort()
    expectSame('architectures', found, ARCHITECTURES)
    ARCHITECTURES.forEach((architecture, index) => check(architecture, linked[index], product))
    if (keep) copyFileSync(universal, keep)
    console.log(`${name}.c: ${found.join(' and ')}, ${product.imports.length} symbols bound to ${LIB_SYSTEM}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const valueOf = option =>
  process.argv.includes(option) ? process.argv[process.argv.indexOf(option) + 1] : undefined
const missing = TOOLS.filter(tool => !pathOf(tool))
if (missing.length > 0) {
  console.error(
    `Cannot link for macOS: ${missing.join(', ')} not found, wanted the packages clang, lld and llvm.`,
  )
  process.exit(77)
}
try {
  const wanted = valueOf('--of')
  for (const [name, product] of Object.entries(PRODUCTS)) {
    if (wanted !== undefined && wanted !== name) continue
    const [first, ...others] = product.sources.map(source => join(root, 'native', source))
    // A changed copy stands in for the first source.
    build(name, { ...product, sources: [valueOf('--source') ?? first, ...others] }, valueOf('--keep'))
  }
} catch (error) {
  if (!(error instanceof Failure)) throw error
  console.error(`Cannot link for macOS: ${error.message}`)
  process.exitCode = 1
}
