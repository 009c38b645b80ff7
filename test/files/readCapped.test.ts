// What somebody else may have put in the place of a file, each beside what plain reading makes of it. Relies on temporary.ts.
import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readCapped, readCappedBytes } from '../../files/readCapped.ts'
import { temporary } from './temporary.ts'

const CAP = 64
/** Reads `path` in a process of its own with plain readFileSync; 'hung' when that does not return. */
const plainly = (path: string): string => {
  const program = `require('node:fs').readFileSync(${JSON.stringify(path)})`
  const { error, status } = spawnSync(process.execPath, ['-e', program], { timeout: 1_500 })
  return error ? 'hung' : status === 0 ? 'read' : 'failed'
}
const file = (text = 'hello', name = 'file'): string => {
  const path = join(temporary(), name)
  writeFileSync(path, text)
  return path
}
const problem = (path: string, ours?: boolean): string => {
  const read = readCapped(path, CAP, ours)
  return read.ok ? 'read' : read.problem
}

describe('an ordinary file', () => {
  test('readCapped gives the text of a file of ours', () => {
    expect(readCapped(file('æ 😀\n'), CAP)).toEqual({ ok: true, text: 'æ 😀\n' })
  })
  test('readCapped gives an empty file as empty text', () => {
    expect(readCapped(file(''), CAP)).toEqual({ ok: true, text: '' })
  })
  test('readCappedBytes keeps bytes that are no UTF-8', () => {
    const path = file()
    const bytes = Buffer.from([0xff, 0x00, 0xc3])
    writeFileSync(path, bytes)
    expect(readCappedBytes(path, CAP)).toEqual({ ok: true, bytes })
  })
  test('readCapped takes a file of the cap and refuses one byte more', () => {
    for (const cap of [1, CAP, 65_535, 65_536, 65_537, 200_000]) {
      expect(readCapped(file('x'.repeat(cap)), cap)).toMatchObject({ ok: true })
      expect(readCapped(file('x'.repeat(cap + 1)), cap)).toEqual({ ok: false, problem: 'too-long' })
    }
  })
})

describe('what is no file of ours', () => {
  test('readCapped tells a file that is absent, also below a file', () => {
    expect(problem(join(temporary(), 'none'))).toBe('absent')
    expect(problem(join(file(), 'below'))).toBe('absent')
  })
  test('readCapped refuses a link that plain reading follows', () => {
    const link = join(temporary(), 'link')
    symlinkSync(file('secret'), link)
    expect(readFileSync(link, 'utf8')).toBe('secret')
    expect(problem(link)).toBe('link')
    expect(problem(link, false)).toBe('link')
  })
  test('readCapped refuses a dangling link and a loop of links', () => {
    const folder = temporary()
    symlinkSync('nowhere', join(folder, 'dangling'))
    symlinkSync('loop', join(folder, 'loop'))
    expect(problem(join(folder, 'dangling'))).toBe('link')
    expect(problem(join(folder, 'loop'))).toBe('link')
  })
  test('readCapped refuses a second name of a file, which plain reading takes', () => {
    const secret = file('secret')
    const second = join(temporary(), 'second')
    linkSync(secret, second)
    expect(readFileSync(second, 'utf8')).toBe('secret')
    expect(problem(second)).toBe('linked-twice')
    expect(problem(secret)).toBe('linked-twice')
    expect(problem(second, false)).toBe('read')
  })
  test('readCapped refuses a FIFO at once, on which plain reading hangs', () => {
    const path = join(temporary(), 'fifo')
    expect(spawnSync('mkfifo', [path]).status).toBe(0)
    expect(problem(path)).toBe('not-a-file')
    expect(problem(path, false)).toBe('not-a-file')
    expect(plainly(path)).toBe('hung')
  })
  test('readCapped refuses a folder, a device and a socket', async () => {
    const folder = temporary()
    expect(problem(folder)).toBe('not-a-file')
    expect(problem('/dev/zero')).toBe('not-a-file')
    const server = createServer()
    await new Promise<void>(resolve => server.listen(join(folder, 'socket'), resolve))
    onTestFinished(() => void server.close())
    expect(problem(join(folder, 'socket'))).toBe('not-a-file')
  })
  test('readCapped refuses a file of another user unless it may be anybody’s', ctx => {
    if (process.getuid?.() !== 0) ctx.skip('only root can give a file away')
    const path = file('theirs')
    chownSync(path, 65_534, 65_534)
    expect(problem(path)).toBe('not-ours')
    expect(problem(path, false)).toBe('read')
  })
  test('readCapped tells a file that may not be read from one that is absent', ctx => {
    if (process.getuid?.() !== 0 || !process.seteuid) ctx.skip('only root can become somebody else')
    const path = file('mine')
    chmodSync(path, 0o000)
    chmodSync(join(path, '..'), 0o755)
    process.seteuid?.(65_534)
    try {
      expect(problem(path)).toBe('no-access')
    } finally {
      process.seteuid?.(0)
    }
  })
  test.each(['a\0b', '', '/'.padEnd(5_000, 'x')])('readCapped throws for no path, not even %j', path => {
    expect(['unreadable', 'absent']).toContain(problem(path))
  })
})

describe('a file that lies about its size', () => {
  test('readCapped refuses a sparse file of 3 GiB, which plain reading cannot take', () => {
    const path = file('')
    truncateSync(path, 3 * 2 ** 30)
    expect(problem(path)).toBe('too-long')
    expect(() => readFileSync(path)).toThrow(/2 GiB/)
  })
  test.skipIf(process.platform !== 'linux')(
    'readCapped reads a file whose size is told as nothing, up to the cap',
    () => {
      const path = '/proc/self/status'
      expect(statSync(path).size).toBe(0)
      expect(problem(path, false)).toBe('too-long')
      expect(readCapped(path, 100_000, false)).toMatchObject({ ok: true })
    },
  )
  test('readCapped ends on a file that grows while it is read', async () => {
    const path = file('')
    const writer = spawn(process.execPath, [
      '-e',
      `const fd = require('node:fs').openSync(process.argv[1], 'a')
       for (let i = 0; i < 4000; i++) require('node:fs').writeSync(fd, 'x'.repeat(65536))`,
      path,
    ])
    onTestFinished(() => void writer.kill('SIGKILL'))
    while (statSync(path).size < 1_000_000) await sleep(5)
    expect(readCapped(path, 1_000_000)).toEqual({ ok: false, problem: 'too-long' })
  })
})

describe('a folder on the way', () => {
  test('readCapped reads what it has opened, although the folder is swapped behind it', () => {
    const folder = temporary()
    mkdirSync(join(folder, 'a'))
    writeFileSync(join(folder, 'a', 'file'), 'first')
    const before = readCapped(join(folder, 'a', 'file'), CAP)
    renameSync(join(folder, 'a'), join(folder, 'b'))
    mkdirSync(join(folder, 'a'))
    symlinkSync(file('secret'), join(folder, 'a', 'file'))
    expect(before).toEqual({ ok: true, text: 'first' })
    expect(problem(join(folder, 'a', 'file'))).toBe('link')
  })
  test('readCapped follows a folder that is a link: whoever calls it owns the folders on the way', () => {
    const folder = temporary()
    symlinkSync(join(file('theirs'), '..'), join(folder, 'link'))
    expect(problem(join(folder, 'link', 'file'))).toBe('read')
  })
})
