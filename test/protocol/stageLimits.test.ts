// Caps of what stages and the model's server may hand over, each at the cap and one byte past it. The brief stage is replaced by
// a stand-in that writes files of a given length; Linux, since the launcher starts it.
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { composeBrief } from '../../daemon/brief/composeBrief.ts'
import type { Site } from '../../daemon/brief/stage.ts'
import { writeView } from '../../daemon/brief/view.ts'
import { serveBrief } from '../../helpers/stages/brief/brief.ts'
import { ExchangeError, laneFetch, laneOf } from '../../helpers/laneFetch.ts'
import { BRIEF_BYTES, FACTS_BYTES, MODEL_REPLY_BYTES, NOTE_BYTES } from '../../protocol/limits.ts'
import { dial, facts, makeRun, NOW, serveHere } from '../helpers/stages/run.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'twin-limits-')))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0
const folder = (): string => {
  const path = join(root, String(folders++))
  mkdirSync(path, { mode: 0o700 })
  return path
}

test('the brief stage reads facts of the cap and refuses one byte more', async () => {
  const end = async (bytes: number): Promise<string> => {
    const run = makeRun([])
    onTestFinished(run.remove)
    const json = JSON.stringify(facts({ collected: 0, accounts: [] }))
    writeFileSync(join(run.output('facts'), 'facts.json'), json.padEnd(bytes))
    mkdirSync(run.mail, { recursive: true })
    const served = await serveHere(serveBrief, {
      inputs: {
        mail: run.mail,
        manifest: run.manifest,
        routing: run.output('routing'),
        accepted: run.output('accepted'),
        items: run.output('items'),
        facts: run.output('facts'),
      },
      outputs: { note: run.output('note') },
    })
    return served.end.type === 'refused' ? served.end.refusal.is : served.end.type
  }
  expect(await end(FACTS_BYTES)).toBe('done')
  expect(await end(FACTS_BYTES + 1)).toContain('facts')
})

/** A brief stage that leaves a note and an object of these lengths; what twind says of them. */
async function taken(bytes: { note: number; brief: number }): Promise<string> {
  const dist = folder()
  writeFileSync(
    join(dist, 'brief.cjs'),
    `const fs = require('node:fs')
     const buffer = Buffer.alloc(65536)
     const start = JSON.parse(buffer.toString('utf8', 0, fs.readSync(3, buffer)))
     fs.writeFileSync(start.outputs.note + '/note.md', 'x'.repeat(${bytes.note}))
     fs.writeFileSync(start.outputs.note + '/brief.json', '{}'.padEnd(${bytes.brief}))
     fs.writeSync(3, JSON.stringify({ type: 'done', report: null }) + '\\n')`,
  )
  const run = folder()
  const none = new Set<never>()
  const site: Site = {
    dist,
    grants: { filter: none, rank: none, brief: new Set(['bulk-read'] as const) },
    now: () => NOW * 1_000,
  }
  const given = { facts: facts(), messages: [], items: [], scores: new Map() }
  const made = await composeBrief(site, { folder: run, view: writeView(run, 'mail', []) }, given)
  return made.ok ? 'done' : made.refusal.is
}

test.skipIf(process.platform !== 'linux')(
  'twind takes a note of the cap and refuses one byte more',
  async () => {
    expect(await taken({ note: NOTE_BYTES, brief: 2 })).toContain('an object of another shape')
    expect(await taken({ note: NOTE_BYTES + 1, brief: 2 })).toContain('no readable note (too-long)')
  },
)

test.skipIf(process.platform !== 'linux')(
  'twind takes an object of the cap and refuses one byte more',
  async () => {
    expect(await taken({ note: 2, brief: BRIEF_BYTES })).toContain('an object of another shape')
    expect(await taken({ note: 2, brief: BRIEF_BYTES + 1 })).toContain('no readable object (too-long)')
  },
)

test('a reply of the cap is read and one byte more ends the lane', async () => {
  const body = (bytes: number): string => `"${'x'.repeat(bytes - 2)}"`
  const server = createServer((request, response) => response.end(body(Number(request.url?.slice(1)))))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const lane = laneOf(await dial(port))
  const get = (bytes: number) =>
    laneFetch(lane, new AbortController().signal)(`http://127.0.0.1:${port}/${bytes}`)
  expect((await (await get(MODEL_REPLY_BYTES)).text()).length).toBe(MODEL_REPLY_BYTES)
  const failure = await get(MODEL_REPLY_BYTES + 1).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ExchangeError)
  expect(failure).toMatchObject({ why: 'too-long' })
  await expect(get(10)).rejects.toMatchObject({ why: 'unreachable' })
})
