// What a confined node is granted of the system: read from the kernel's own map of the running one.
import { expect, test } from 'vitest'
import { ownLibraries, librariesOf } from '../../native/libraries.ts'

const NODE = '/opt/node 20/bin/node'
const line = (permissions: string, path: string) =>
  `7f3dfb200000-7f3dfb3c6000 ${permissions} 00026000 fe:00 131081                     ${path}`
const MAPS = [
  line('r--p', '/usr/lib/x86_64-linux-gnu/libc.so.6'),
  line('r-xp', '/usr/lib/x86_64-linux-gnu/libc.so.6'),
  line('r-xp', '/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30'),
  line('r-xp', '/opt/node 20/lib/libnode.so.115'),
  line('r-xp', '/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2'),
  line('r--p', '/usr/lib/locale/locale-archive.so.1'),
  line('r-xp', NODE),
  line('r-xp', '/srv/twin/build/Release/addon.node'),
  line('r-xp', '/usr/lib/libold.so.1 (deleted)'),
  line('rwxp', ''),
  '7ffd5a7e0000-7ffd5a7e2000 r-xp 00000000 00:00 0                          [vdso]',
  'nonsense',
  '',
].join('\n')

test('the runtime of a map is the loader, node and each mapped library once', () => {
  expect(librariesOf(MAPS, NODE)).toEqual({
    programs: [NODE, '/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2'],
    libraries: [
      '/usr/lib/x86_64-linux-gnu/libc.so.6',
      '/usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30',
      '/opt/node 20/lib/libnode.so.115',
    ],
  })
})

test.each(['ld-linux-aarch64.so.1', 'ld-musl-x86_64.so.1', 'ld-2.31.so', 'ld64.so.2'])(
  'the loader is told from the libraries by its name %s',
  name => {
    const { programs, libraries } = librariesOf(line('r-xp', `/lib/${name}`), NODE)
    expect([programs, libraries]).toEqual([[NODE, `/lib/${name}`], []])
  },
)

test.each(['libldap.so.2', 'libdl.so.2', 'libld.so'])('the library %s is not taken for the loader', name => {
  expect(librariesOf(line('r-xp', `/lib/${name}`), NODE).programs).toEqual([NODE])
})

test.skipIf(process.platform !== 'linux')(
  'the runtime of this process names node, a loader and the C library',
  () => {
    const { programs, libraries } = ownLibraries()
    expect(programs[0]).toBe(process.execPath)
    expect(programs.length).toBe(2)
    expect(libraries.some(path => /libc[.-]|musl/.test(path))).toBe(true)
    expect(libraries.filter(path => path.endsWith('.node'))).toEqual([])
  },
)
