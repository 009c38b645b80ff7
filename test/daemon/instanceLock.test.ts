// One twind or one call at a time, across processes that start together, wait, end, or are killed.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { takeCallLock, takeTwindLock } from '../../daemon/instanceLock.ts'
import { processStart } from '../../daemon/processStart.ts'
import { bundledScript, otherProcess } from './otherProcess.ts'
import { temporaryFolder } from './temporaryFolder.ts'

const HOLD = `
import { takeCallLock, takeTwindLock } from './daemon/instanceLock.ts'
const [, , folder, kind] = process.argv
const signal = new AbortController().signal
const take = kind === 'twind'
  ? takeTwindLock(folder, { signal, onWait: pid => console.log('waits ' + pid) })
  : takeCallLock(folder, { signal, isAnswered: async () => false })
void take.then(lock => {
  console.log(lock.ok ? 'held' : lock.refusal.code + ': ' + lock.refusal.is)
  if (lock.ok) process.stdin.once('data', () => { lock.value.release(); console.log('released') })
  if (lock.ok) setInterval(() => {}, 1_000)
})`
const never = new AbortController().signal
const asTwind = (folder: string, signal = never, onWait: (pid: number) => void = () => {}) =>
  takeTwindLock(folder, { signal, onWait })
const asCall = (folder: string, isAnswered = () => Promise.resolve(false), signal = never) =>
  takeCallLock(folder, { signal, isAnswered })
const release = (lock: Awaited<ReturnType<typeof takeCallLock>>) => lock.ok && lock.value?.release()
const lockFolder = () => join(temporaryFolder(), 'lock')

describe('two twinds', () => {
  test('takeTwindLock names the twind that runs, and takes over after kill -9', async () => {
    const folder = lockFolder()
    const other = otherProcess(await bundledScript(HOLD), folder, 'twind')
    expect(await other.line()).toBe('held')
    expect(await asTwind(folder)).toMatchObject({
      ok: false,
      refusal: { code: 'busy', is: expect.stringContaining(`process ${other.child.pid}`) },
    })
    await other.kill()
    const lock = await asTwind(folder)
    expect(lock.ok).toBe(true)
    expect(readdirSync(folder)).toEqual([expect.stringContaining(`twind.${process.pid}.`)])
    release(lock)
    expect(readdirSync(folder)).toEqual([])
  })
  test('of several twinds that start at once exactly one holds the lock', async () => {
    const folder = lockFolder()
    const script = await bundledScript(HOLD)
    const others = Array.from({ length: 4 }, () => otherProcess(script, folder, 'twind'))
    const said = await Promise.all(others.map(other => other.line()))
    expect(said.filter(line => line === 'held')).toHaveLength(1)
    expect(said.filter(line => line?.startsWith('busy: twind runs already'))).toHaveLength(3)
  })
})

describe('a twind and calls', () => {
  test('a twind that starts during a call says so, waits, and lets no new call begin', async () => {
    const folder = lockFolder()
    const call = await asCall(folder)
    expect(call.ok).toBe(true)
    const twind = otherProcess(await bundledScript(HOLD), folder, 'twind')
    expect(await twind.line()).toBe(`waits ${process.pid}`)
    let looks = 0
    const second = await asCall(folder, () => Promise.resolve(++looks === 3))
    expect(second).toEqual({ ok: true, value: null })
    release(call)
    expect(await twind.line()).toBe('held')
    expect(readdirSync(folder)).toEqual([expect.stringContaining('twind.')])
  })
  test('a twind that waits ends when it is told to, and leaves nothing', async () => {
    const folder = lockFolder()
    const script = await bundledScript(HOLD)
    const call = otherProcess(script, folder, 'call')
    expect(await call.line()).toBe('held')
    const stop = new AbortController()
    const waited: number[] = []
    const twind = await asTwind(folder, stop.signal, pid => {
      waited.push(pid)
      stop.abort()
    })
    expect(twind).toMatchObject({ ok: false, refusal: { code: 'interrupted' } })
    expect(waited).toEqual([call.child.pid])
    expect(readdirSync(folder)).toEqual([expect.stringContaining('call.')])
  })
  test('a call that was killed blocks nobody', async () => {
    const folder = lockFolder()
    const call = otherProcess(await bundledScript(HOLD), folder, 'call')
    expect(await call.line()).toBe('held')
    await call.kill()
    expect(readdirSync(folder)).toHaveLength(1)
    const next = await asCall(folder)
    expect(next.ok).toBe(true)
    release(next)
    const twind = await asTwind(folder, never, () => expect.unreachable())
    expect(twind.ok).toBe(true)
    release(twind)
  })
})

describe('calls', () => {
  test('twenty calls at once hold the lock one after the other', async () => {
    const folder = lockFolder()
    let holders = 0
    let most = 0
    const call = async () => {
      const lock = await asCall(folder)
      expect(lock.ok).toBe(true)
      most = Math.max(most, ++holders)
      await new Promise(resolve => setTimeout(resolve, 5))
      holders--
      release(lock)
    }
    await Promise.all(Array.from({ length: 20 }, call))
    expect(most).toBe(1)
    expect(readdirSync(folder)).toEqual([])
  })
  test('calls of several processes hold the lock one after the other', async () => {
    const folder = lockFolder()
    const script = await bundledScript(`
import { appendFileSync } from 'node:fs'
import { takeCallLock } from './daemon/instanceLock.ts'
const [, , folder, journal] = process.argv
void takeCallLock(folder, { signal: new AbortController().signal, isAnswered: async () => false }).then(async lock => {
  appendFileSync(journal, 'in ')
  await new Promise(resolve => setTimeout(resolve, 20))
  appendFileSync(journal, 'out ')
  lock.value.release()
  console.log('over')
})`)
    const journal = join(temporaryFolder(), 'journal')
    writeFileSync(journal, '')
    const calls = Array.from({ length: 6 }, () => otherProcess(script, folder, journal))
    expect(await Promise.all(calls.map(call => call.line()))).toEqual(calls.map(() => 'over'))
    expect(readFileSync(journal, 'utf8')).toBe('in out '.repeat(6))
  })
  test('takeCallLock leaves files alone that are no locks, and takes over from an earlier use of a process id', async () => {
    const folder = lockFolder()
    mkdirSync(folder, { mode: 0o700 })
    writeFileSync(join(folder, 'call.x'), '')
    writeFileSync(join(folder, `call.${process.ppid}.00000000-1`), '')
    writeFileSync(join(folder, `brief.${process.ppid}.${await processStart(process.ppid)}`), '')
    const lock = await asCall(folder)
    expect(lock.ok).toBe(true)
    release(lock)
    expect(readdirSync(folder).sort()).toEqual([expect.stringContaining('brief.'), 'call.x'])
  })
})
