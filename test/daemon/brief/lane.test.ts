// Lanes: bytes both ways, ends that propagate, addresses of this machine only.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { endpointOf, serveLane } from '../../../daemon/brief/lane.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** Both ends of a unix stream socket: `ours` is what a stage would hold, `lane` what twind holds. */
async function lanePair(): Promise<{ ours: Socket; lane: Socket }> {
  const path = join(temporaryFolder(), 'lane')
  const server = createServer().listen(path)
  await once(server, 'listening')
  const ours = connect(path)
  const [lane] = (await once(server, 'connection')) as [Socket]
  server.close()
  ours.on('error', () => undefined)
  onTestFinished(() => void (ours.destroy(), lane.destroy()))
  return { ours, lane }
}
async function model(
  serve: (socket: Socket) => void,
  host = '127.0.0.1',
): Promise<Server & { port: number }> {
  const sockets = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, socket => {
    sockets.add(socket.on('error', () => undefined))
    serve(socket)
  }).listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  return Object.assign(server, { port: (server.address() as AddressInfo).port })
}
const textOf = async (stream: Duplex): Promise<string> => {
  let text = ''
  for await (const chunk of stream) text += String(chunk)
  return text
}

describe('the address', () => {
  test.each([
    ['http://127.0.0.1:11434', ['127.0.0.1'], 11434],
    ['http://127.8.8.8:1', ['127.8.8.8'], 1],
    ['http://localhost:11434', ['127.0.0.1', '::1'], 11434],
    ['http://[::1]:11434', ['::1'], 11434],
    ['http://127.0.0.1', ['127.0.0.1'], 80],
  ])('endpointOf takes %s as a literal loopback address', (url, addresses, port) => {
    expect(endpointOf(url)).toEqual({ addresses, port })
  })
  test.each([
    'http://192.168.1.2:11434',
    'http://example.test:80',
    'https://127.0.0.1:1',
    'http://[::2]:1',
    'http://127.0.0.1.example.test:1',
    'http://0.0.0.0:1',
  ])('endpointOf throws for %s, which is not of this machine', url => {
    expect(() => endpointOf(url)).toThrow(RangeError)
  })
})

describe('relaying bytes', () => {
  test('serveLane carries bytes both ways, unread and whole', async () => {
    const big = Buffer.alloc(3_000_000, 'å')
    const { port } = await model(socket => socket.pipe(socket))
    const { ours, lane } = await lanePair()
    serveLane(lane, { addresses: ['127.0.0.1'], port })
    let echoed = 0
    const all = new Promise<void>(resolve =>
      ours.on('data', bytes => ((echoed += bytes.length), echoed === big.length && resolve())),
    )
    ours.write(big)
    await all
    expect(echoed).toBe(big.length)
  })
  test('serveLane delivers what the model sent before it closed', async () => {
    const { port } = await model(socket => socket.once('data', () => socket.end('x'.repeat(500_000))))
    const { ours, lane } = await lanePair()
    serveLane(lane, { addresses: ['127.0.0.1'], port })
    ours.write('hello')
    expect((await textOf(ours)).length).toBe(500_000)
    expect(lane.destroyed || (await once(lane, 'close'))).toBeTruthy()
  })
  test('serveLane delivers what the stage sent before it closed', async () => {
    const heard = new Promise<string>(
      resolve => void model(socket => void textOf(socket).then(resolve)).then(({ port }) => start(port)),
    )
    const start = async (port: number) => {
      const { ours, lane } = await lanePair()
      serveLane(lane, { addresses: ['127.0.0.1'], port })
      ours.end('y'.repeat(500_000))
    }
    expect((await heard).length).toBe(500_000)
  })
  test('serveLane relays what was written before the model was reached', async () => {
    const { port } = await model(socket => socket.pipe(socket))
    const { ours, lane } = await lanePair()
    ours.write('early')
    await pause(20)
    serveLane(lane, { addresses: ['127.0.0.1'], port })
    const [bytes] = (await once(ours, 'data')) as [Buffer]
    expect(String(bytes)).toBe('early')
  })
})

describe('a lane that ends', () => {
  test.each([
    ['closes (FIN)', (socket: Socket) => socket.end()],
    ['resets (RST)', (socket: Socket) => socket.resetAndDestroy()],
  ])('the lane is dead for good after the model %s', async (_, end) => {
    const connections: Socket[] = []
    const { port } = await model(socket => (connections.push(socket), end(socket)))
    const { ours, lane } = await lanePair()
    serveLane(lane, { addresses: ['127.0.0.1'], port })
    ours.resume()
    await once(ours, 'close')
    ours.write('again?')
    await pause(50)
    expect(connections).toHaveLength(1)
    expect([lane.destroyed, ours.destroyed]).toEqual([true, true])
  })
  test.each([
    ['ends it', (ours: Socket) => ours.end()],
    ['destroys it', (ours: Socket) => ours.destroy()],
  ])('the connection to the model closes when the stage %s', async (_, end) => {
    const { ours, lane } = await lanePair()
    const closed = new Promise<void>(resolve => {
      void model(socket => {
        socket
          .on('end', () => socket.end())
          .once('close', () => resolve())
          .resume()
        end(ours)
      }).then(({ port }) => serveLane(lane, { addresses: ['127.0.0.1'], port }))
    })
    await closed
    expect(lane.destroyed || (await once(lane, 'close'))).toBeTruthy()
  })
  test('serveLane closes the lane when nothing listens at any address', async () => {
    const { port } = await model(() => undefined)
    const { ours, lane } = await lanePair()
    serveLane(lane, { addresses: ['127.9.9.9', '::1'], port })
    ours.resume()
    await once(ours, 'close')
    expect(lane.destroyed).toBe(true)
  })
  test('serveLane falls back to the second address of localhost', async ctx => {
    const { port } = await model(socket => socket.pipe(socket), '::1').catch(() => ({ port: 0 }))
    if (port === 0) ctx.skip('this machine has no ::1')
    const { ours, lane } = await lanePair()
    serveLane(lane, { addresses: ['127.0.0.1', '::1'], port })
    ours.write('hello')
    const [bytes] = (await once(ours, 'data')) as [Buffer]
    expect(String(bytes)).toBe('hello')
  })
  test('serveLane dials nobody once the stage has gone', async () => {
    const connections: Socket[] = []
    const { port } = await model(socket => connections.push(socket))
    const { ours, lane } = await lanePair()
    ours.destroy()
    await once(lane.resume(), 'close')
    serveLane(lane, { addresses: ['127.0.0.1'], port })
    await pause(50)
    expect(connections.every(socket => socket.destroyed || socket.readableEnded)).toBe(true)
  })
})
