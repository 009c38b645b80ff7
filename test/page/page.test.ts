// When the page listens: from a link on, as long as a link or a session is good, and never longer. Time and timers pass by hand;
// the server is real. Relies on served.ts for both.
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { page } from '../../page/page.ts'
import {
  PAGE_CONNECTIONS,
  PAGE_LINK_SECONDS,
  PAGE_MINUTES,
  PAGE_REQUEST_SECONDS,
} from '../../protocol/limits.ts'
import { answers } from './answersDouble.ts'
import { type Served, served } from './served.ts'
import { worldDouble } from './worldDouble.ts'

const isListening = (site: Served): Promise<boolean> =>
  site.send('/').then(
    () => true,
    () => false,
  )

test('nothing listens before a link is asked for', () => {
  const double = worldDouble(answers([]))
  page(double.world)
  expect(double.logged).toEqual([])
})

test('a link that nobody uses ends the listener when it is over', async () => {
  const site = await served(answers([]))
  site.pass(PAGE_LINK_SECONDS * 1000 - 1)
  expect(await isListening(site)).toBe(true)
  site.pass(1)
  expect(await isListening(site)).toBe(false)
  expect(site.double.logged.at(-1)).toBe('the page is closed')
})

test('a session that is used keeps the listener, and its idle minutes end it', async () => {
  const site = await served(answers([]))
  const session = await site.signIn()
  for (let use = 0; use < 3; use++) {
    site.pass(PAGE_MINUTES * 60_000 - 1)
    expect((await session.get('')).status).toBe(200)
  }
  site.pass(PAGE_MINUTES * 60_000)
  expect(await isListening(site)).toBe(false)
})

test('a link after the end listens again, and the old session is gone', async () => {
  const site = await served(answers([]))
  const old = await site.signIn()
  site.pass(PAGE_MINUTES * 60_000)
  const again = new URL(await site.link())
  const reply = await fetch(again.href)
  expect(reply.status).toBe(200)
  const stale = await fetch(`${again.origin}/s/${old.place}/`, { headers: { cookie: old.cookie } })
  expect(stale.status).toBe(403)
})

test('links asked for at once share one listener', async () => {
  const site = await served(answers([]))
  const links = await Promise.all([site.link(), site.link(), site.link()])
  expect(new Set(links.map(link => new URL(link).origin))).toEqual(new Set([site.origin]))
})

test('closing ends the listener and everything that hangs on it at once', async () => {
  const site = await served(answers([]))
  await site.signIn()
  await site.page.close()
  expect(await isListening(site)).toBe(false)
  await site.page.close()
})

test('only 127.0.0.1 is listened on', async () => {
  const site = await served(answers([]))
  const { port } = new URL(site.origin)
  await expect(reached(Number(port), '127.0.0.2')).resolves.toBe(false)
  await expect(reached(Number(port), '127.0.0.1')).resolves.toBe(true)
})

test('as many connections as the cap are held and one more is closed', async () => {
  const site = await served(answers([]))
  const port = Number(new URL(site.origin).port)
  const held: Socket[] = []
  onTestFinished(() => {
    for (const socket of held) socket.destroy()
  })
  for (let at = 0; at < PAGE_CONNECTIONS; at++) held.push(await opened(port))
  const ended = (socket: Socket) => new Promise<boolean>(resolve => socket.once('close', () => resolve(true)))
  expect(held.some(socket => socket.destroyed)).toBe(false)
  const over = await opened(port)
  held.push(over)
  over.resume()
  await expect(ended(over)).resolves.toBe(true)
  expect(held.slice(0, PAGE_CONNECTIONS).some(socket => socket.destroyed)).toBe(false)
})

test('a request that does not arrive within its seconds is answered with a time-out', async () => {
  expect(PAGE_REQUEST_SECONDS).toBeLessThan(30)
  const site = await served(answers([]))
  const socket = await opened(Number(new URL(site.origin).port))
  socket.write('GET / HTTP/1.1\r\nHost: ')
  const text = await new Promise<string>(resolve => socket.once('data', bytes => resolve(String(bytes))))
  expect(text).toMatch(/^HTTP\/1\.1 408 /)
  socket.destroy()
})

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(socket))
    socket.on('error', reject)
  })
}

function reached(port: number, host: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, host)
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.unref()
  })
}
