// What happens to twin.toml while twind is still starting.
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { isListening } from '../../daemon/doors/client.ts'
import { socketOf } from '../../protocol/paths.ts'
import { type Built, builtTwind, POLICY, startTwind, twinHome } from './twindProcess.ts'

let built: Built
beforeAll(async () => {
  built = await builtTwind()
})
afterAll(() => built.remove())

test('an agent that twin.toml gains while plugins are still starting gets its door', async () => {
  const slow = '[plugins.slow]\ncommand = ["/bin/sleep", "2"]\n'
  const { home, paths } = twinHome(slow, `${POLICY}"plugin.slow" = "auto"\n`)
  const twind = startTwind(built.twind, home)
  await vi.waitFor(async () => expect(await isListening(socketOf(paths, 'cli', null))).toBe(true), 10_000)
  expect(twind.log()).not.toContain('started')
  writeFileSync(join(home, 'new'), `${slow}[agents.bob]\n`, { mode: 0o600 })
  renameSync(join(home, 'new'), paths.twinToml)
  await twind.said('started')
  await twind.said('door agent.bob is open')
})
