// A state folder that is taken from under a twind that runs: noticed by the timer and by a call, and twind ends with an error.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { watchState } from '../../daemon/stateGone.ts'
import { pathsOf, socketOf } from '../../protocol/paths.ts'
import { temporaryFolder } from './temporaryFolder.ts'
import { type Built, builtTwind, startTwind, twinHome } from './twindProcess.ts'

let built: Built
beforeAll(async () => {
  built = await builtTwind()
})
afterAll(() => built.remove())

/** A watched folder, with how often it was told to be gone. */
function watched() {
  vi.useFakeTimers()
  const folder = join(temporaryFolder(), 'state')
  mkdirSync(folder, { recursive: true })
  const onGone = vi.fn()
  return { folder, onGone, watch: watchState(folder, 1_000, onGone) }
}

test('watchState tells once that the folder was removed, and nothing while files in it come and go', () => {
  const { folder, onGone, watch } = watched()
  writeFileSync(join(folder, 'file'), '')
  vi.advanceTimersByTime(5_000)
  watch.look()
  expect(onGone).not.toHaveBeenCalled()
  rmSync(folder, { recursive: true })
  vi.advanceTimersByTime(5_000)
  watch.look()
  expect(onGone).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})

test('watchState tells that another folder stands in its place', () => {
  const { folder, onGone, watch } = watched()
  renameSync(folder, `${folder}-away`)
  mkdirSync(folder)
  watch.look()
  expect(onGone).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
})

test('watchState says nothing any more once it is stopped', () => {
  const { folder, onGone, watch } = watched()
  watch.stop()
  rmSync(folder, { recursive: true })
  vi.advanceTimersByTime(5_000)
  expect(onGone).not.toHaveBeenCalled()
  vi.useRealTimers()
})

test('a twind whose state folder is taken away says so at the next call and ends with an error', async () => {
  const { home, paths } = twinHome()
  const twind = startTwind(built.twind, home)
  await twind.said('started')
  const away = pathsOf({ TWIN_HOME: temporaryFolder() })
  mkdirSync(join(away.state, '..'), { recursive: true })
  renameSync(paths.state, away.state)
  const calling = request({
    socketPath: socketOf(away, 'cli', null),
    path: '/operations/status',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
  })
  calling.on('error', () => undefined)
  calling.end('{"input":{}}')
  expect(await twind.ended).toBe(1)
  expect(twind.log()).toContain(`the state folder ${paths.state} is not there any more`)
  expect(twind.log()).toContain('twind: hint: start twind again')
})
