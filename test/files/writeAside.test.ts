// Writing beside and renaming: names, links, full disks and killed writers, each beside what plain writing does. Relies on
// temporary.ts, on mount for the disks, and on esbuild for a writer of its own.
import { spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { build } from 'esbuild'
import { describe, expect, onTestFinished, test } from 'vitest'
import { placeAside, sweepAside, writeAside } from '../../files/writeAside.ts'
import { mounted, temporary } from './temporary.ts'

const modeOf = (path: string): number => statSync(path).mode & 0o777
const codeOf = (act: () => void): string => {
  try {
    act()
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'other'
  }
  return 'none'
}

describe('what is written', () => {
  test('writeAside writes a new file whole, for this user alone, and leaves nothing beside it', () => {
    const folder = temporary()
    writeAside(join(folder, 'file'), 'æ 😀\n')
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('æ 😀\n')
    expect(modeOf(join(folder, 'file'))).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['file'])
  })
  test('writeAside replaces a file and its mode, which plain writing keeps', () => {
    const path = join(temporary(), 'file')
    writeFileSync(path, 'old', { mode: 0o644 })
    writeFileSync(path, 'plain', { mode: 0o600 })
    expect(modeOf(path)).toBe(0o644)
    writeAside(path, 'new')
    expect([readFileSync(path, 'utf8'), modeOf(path)]).toEqual(['new', 0o600])
    writeAside(path, Buffer.from([0xff]), 0o640)
    expect([readFileSync(path), modeOf(path)]).toEqual([Buffer.from([0xff]), 0o640])
  })
  test.each(['x'.repeat(255), `${'語'.repeat(84)}.md`, '😀'.repeat(63), '-rf', 'a\nb', 'a\u202Eb'])(
    'writeAside writes a file by any name that the system takes: %j',
    name => {
      const folder = temporary()
      writeAside(join(folder, name), 'text')
      expect(readdirSync(folder)).toEqual([name])
    },
  )
})

describe('what lies there', () => {
  test('writeAside replaces a link and leaves what it points to, which plain writing overwrites', () => {
    const [folder, secret] = [temporary(), join(temporary(), 'secret')]
    writeFileSync(secret, 'secret')
    symlinkSync(secret, join(folder, 'link'))
    writeAside(join(folder, 'link'), 'new')
    expect([readFileSync(secret, 'utf8'), readFileSync(join(folder, 'link'), 'utf8')]).toEqual([
      'secret',
      'new',
    ])
    symlinkSync(secret, join(folder, 'other'))
    writeFileSync(join(folder, 'other'), 'overwritten')
    expect(readFileSync(secret, 'utf8')).toBe('overwritten')
  })
  test('writeAside makes nothing where a dangling link points', () => {
    const folder = temporary()
    symlinkSync(join(folder, 'target'), join(folder, 'link'))
    writeAside(join(folder, 'link'), 'new')
    expect(existsSync(join(folder, 'target'))).toBe(false)
  })
  test('writeAside leaves the other name of a file as it was', () => {
    const folder = temporary()
    writeFileSync(join(folder, 'one'), 'old')
    linkSync(join(folder, 'one'), join(folder, 'two'))
    writeAside(join(folder, 'one'), 'new')
    expect(readFileSync(join(folder, 'two'), 'utf8')).toBe('old')
  })
  test('writeAside fails on a folder, leaves what is in it and no stump', () => {
    const folder = temporary()
    mkdirSync(join(folder, 'taken'))
    writeFileSync(join(folder, 'taken', 'x'), 'kept')
    expect(codeOf(() => writeAside(join(folder, 'taken'), 'new'))).toBe('EISDIR')
    expect(readdirSync(folder)).toEqual(['taken'])
    expect(readFileSync(join(folder, 'taken', 'x'), 'utf8')).toBe('kept')
  })
  test('writeAside fails where the folder is absent or is a file', () => {
    const folder = temporary()
    writeFileSync(join(folder, 'file'), '')
    expect(codeOf(() => writeAside(join(folder, 'none', 'x'), ''))).toBe('ENOENT')
    expect(codeOf(() => writeAside(join(folder, 'file', 'x'), ''))).toBe('ENOTDIR')
  })
  test('writeAside writes nothing into a folder that took the place of its own in between', () => {
    const root = temporary()
    mkdirSync(join(root, 'state'))
    const aside = placeAside(join(root, 'state', 'file'), 'mine')
    renameSync(join(root, 'state'), join(root, 'moved'))
    mkdirSync(join(root, 'state'))
    writeFileSync(join(root, 'secret'), 'secret')
    symlinkSync(join(root, 'secret'), join(root, 'state', 'file'))
    expect(codeOf(aside.commit)).toBe('ENOENT')
    expect(readFileSync(join(root, 'secret'), 'utf8')).toBe('secret')
    expect(existsSync(join(root, 'moved', 'file'))).toBe(false)
  })
})

