// How long a call waits for the lock, with the same code and a shorter wait: the module of caps is replaced for this file.
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { takeCallLock } from '../../daemon/instanceLock.ts'
import { temporaryFolder } from './temporaryFolder.ts'

vi.mock(import('../../protocol/limits.ts'), async original => ({
  ...(await original()),
  ...({ LOCK_SECONDS: 1 } as object),
}))

const take = (folder: string) =>
  takeCallLock(folder, { signal: new AbortController().signal, isAnswered: () => Promise.resolve(false) })

test('a call waits for another as long as the cap and is then refused with its process', async () => {
  const folder = join(temporaryFolder(), 'lock')
  const first = await take(folder)
  expect(await take(folder)).toMatchObject({
    ok: false,
    refusal: { code: 'busy', is: expect.stringContaining(`process ${process.pid}`) },
  })
  const third = take(folder)
  if (first.ok) first.value?.release()
  expect(await third).toMatchObject({ ok: true, value: { release: expect.any(Function) } })
})
