// A lane is a way to the model and to nothing else. Re-pointing it is tried on lanes as twind makes them, fresh, after the far
// end has finished (FIN) and after it has failed (RST); the control is a connected TCP socket in its place.
import { connect, createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Harness, type Mode, type NamedCall } from '../probes/harness.ts'
import { makeSubject, type Subject } from '../probes/profiles.ts'
import { listener, portOf } from '../probes/world.ts'

const WAYS = [
  { name: 'disconnect it', probe: 'lane-unspec' },
  { name: 'connect it elsewhere', probe: 'lane-reconnect' },
  { name: 'listen on it without bind', probe: 'lane-listen' },
  { name: 'send elsewhere by Fast Open with sendto', probe: 'lane-fast-open-sendto' },
  { name: 'send elsewhere by Fast Open with sendmsg', probe: 'lane-fast-open-sendmsg' },
  { name: 'send elsewhere by Fast Open with sendmmsg', probe: 'lane-fast-open-sendmmsg' },
] as const
const STATES = ['fresh', 'after FIN', 'after RST'] as const
type State = (typeof STATES)[number]
const FIRST_LANE = 4

describe.skipIf(process.platform !== 'linux')('an inherited socket', () => {
  let harness: Harness
  let subject: Subject
  let elsewhere: Server
  let model: Server
  let bytes = ''
  const far: Socket[] = []

  beforeAll(async () => {
    harness = new Harness()
    subject = makeSubject('rank', harness.folder, harness.driver)
    const server = await listener('127.0.0.1', chunk => (bytes += chunk.toString()))
    if (!server) throw new Error('Cannot listen on 127.0.0.1')
    elsewhere = server
    model = createServer(socket => far.push(socket.on('error', () => undefined)))
    model.listen(0, '127.0.0.1')
    await once(model, 'listening')
  })
  afterAll(() => {
    for (const socket of far) socket.destroy()
    model.close()
    elsewhere.close()
    harness.remove()
  })

  const acts = (): NamedCall[] =>
    WAYS.map((way, index) => ({ name: way.name, call: [way.probe, FIRST_LANE + index, portOf(elsewhere)] }))

  /** Lanes as twind makes them: unix socketpairs, one a way. */
  async function onLanes(mode: Mode, state: State): Promise<Readonly<Record<string, string>>> {
    const result = await harness.run({
      profile: subject.profile,
      mode,
      acts: acts(),
      inherited: ['pipe', ...WAYS.map(() => 'pipe' as const)],
      prepare: child => closeLanes(child, state),
    })
    expect(result.stderr).toBe('')
    return result.outcomes
  }

  async function closeLanes(child: ChildProcess, state: State): Promise<void> {
    if (state === 'fresh') return
    for (const lane of child.stdio.slice(FIRST_LANE)) {
      const end = lane as unknown as Duplex
      if (state === 'after RST') end.destroy()
      else end.end()
      await once(end, state === 'after RST' ? 'close' : 'finish')
    }
  }

  /** The same with connected TCP sockets in the place of lanes. */
  async function onTcp(mode: Mode, state: State): Promise<Readonly<Record<string, string>>> {
    const near = await Promise.all(WAYS.map(() => connected(state)))
    const result = await harness.run({
      profile: subject.profile,
      mode,
      acts: acts(),
      inherited: ['pipe', ...near],
    })
    for (const socket of near) socket.destroy()
    expect(result.stderr).toBe('')
    return result.outcomes
  }

  /** Connected and never read here: the child must find the socket as the network left it. */
  async function connected(state: State): Promise<Socket> {
    const accepted = once(model, 'connection')
    const socket = connect(portOf(model), '127.0.0.1').pause()
    socket.on('error', () => undefined)
    const [peer] = (await accepted) as [Socket]
    if (socket.connecting) await once(socket, 'connect')
    if (state === 'after FIN') peer.end()
    if (state === 'after RST') peer.resetAndDestroy()
    if (state !== 'fresh') await once(peer, state === 'after RST' ? 'close' : 'finish')
    return socket
  }

  for (const state of STATES)
    describe(state, () => {
      const results: Record<'alone' | 'lane' | 'laneAlone' | 'tcp', Readonly<Record<string, string>>> = {
        alone: {},
        lane: {},
        laneAlone: {},
        tcp: {},
      }
      let escaped = ''

      beforeAll(async () => {
        bytes = ''
        results.alone = await onTcp('alone', state)
        await vi.waitFor(() => expect(bytes).toContain('out'), { timeout: 10_000 })
        escaped = bytes
        bytes = ''
        results.lane = await onLanes('confined', state)
        results.laneAlone = await onLanes('alone', state)
        results.tcp = await onTcp('confined', state)
      })

      for (const way of WAYS) {
        test(`a process without rules that inherits a TCP socket ${state} can ${way.name}`, () => {
          expect(results.alone[way.name]).toBe('done')
        })
        test(`a helper with a lane ${state} cannot ${way.name}`, () => {
          expect(results.lane[way.name]).toBe('EPERM')
        })
        test(`a lane ${state} is a socketpair on which even a process without rules cannot ${way.name}`, () => {
          expect(results.laneAlone[way.name]).not.toBe('done')
        })
        test(`a helper that inherits a TCP socket ${state} cannot ${way.name} either`, () => {
          expect(results.tcp[way.name]).toBe('EPERM')
        })
      }

      test(`bytes arrive elsewhere ${state} from the process without rules and from no helper`, () => {
        expect(escaped).toContain('out')
        expect(bytes).toBe('')
      })
    })
})
