// What a stage is given and what it is not, told by a stage that reports it.
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Grants } from '../../../daemon/brief/pipeline.ts'
import { type Order, startStage } from '../../../daemon/brief/stage.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

/** Reports its start line, its environment, and whether it can read what it was and was not given. */
const REPORTER = `
const fs = require('node:fs')
const buffer = Buffer.alloc(100000)
let length = 0
while (!buffer.subarray(0, length).includes(10)) length += fs.readSync(3, buffer, length, buffer.length - length)
const start = JSON.parse(buffer.toString('utf8', 0, length))
const can = path => { try { fs.readFileSync(path); return true } catch { return false } }
const report = { start, env: Object.keys(process.env).sort(), zone: process.env.TZ, given: can(start.config.given), secret: can(start.config.secret) }
fs.writeSync(3, JSON.stringify({ type: 'done', report }) + '\\n')`

const NONE = new Set<never>()
async function reported(granted: readonly ('bulk-read' | 'model')[], lanes = 0) {
  const folder = temporaryFolder()
  for (const name of ['in', 'out', 'other']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'rank.cjs'), REPORTER)
  writeFileSync(join(folder, 'in', 'given'), 'x')
  writeFileSync(join(folder, 'other', 'secret'), 'x')
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const grants: Grants = { filter: NONE, rank: new Set(granted), brief: NONE }
  const order: Order = {
    stage: 'rank',
    inputs: { mail: join(folder, 'in') },
    outputs: { scores: join(folder, 'out') },
    config: { given: join(folder, 'in', 'given'), secret: join(folder, 'other', 'secret') },
    lanes: {
      number: lanes,
      endpoint: { addresses: ['127.0.0.1'], port: (server.address() as AddressInfo).port },
    },
  }
  const ended = await startStage({ dist: folder, grants, now: () => 1_796_016_300_500 }, order)
  if (!ended.ok || ended.value.type !== 'done') throw new Error('the reporter did not report')
  return { report: ended.value.report, order }
}

test('startStage gives a stage its own inputs, its output, the time and nothing else', async () => {
  const { report, order } = await reported(['bulk-read', 'model'], 2)
  expect(report).toMatchObject({
    start: { type: 'start', inputs: order.inputs, outputs: order.outputs, lanes: 2, now: 1_796_016_300 },
    env: ['LANG', 'OPENSSL_CONF', 'TZ'],
    given: true,
    secret: false,
    zone: expect.stringMatching(/\w/),
  })
})

test('startStage gives lanes to a stage that was granted the model and none to one that was not', async () => {
  expect(await reported(['bulk-read', 'model'], 2)).toMatchObject({ report: { start: { lanes: 2 } } })
  expect(await reported(['bulk-read'], 2)).toMatchObject({ report: { start: { lanes: 0 } } })
})

test('startStage gives no input to a stage that may not read the set', async () => {
  expect(await reported(['model'], 1)).toMatchObject({
    report: { start: { inputs: {}, lanes: 1 }, given: false },
  })
})
