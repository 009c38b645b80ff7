// A statement that never ends, and the thread that ends the process around it.
import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { native, removeTemporary } from './access.ts'
import { bundled } from './bundled.ts'

let driver = ''
beforeAll(async () => {
  driver = join(await bundled({ busy: 'test/helpers/mail/drivers/busyDriver.ts' }), 'busy.cjs')
})
afterAll(removeTemporary)

it('a watchdog ends a process that is stuck in one call', () => {
  expect(spawnSync(process.execPath, [driver, native, '0.2'], { timeout: 25_000 }).signal).toBe('SIGKILL')
})

it('nothing ends that process without a watchdog, as the control shows', async () => {
  const stuck = spawn(process.execPath, [driver, native])
  await pause(2_000)
  expect([stuck.exitCode, stuck.signalCode]).toEqual([null, null])
  stuck.kill('SIGTERM')
  await new Promise(resolve => stuck.once('close', resolve))
})
