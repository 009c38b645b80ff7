// What the built starter keeps from a helper that was taken over, and what it does where its lock cannot be one. A stand-in for
// the helper is started by the real starter and launcher.
import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTerminal, obeyed } from '../../cli/terminal.ts'
import { smallStore } from '../../fixtures/smallStore.ts'
import { removeTemporary, temporary } from '../mail/access.ts'
import { bundled, HELPER } from '../mail/bundled.ts'
import { homeWith, request, run } from '../mail/home.ts'
import { responseOf } from '../mail/requestFiles.ts'

const now = () => Math.floor(Date.now() / 1_000)
let dist = ''
beforeAll(async () => {
  dist = await bundled(HELPER)
})
afterAll(removeTemporary)

describe.skipIf(process.platform !== 'linux')('the built starter', () => {
  it('gives a helper that was taken over no terminal to type from, read or control', async () => {
    const home = homeWith(smallStore(now()))
    const stand = temporary()
    const helper = `const fs = require('node:fs')
      const reads = fd => { try { return fs.readSync(fd, Buffer.alloc(1)) } catch (error) { return error.code } }
      const terminals = [0, 1, 2].filter(fd => require('node:tty').isatty(fd))
      fs.writeSync(1, '\\u001B]0;title\\u0007terminals: ' + terminals + ', read: ' + reads(0) + '\\n')
      fs.writeSync(2, '\\u009B2J\\u202Ebad\\n')`
    writeFileSync(join(stand, 'mail.cjs'), helper)
    writeFileSync(join(stand, 'twin-mail.cjs'), readFileSync(join(dist, 'twin-mail.cjs')))
    const env = { TWIN_HOME: home.home, HOME: home.home }
    const screen = await inTerminal([join(stand, 'twin-mail.cjs')], env)
    expect(screen.sent).toContain('terminals: , read: 0')
    expect(obeyed(screen.sent)).toBe('')
    // The control: the same program without the starter.
    const alone = await inTerminal(['-e', helper.replace('reads(0)', '0')], env)
    expect(alone.sent).toContain('terminals: 0,1,2')
    expect(obeyed(alone.sent)).not.toBe('')
  })
  it('starts although a folder lies in place of its lock', async () => {
    const home = homeWith(smallStore(now()))
    mkdirSync(join(home.home, 'state', 'mail.lock', 'inside'), { recursive: true })
    const nonce = request(home, { op: 'diagnose' })
    expect(await run(dist, home)).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(responseOf(home.mail, nonce)).toBeDefined()
  })
  it.skipIf(process.getuid?.() !== 0)('refuses in three lines where it may not make its lock', async () => {
    const home = homeWith(smallStore(now()))
    for (const own of [home.home, home.mail, join(home.home, 'twin.toml')]) chownSync(own, 65_534, 65_534)
    for (const open of [home.home, join(home.home, 'state'), dist]) chmodSync(open, 0o755)
    const refused = await run(dist, home, { user: 65_534 })
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toMatch(
      /^twin-mail: error: no lock .*\(EACCES\)\ntwin-mail: wanted: .*\ntwin-mail: hint: .*\n$/,
    )
    // The control: the same start where the folder is the user's own.
    chownSync(join(home.home, 'state'), 65_534, 65_534)
    chmodSync(join(home.home, 'state'), 0o700)
    expect(await run(dist, home, { user: 65_534 })).toEqual({ code: 0, stdout: '', stderr: '' })
  })
})
