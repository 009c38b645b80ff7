// A process is told from a later one with the same id, and from its own corpse.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { processStart } from '../../daemon/processStart.ts'

test('processStart gives one word for a process as long as it lives', async () => {
  const word = await processStart(process.pid)
  expect(word).toMatch(/^[0-9A-Za-z-]{1,80}$/)
  expect(await processStart(process.pid)).toBe(word)
})

test('processStart gives nothing for a process that has ended', async () => {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  const { pid = 0 } = child
  await once(child, 'exit')
  expect(await processStart(pid)).toBeUndefined()
})

test('processStart gives nothing for a process that is dead and not yet buried', async () => {
  const parent = spawn('/bin/sh', ['-c', '/bin/sleep 0.3 & echo $!; exec sleep 30'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(String(line))
  await expect.poll(() => processStart(pid), { timeout: 10_000 }).toBeUndefined()
  process.kill(pid, 0)
  parent.kill('SIGKILL')
})