describe('two steps', () => {
  test('placeAside changes nothing until it is committed', () => {
    const folder = temporary()
    const path = join(folder, 'file')
    writeFileSync(path, 'old')
    const aside = placeAside(path, 'new')
    expect([readFileSync(path, 'utf8'), readFileSync(aside.at, 'utf8'), modeOf(aside.at)]).toEqual([
      'old',
      'new',
      0o600,
    ])
    aside.commit()
    expect(readFileSync(path, 'utf8')).toBe('new')
    expect(readdirSync(folder)).toEqual(['file'])
  })
  test('placeAside leaves nothing when it is discarded', () => {
    const folder = temporary()
    placeAside(join(folder, 'file'), 'new').discard()
    expect(readdirSync(folder)).toEqual([])
  })
  test('two writers at once each leave a whole file', () => {
    const path = join(temporary(), 'file')
    const [one, two] = [placeAside(path, 'one'), placeAside(path, 'two')]
    expect(one.at).not.toBe(two.at)
    two.commit()
    one.commit()
    expect(readFileSync(path, 'utf8')).toBe('one')
  })
})

describe('a disk that refuses', () => {
  test('a full disk leaves the old file and no stump, where plain writing leaves one', ctx => {
    const disk = mounted('size=64k')
    if (disk === undefined) ctx.skip('no tmpfs can be mounted here (not root)')
    const path = join(disk ?? '', 'file')
    writeAside(path, 'old')
    expect(codeOf(() => writeAside(path, 'x'.repeat(200_000)))).toBe('ENOSPC')
    expect(readFileSync(path, 'utf8')).toBe('old')
    expect(readdirSync(disk ?? '')).toEqual(['file'])
    expect(codeOf(() => writeFileSync(path, 'x'.repeat(200_000)))).toBe('ENOSPC')
    const { size } = statSync(path)
    expect(size > 3 && size < 200_000).toBe(true)
  })
  test('a disk without room for another name leaves the old file', ctx => {
    const disk = mounted('size=64k,nr_inodes=2')
    if (disk === undefined) ctx.skip('no tmpfs can be mounted here (not root)')
    const path = join(disk ?? '', 'file')
    writeFileSync(path, 'old')
    expect(codeOf(() => writeAside(path, 'new'))).toBe('ENOSPC')
    expect(readFileSync(path, 'utf8')).toBe('old')
  })
  test('a folder without the right to write leaves the old file', ctx => {
    if (process.getuid?.() !== 0 || !process.seteuid) ctx.skip('only root can become somebody else')
    const folder = temporary()
    writeFileSync(join(folder, 'file'), 'old')
    chmodSync(folder, 0o755)
    process.seteuid?.(65_534)
    try {
      expect(codeOf(() => writeAside(join(folder, 'file'), 'new'))).toBe('EACCES')
    } finally {
      process.seteuid?.(0)
    }
    expect(readdirSync(folder)).toEqual(['file'])
  })
})

describe('a writer that is killed', () => {
  const SIZE = 4_000_000
  /** Kills a process that writes `path` again and again; the sizes of what lay there each time. */
  const sizes = async (how: string): Promise<number[]> => {
    const folder = temporary()
    const program = join(folder, 'writer.cjs')
    await build({
      stdin: {
        contents: `import { writeFileSync } from 'node:fs'
          import { writeAside } from ${JSON.stringify(join(import.meta.dirname, '../../files/writeAside.ts'))}
          const text = 'x'.repeat(${SIZE})
          process.send('ready')
          for (;;) ${how}(process.argv[2], text)`,
        resolveDir: folder,
      },
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      logLevel: 'error',
    })
    const path = join(folder, 'file')
    const found: number[] = []
    for (let round = 0; round < 12; round++) {
      const child = spawn(process.execPath, [program, path], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      onTestFinished(() => void child.kill('SIGKILL'))
      await new Promise(resolve => child.once('message', resolve))
      await sleep(20 + round * 7)
      const closed = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGKILL')
      await closed
      if (existsSync(path)) found.push(statSync(path).size)
    }
    return found
  }
  test('a writer that is killed at any moment leaves the file whole', async () => {
    const found = await sizes('writeAside')
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(size => size !== SIZE)).toEqual([])
  })
  test('a plain writer that is killed leaves a stump in the place of the file', async () => {
    expect((await sizes('writeFileSync')).some(size => size !== SIZE)).toBe(true)
  })
})

describe('what a kill leaves beside', () => {
  test('sweepAside removes the stumps of files and nothing else, no link and no folder of such a name', () => {
    const folder = temporary()
    const stump = '.file.0123456789abcdef.tmp'
    const kept = ['file', '.file.tmp', 'file.0123456789abcdef.tmp', '.file.0123456789abcdeg.tmp']
    for (const name of [...kept, stump, `.${'x'.repeat(200)}.fedcba9876543210.tmp`])
      writeFileSync(join(folder, name), name)
    mkdirSync(join(folder, '.folder.0123456789abcdef.tmp'))
    symlinkSync(join(folder, 'file'), join(folder, '.link.0123456789abcdef.tmp'))
    sweepAside(folder)
    expect(readdirSync(folder).sort()).toEqual(
      [...kept, '.folder.0123456789abcdef.tmp', '.link.0123456789abcdef.tmp'].sort(),
    )
  })
  test('sweepAside knows the name that placeAside gives', () => {
    const folder = temporary()
    placeAside(join(folder, 'a name.json'), 'text')
    expect(readdirSync(folder)).toHaveLength(1)
    sweepAside(folder)
    expect(readdirSync(folder)).toEqual([])
  })
})
