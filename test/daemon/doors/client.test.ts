// The client of a door: what it takes for an answer, and what for the lack of one.
import { createServer, type Socket } from 'node:net'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { askDoor, isListening } from '../../../daemon/doors/client.ts'
import type { Gate } from '../../../daemon/world.ts'
import { CALL_BYTES, OUTCOME_BYTES } from '../../../protocol/limits.ts'
import { done, refused } from '../../../protocol/refusal.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { OUTCOME, testDoor } from './testDoor.ts'

const ASKED = { name: 'status', input: {} }
const io = (signal = new AbortController().signal, progress = () => undefined) => ({ signal, progress })
/** A server that does to a connection what its test says. */
async function server(serve: (socket: Socket) => void): Promise<string> {
  const path = join(temporaryFolder(), 's')
  const sockets = new Set<Socket>()
  const listening = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    serve(socket)
  })
  await new Promise<void>(resolve => {
    listening.listen(path, resolve)
  })
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    listening.close()
  })
  return path
}
const http = (body: string) => `HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${body}`

describe('a twind that answers', () => {
  test('askDoor gives the outcome, the refusal and the progress of the gate', async () => {
    const progress = vi.fn()
    const { path } = await testDoor({
      call: async (_, asked, { progress: tell }) => {
        tell(1, 3)
        return asked.confirm === true ? done(OUTCOME) : refused('denied', { is: 'a', wanted: 'b', fix: 'c' })
      },
    })
    expect(await askDoor(path, { ...ASKED, confirm: true }, io(undefined, progress))).toEqual(done(OUTCOME))
    expect(progress).toHaveBeenCalledWith(1, 3)
    expect(await askDoor(path, ASKED, io())).toMatchObject({ ok: false, refusal: { code: 'denied' } })
    expect(await isListening(path)).toBe(true)
  })
  test('aborting askDoor aborts the call behind the door', async () => {
    const state = { begun: false, aborted: false }
    const call: Gate['call'] = (_, __, { signal }) => {
      state.begun = true
      return new Promise(resolve => {
        signal.addEventListener('abort', () => {
          state.aborted = true
          resolve(done(OUTCOME))
        })
      })
    }
    const { path } = await testDoor({ call })
    const stop = new AbortController()
    const asked = askDoor(path, ASKED, io(stop.signal))
    await vi.waitUntil(() => state.begun)
    stop.abort()
    expect(await asked).toMatchObject({ ok: false, refusal: { code: 'interrupted' } })
    await vi.waitUntil(() => state.aborted)
    expect(await askDoor(path, ASKED, io(stop.signal))).toMatchObject({
      ok: false,
      refusal: { code: 'interrupted' },
    })
  })
  test('a call over the cap is refused before it is sent and one of the cap is answered', async () => {
    const { path } = await testDoor()
    const around = `${JSON.stringify({ input: { a: '' } })}\n`.length
    const asked = (bytes: number) => ({ name: 'status', input: { a: 'x'.repeat(bytes - around) } })
    expect((await askDoor(path, asked(CALL_BYTES), io()))?.ok).toBe(true)
    expect(await askDoor(path, asked(CALL_BYTES + 1), io())).toMatchObject({
      ok: false,
      refusal: { code: 'too-long' },
    })
  })
})

describe('no twind', () => {
  test('askDoor does nothing and says so where nobody listens', async () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'file'), '')
    mkdirSync(join(folder, 'folder'))
    symlinkSync('/no/such', join(folder, 'link'))
    for (const name of ['absent', 'file', 'file/below', 'link', 'x'.repeat(200)]) {
      expect(await askDoor(join(folder, name), ASKED, io())).toBeUndefined()
      expect(await isListening(join(folder, name))).toBe(false)
    }
  })
})

describe('what is no answer', () => {
  test.each([
    ['another shape', '{"outcome":"done"}\n'],
    ['more than the outcome says', `${JSON.stringify({ ...OUTCOME, more: 1 })}\n`],
    ['no JSON', 'hello\n'],
    ['a key twice', '{"outcome":"done","outcome":"done"}\n'],
    ['a line without end', '{"outcome":'],
  ])('%s is refused as a fault of twind', async (_, body) => {
    const path = await server(socket => socket.end(http(body)))
    expect(await askDoor(path, ASKED, io())).toMatchObject({ ok: false, refusal: { code: 'wrong-shape' } })
  })
  test.each([
    ['nothing', ''],
    ['no HTTP', 'hello'],
    ['progress alone', http('{"progress":{"done":1,"total":2}}\n')],
  ])('a connection that ends after %s is a call cut off', async (_, bytes) => {
    const path = await server(socket => socket.end(bytes))
    expect(await askDoor(path, ASKED, io())).toMatchObject({ ok: false, refusal: { code: 'crashed' } })
  })
  test('a line of the cap is read and a longer one is refused', async () => {
    const around = JSON.stringify({ ...OUTCOME, output: '' }).length
    const answer = (bytes: number) =>
      http(`${JSON.stringify({ ...OUTCOME, output: 'x'.repeat(bytes - around) })}\n`)
    const exact = await server(socket => socket.end(answer(OUTCOME_BYTES)))
    expect((await askDoor(exact, ASKED, io()))?.ok).toBe(true)
    const longer = await server(socket => socket.end(answer(OUTCOME_BYTES + 1)))
    expect(await askDoor(longer, ASKED, io())).toMatchObject({ ok: false, refusal: { code: 'too-long' } })
    const endless = await server(socket => {
      const flood = () => {
        while (socket.writable && socket.write('x'.repeat(65_536)));
      }
      socket.on('drain', flood)
      socket.write(http(''))
      flood()
    })
    expect(await askDoor(endless, ASKED, io())).toMatchObject({ ok: false, refusal: { code: 'too-long' } })
  })
})
