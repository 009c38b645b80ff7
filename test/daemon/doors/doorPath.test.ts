// Where a door's socket may be put: what lies there already, how long its path is, who owns its folder.
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  prepareDoorPath,
  removeDoorPath,
  socketPathBytes,
  sweepDoorPaths,
} from '../../../daemon/doors/doorPath.ts'
import { openDoor } from '../../../daemon/doors/openDoor.ts'
import * as cap from '../../../protocol/limits.ts'
import { done } from '../../../protocol/refusal.ts'
import { bundledScript, otherProcess } from '../otherProcess.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { CLI, OUTCOME, send } from './testDoor.ts'

const place = () => join(temporaryFolder(), 'doors', 'cli', 'twind.sock')
const config = { ok: false, refusal: { code: 'config' } }
const openAt = (path: string) =>
  openDoor({
    name: 'cli',
    path,
    channelOf: () => CLI,
    call: () => Promise.resolve(done(OUTCOME)),
    document: null,
    log: () => undefined,
  })
/** A path of `bytes` bytes whose folders exist, some of them beyond ASCII. */
function longPlace(bytes: number): string {
  const folder = join(temporaryFolder(), 'ø')
  mkdirSync(folder, { mode: 0o700 })
  const left = bytes - Buffer.byteLength(join(folder, 'x', 'cli', 'twind.sock'))
  return join(folder, 'x'.repeat(left + 1), 'cli', 'twind.sock')
}

describe('what lies there', () => {
  test('a door makes its folders for this user alone', async () => {
    const path = place()
    const door = await openAt(path)
    expect(door.ok).toBe(true)
    for (const folder of [dirname(path), dirname(dirname(path))])
      expect(lstatSync(folder).mode & 0o777).toBe(0o700)
    expect((await send(path)).status).toBe(200)
    if (door.ok) await door.value.stop()
    expect(existsSync(dirname(path))).toBe(false)
  })
  test('the socket that a killed process left is taken over', async () => {
    const path = place()
    expect(prepareDoorPath(path, process.platform).ok).toBe(true)
    const script = await bundledScript(
      `import { createServer } from 'node:net'\ncreateServer().listen(process.argv[2], () => console.log('up'))`,
    )
    const other = otherProcess(script, path)
    expect(await other.line()).toBe('up')
    await other.kill()
    expect(lstatSync(path).isSocket()).toBe(true)
    const door = await openAt(path)
    expect(door.ok).toBe(true)
    expect((await send(path)).status).toBe(200)
    if (door.ok) await door.value.stop()
  })
  test.each([
    ['a file', (path: string) => writeFileSync(path, 'mine')],
    ['a link to a file', (path: string) => symlinkSync('/etc/passwd', path)],
    ['a dangling link', (path: string) => symlinkSync('/no/such', path)],
    ['a folder', (path: string) => mkdirSync(path)],
  ])('%s in the place of the socket is refused and left alone', async (_, put) => {
    const path = place()
    expect(prepareDoorPath(path, process.platform).ok).toBe(true)
    put(path)
    const before = lstatSync(path)
    expect(await openAt(path)).toMatchObject(config)
    expect(lstatSync(path).ino).toBe(before.ino)
    removeDoorPath(path)
    sweepDoorPaths(dirname(dirname(path)), new Set())
    expect(lstatSync(path).ino).toBe(before.ino)
  })
  test.skipIf(process.getuid?.() !== 0)('the socket of another user is refused and left alone', async () => {
    const path = place()
    const door = await openAt(path)
    expect(door.ok).toBe(true)
    spawnSync('chown', ['65534', path])
    expect(prepareDoorPath(path, process.platform)).toMatchObject(config)
    expect(lstatSync(path).isSocket()).toBe(true)
    spawnSync('chown', ['0', path])
    if (door.ok) await door.value.stop()
  })
  test('a folder that is open to others, or a link, is refused', async () => {
    const open = place()
    mkdirSync(dirname(open), { recursive: true, mode: 0o700 })
    chmodSync(dirname(open), 0o755)
    expect(await openAt(open)).toMatchObject(config)
    const linked = place()
    mkdirSync(dirname(dirname(linked)), { mode: 0o700 })
    symlinkSync(temporaryFolder(), dirname(linked))
    expect(await openAt(linked)).toMatchObject(config)
  })
})

describe('how long it is', () => {
  test('a socket path of the cap is served and one byte more is refused before anything is made', async () => {
    const most = socketPathBytes(process.platform)
    const longest = longPlace(most)
    expect(Buffer.byteLength(longest)).toBe(most)
    const door = await openAt(longest)
    expect(door.ok).toBe(true)
    expect((await send(longest)).status).toBe(200)
    if (door.ok) await door.value.stop()
    const longer = longPlace(most + 1)
    const refused = await openAt(longer)
    expect(refused).toMatchObject({ ok: false, refusal: { fix: expect.stringContaining('TWIN_HOME') } })
    expect(existsSync(dirname(dirname(longer)))).toBe(false)
  })
  test('the cap of each system is the one that its kernel has', () => {
    expect(socketPathBytes('linux')).toBe(cap.SOCKET_PATH_BYTES_LINUX)
    expect(socketPathBytes('darwin')).toBe(cap.SOCKET_PATH_BYTES_DARWIN)
    const path = `/${'x'.repeat(cap.SOCKET_PATH_BYTES_DARWIN)}`
    expect(prepareDoorPath(path, 'darwin')).toMatchObject({
      ok: false,
      refusal: { is: expect.stringContaining(`${cap.SOCKET_PATH_BYTES_DARWIN + 1} bytes`) },
    })
  })
})

test('the doors that a killed twind left are swept and those that are open are not', async () => {
  const folder = join(temporaryFolder(), 'doors')
  const open = await openAt(join(folder, 'cli', 'twind.sock'))
  const left = await openAt(join(folder, 'agent.old', 'twind.sock'))
  mkdirSync(join(folder, 'mine'))
  writeFileSync(join(folder, 'mine', 'note'), 'kept')
  sweepDoorPaths(folder, new Set(['cli']))
  expect(existsSync(join(folder, 'agent.old'))).toBe(false)
  expect(readFileSync(join(folder, 'mine', 'note'), 'utf8')).toBe('kept')
  expect((await send(join(folder, 'cli', 'twind.sock'))).status).toBe(200)
  for (const door of [open, left]) if (door.ok) await door.value.stop()
})
