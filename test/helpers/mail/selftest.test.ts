// The acts of the selftests where nothing confines: each goes through or fails for a reason that is no refusal. This is the control
// for "blocked" under the launcher (helper.test.ts). The native acts are left to test/native: an exec would end this process.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { storePaths } from '../../../demo/storePaths.ts'
import { attempt } from '../../../helpers/mail/selftest/attempt.ts'
import { codeOfNumber } from '../../../native/proof.ts'
import { fileActs } from '../../../helpers/mail/selftest/files.ts'
import { networkActs } from '../../../helpers/mail/selftest/network.ts'
import { packageRoot } from '../../../files/packageRoot.ts'
import { smallStore } from '../../fixtures/smallStore.ts'
import { accessTo, built, NOW, removeTemporary, temporary } from './access.ts'

afterAll(removeTemporary)

describe('networkActs without confinement', () => {
  it('reaches a listener, a datagram port and a unix socket, and none is refused', async () => {
    const folder = temporary()
    const server = createServer(socket => {
      socket.on('error', () => socket.destroy())
      socket.end()
    })
    await new Promise<void>(resolve => server.listen(49_151, '127.0.0.1', resolve))
    const denials = await Promise.all(networkActs(folder).map(act => attempt(act)))
    server.close()
    expect(denials.filter(denial => denial.refused)).toEqual([])
    const through = denials.filter(denial => denial.how === 'it went through').map(denial => denial.act)
    expect(through).toEqual(
      expect.arrayContaining([
        'connect over TCP',
        'send a UDP datagram',
        'listen on TCP',
        'listen on a unix socket',
      ]),
    )
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('fileActs without confinement', () => {
  it('reads a message, writes beside the index and plants links, and undoes what it did', async () => {
    const folder = built(smallStore(NOW))
    const access = accessTo(folder)
    mkdirSync(join(folder, 'config'))
    const config = join(folder, 'config', 'twin.toml')
    writeFileSync(config, '')
    const before = readdirSync(packageRoot)
    const acts = fileActs({ ...access.places, config })
    const denials = []
    for (const act of acts) denials.push(await attempt(act))
    const refused = denials.filter(denial => denial.how !== 'it went through').map(denial => denial.act)
    expect(refused).toEqual([])
    expect(denials.map(denial => denial.act)).toEqual(
      expect.arrayContaining([
        'read a message (.emlx)',
        'open the index for writing',
        'write beside the index',
      ]),
    )
    expect(readdirSync(packageRoot).filter(name => name.startsWith('.selftest'))).toEqual(
      before.filter(name => name.startsWith('.selftest')),
    )
    expect(readdirSync(storePaths(folder).mailData)).toEqual(['Envelope Index'])
    expect(existsSync(join(folder, 'config', `.selftest-${process.pid}`))).toBe(false)
    expect(readdirSync(access.places.mail)).toEqual([])
  })
})

describe('fileActs before twin init', () => {
  it('tries to write in the nearest folder that is there, and undoes it', async () => {
    const folder = temporary()
    const { places } = accessTo(built(smallStore(NOW)))
    const acts = fileActs({ ...places, config: join(folder, '.config', 'twin', 'twin.toml') })
    const act = acts.find(([name]) => name === 'write beside twin.toml')
    if (!act) throw new Error('Cannot test an act that is gone')
    expect(await attempt(act)).toMatchObject({ refused: false, how: 'it went through' })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('attempt', () => {
  it('counts only the kernel’s refusals', async () => {
    const fails = (code: string) => () => {
      throw Object.assign(new Error(code), { code })
    }
    for (const code of ['EPERM', 'EACCES', 'EROFS'])
      expect((await attempt(['x', fails(code)])).refused).toBe(true)
    for (const code of ['ENOENT', 'ECONNREFUSED', 'EEXIST', 'EAI_AGAIN'])
      expect((await attempt(['x', fails(code)])).refused).toBe(false)
    expect(await attempt(['x', () => undefined])).toMatchObject({ refused: false, how: 'it went through' })
    expect((await attempt(['x', () => Promise.reject(new Error('no code'))])).refused).toBe(false)
    expect([codeOfNumber(1), codeOfNumber(-13), codeOfNumber(99)]).toEqual(['EPERM', 'EACCES', 'errno 99'])
  })
  it('does not wait for ever and does not take silence for a refusal', async () => {
    expect(await attempt(['x', () => new Promise(() => undefined)])).toMatchObject({
      refused: false,
      how: 'no answer',
    })
  })
})
