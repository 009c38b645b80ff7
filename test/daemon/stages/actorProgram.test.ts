// A person's program as the actor of a step: a message at a time, under the launcher of programs, with lanes in place of a network. The
// control of each refusal is the same program without rules. Relies on the native build and on loopback.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { performStep } from '../../../daemon/stages/performStep.ts'
import type { StepOrder } from '../../../daemon/stages/stages.ts'
import { packageRoot } from '../../../files/packageRoot.ts'
import { makeStepWorld, type StepWorld, stepIo } from './stepWorld.ts'

const worlds: StepWorld[] = []
const servers: Server[] = []
afterEach(() => {
  worlds.splice(0).forEach(world => world.remove())
  servers.splice(0).forEach(one => one.close())
})

const SCRIPT = join(packageRoot, 'test/probes/actorProgram.cjs')

/** A server of this machine that answers with its name. */
async function server(name: string): Promise<number> {
  const made = createServer(socket => {
    socket.on('data', bytes => socket.end(`${name} heard ${bytes.toString()}`)).on('error', () => undefined)
  })
  servers.push(made)
  made.listen(0, '127.0.0.1')
  await once(made, 'listening')
  return (made.address() as AddressInfo).port
}

function begin(
  act: string,
  hosts: readonly string[] = [],
  ...more: string[]
): { world: StepWorld; order: StepOrder } {
  const world = makeStepWorld(['first', 'second'])
  worlds.push(world)
  const script = join(world.folder, 'actor.cjs')
  writeFileSync(script, readFileSync(SCRIPT))
  const actor = { command: [process.execPath, script, act, ...more], net: [...hosts] }
  const base = world.order('none')
  const records = base.outputs['records']
  if (!records) throw new Error('no port of records')
  const order = world.order('none', {
    grants: { bulkRead: false, spool: false, actor, model: null, hosts },
    outputs: { ...base.outputs, records: { ...records, schema: null } },
  })
  return { world, order }
}

describe('a program as the actor of a step', () => {
  test('reaches each of its hosts over a lane that twind relays, in their order', async () => {
    const hosts = [`127.0.0.1:${await server('one')}`, `127.0.0.1:${await server('two')}`]
    const { world, order } = begin('echo', hosts)
    expect(await performStep(order, stepIo())).toMatchObject({ value: { done: 2, failed: [] } })
    expect(world.record(world.handles[1])).toEqual({
      lanes: 2,
      said: 'one heard hello',
      second: 'two heard hi',
    })
  })

  test('has one message and its output, and no network of its own', async () => {
    const port = await server('other')
    const { world, order } = begin('attack', [], String(port))
    expect(await performStep(order, stepIo())).toMatchObject({ value: { done: 2, failed: [] } })
    const refused = expect.stringMatching(/^(EACCES|EPERM)$/)
    expect(world.record(world.handles[1])).toEqual({
      mail: 'second',
      list: refused,
      write: refused,
      record: refused,
      connect: refused,
    })
  })

  test('without rules does all that it is refused as an actor', async () => {
    const port = await server('other')
    const { world, order } = begin('attack', [], String(port))
    const records = join(world.folder, 'work/slot/records')
    mkdirSync(records, { recursive: true })
    const [file = '', ...args] = order.grants.actor?.command ?? []
    const start = {
      inputs: { mail: join(world.folder, 'mail', world.handles[1] ?? '') },
      outputs: { records },
    }
    const free = spawn(file, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
    const channel = free.stdio[3] as NodeJS.WritableStream
    channel.write(`${JSON.stringify(start)}\n`)
    await once(free, 'exit')
    const record = JSON.parse(readFileSync(join(records, 'record.json'), 'utf8')) as unknown
    expect(record).toEqual({ mail: 'second', list: 'done', write: 'done', record: 'done', connect: 'done' })
  })

  test('that asks why is told what twind decided, and what its grants are', async () => {
    const { world, order } = begin('why', ['127.0.0.1:9'])
    expect(await performStep(order, stepIo())).toMatchObject({ value: { done: 2 } })
    const because = (code: string, path: string | null, wanted: RegExp) => ({
      type: 'because',
      code,
      path,
      wanted: expect.stringMatching(wanted) as string,
    })
    expect(world.record(world.handles[0])).toEqual({
      bare: because('ECONNREFUSED', null, /a server that answers behind lane 0 \(fd 4\)/),
      path: because('EACCES', '/etc/hostname', /only the inputs of this message/),
      network: because('EPERM', null, /the 1 lanes from fd 4 up are the only way out/),
    })
  })

  test('that ends with another code costs its message, and one that says nothing is done', async () => {
    const failing = begin('fail')
    expect(await performStep(failing.order, stepIo())).toMatchObject({
      value: { done: 0, failed: [{ why: 'ended with code 3' }, { why: 'ended with code 3' }] },
    })
    expect(await performStep(begin('silent').order, stepIo())).toMatchObject({
      value: { done: 2, failed: [] },
    })
  })

  test('that is not there ends the step before a message is touched', async () => {
    const { order } = begin('silent')
    const actor = { command: ['/nowhere/program'], net: [] }
    expect(await performStep({ ...order, grants: { ...order.grants, actor } }, stepIo())).toMatchObject({
      ok: false,
      refusal: { code: 'config' },
    })
  })
})
