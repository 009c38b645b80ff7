// Helpers that are killed at every step of the protocol, and many at once: no request is answered twice or with another's answer.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as cap from '../../../protocol/limits.ts'
import { requestName } from '../../../protocol/nonce.ts'
import { removeTemporary, temporary } from './access.ts'
import { bundled } from './bundled.ts'
import { place, responseOf } from './requestFiles.ts'

let driver = ''
beforeAll(async () => {
  driver = join(await bundled({ drain: 'test/helpers/mail/drivers/drainDriver.ts' }), 'drain.cjs')
})
afterAll(removeTemporary)

function world(requests: number) {
  const root = temporary()
  const folder = join(root, 'mail')
  mkdirSync(folder, { mode: 0o700 })
  const log = join(root, 'log')
  const nonces = Array.from({ length: requests }, () => place(folder))
  const handled = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])
  return { root, folder, log, nonces, handled }
}
const twice = (list: readonly string[]): string[] => list.filter((one, i) => list.indexOf(one) !== i)

/** What a helper leaves that dies with a request in its hands; `answered`: whether that request has its answer. */
const STEPS = [
  { step: 'listed', leaves: [], answered: 'later' },
  { step: 'claimed', leaves: [/^\.claimed-/], answered: 'never' },
  { step: 'read', leaves: [/^\.claimed-/], answered: 'never' },
  { step: 'deleted', leaves: [], answered: 'never' },
  { step: 'handled', leaves: [], answered: 'never' },
  { step: 'aside', leaves: [/^\.response-.*\.tmp$/], answered: 'never' },
  { step: 'written', leaves: [], answered: 'before' },
] as const

describe('a helper that is killed', () => {
  it.each(STEPS)('loses at most its own request when it dies at $step', ({ step, leaves, answered }) => {
    const { folder, log, nonces, handled } = world(5)
    const passed = step === 'listed' ? 0 : 2
    const killed = spawnSync(process.execPath, [driver, folder, log, step, String(passed)])
    expect(killed.signal).toBe('SIGKILL')
    const left = readdirSync(folder).filter(name => name.startsWith('.'))
    expect(left.length).toBe(leaves.length)
    leaves.forEach((form, i) => expect(left[i]).toMatch(form))
    // Whoever starts next answers the others.
    expect(spawnSync(process.execPath, [driver, folder, log]).status).toBe(0)
    expect(twice(handled())).toEqual([])
    const withAnswer = nonces.filter(nonce => responseOf(folder, nonce) !== undefined)
    expect(withAnswer.length).toBe(answered === 'never' ? 4 : 5)
    for (const nonce of withAnswer) expect(responseOf(folder, nonce)?.answer).toMatchObject({ store: nonce })
    expect(nonces.some(nonce => existsSync(join(folder, requestName(nonce))))).toBe(false)
    // And what the dead one left is swept once it is old.
    const then = Date.now() / 1_000 - cap.STALE_SECONDS - 5
    for (const name of left) utimesSync(join(folder, name), then, then)
    spawnSync(process.execPath, [driver, folder, log])
    expect(readdirSync(folder).filter(name => name.startsWith('.'))).toEqual([])
  })
})

describe('helpers that overlap', () => {
  it.each([2, 10])('answer a hundred requests once each when %i run at once', async count => {
    const { root, folder, log, nonces, handled } = world(100)
    writeFileSync(join(root, 'wait'), '')
    const ends = Array.from({ length: count }, () => {
      const child = spawn(process.execPath, [driver, folder, log], { stdio: 'ignore' })
      return new Promise(resolve => child.once('close', resolve))
    })
    // All of them stand at the door before it opens.
    while (readdirSync(root).filter(name => name.startsWith('ready-')).length < count) await pause(5)
    writeFileSync(join(root, 'go'), '')
    expect(await Promise.all(ends)).toEqual(Array.from({ length: count }, () => 0))
    expect(handled().toSorted()).toEqual(nonces.toSorted())
    for (const nonce of nonces) {
      expect(responseOf(folder, nonce)?.nonce).toBe(nonce)
      expect(responseOf(folder, nonce)?.answer).toMatchObject({ store: nonce })
    }
    expect(readdirSync(folder).length).toBe(100)
  })
})
