// One brief at a time, across processes that start together, end, or are killed.
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { takeBriefLock } from '../../daemon/briefLock.ts'
import { processStart } from '../../daemon/processStart.ts'
import { bundledScript, otherProcess } from './otherProcess.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const HOLD = `
import { takeBriefLock } from './daemon/briefLock.ts'
void takeBriefLock(process.argv[2]).then(lock => {
  console.log(lock.ok ? 'held' : lock.refusal.code)
  if (lock.ok) setInterval(() => {}, 1_000)
})`
const release = (lock: Awaited<ReturnType<typeof takeBriefLock>>) => lock.ok && lock.value.release()

describe('one brief at a time', () => {
  test('takeBriefLock refuses a second brief of the same process until the first is over', async () => {
    const folder = join(temporaryFolder(), 'lock')
    const first = await takeBriefLock(folder)
    expect(first.ok).toBe(true)
    expect(await takeBriefLock(folder)).toMatchObject({ ok: false, refusal: { code: 'busy' } })
    release(first)
    const second = await takeBriefLock(folder)
    expect(second.ok).toBe(true)
    release(second)
    expect(readdirSync(folder)).toEqual([])
  })
  test('takeBriefLock refuses while another process holds it and takes over after kill -9', async () => {
    const folder = join(temporaryFolder(), 'lock')
    const other = otherProcess(await bundledScript(HOLD), folder)
    expect(await other.line()).toBe('held')
    expect(await takeBriefLock(folder)).toMatchObject({ ok: false, refusal: { code: 'busy' } })
    await other.kill()
    expect(readdirSync(folder)).toHaveLength(1)
    const lock = await takeBriefLock(folder)
    expect(lock.ok).toBe(true)
    expect(readdirSync(folder)).toEqual([expect.stringContaining(`brief.${process.pid}.`)])
    release(lock)
  })
  test('of several processes that start at once exactly one holds the lock', async () => {
    const folder = join(temporaryFolder(), 'lock')
    const script = await bundledScript(HOLD)
    const others = Array.from({ length: 4 }, () => otherProcess(script, folder))
    const said = await Promise.all(others.map(other => other.line()))
    expect(said.sort()).toEqual(['busy', 'busy', 'busy', 'held'])
    await Promise.all(others.map(other => other.kill()))
    const lock = await takeBriefLock(folder)
    expect(lock.ok).toBe(true)
    release(lock)
  })
})

describe('stale locks', () => {
  test('takeBriefLock takes over from an earlier use of a process id that lives', async () => {
    const folder = join(temporaryFolder(), 'lock')
    release(await takeBriefLock(folder))
    writeFileSync(join(folder, `brief.${process.ppid}.00000000-1`), '')
    const lock = await takeBriefLock(folder)
    expect(lock.ok).toBe(true)
    release(lock)
  })
  test('takeBriefLock refuses where the same file names a process that lives', async () => {
    const folder = join(temporaryFolder(), 'lock')
    release(await takeBriefLock(folder))
    writeFileSync(join(folder, `brief.${process.ppid}.${await processStart(process.ppid)}`), '')
    expect(await takeBriefLock(folder)).toMatchObject({ ok: false, refusal: { code: 'busy' } })
  })
  test('takeBriefLock leaves files alone that are no locks', async () => {
    const folder = join(temporaryFolder(), 'lock')
    release(await takeBriefLock(folder))
    writeFileSync(join(folder, 'brief.x'), '')
    const lock = await takeBriefLock(folder)
    expect(lock.ok).toBe(true)
    release(lock)
    expect(readdirSync(folder)).toEqual(['brief.x'])
  })
})
