// A stage whose `config.do` says how it behaves: the skeleton's own test subject. Bundled by test/helpers/confined.test.ts.
import { once } from 'node:events'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { randomBytes } from 'node:crypto'
import { runStage, type Serve } from '../../helpers/confined.ts'

const MAIL_TEXT = 'Ann wants the contract by noon'

const BEHAVIOURS: Record<string, Serve> = {
  report: start => ({ type: 'done', report: start }),
  progress: (_, { progress }) => {
    progress(1, 2)
    progress(2, 2)
    return { type: 'done', report: null }
  },
  again: () => ({ type: 'again' }),
  refuse: () => ({
    type: 'refused',
    refusal: { code: 'model-absent', is: 'no model', wanted: 'one', fix: 'pull it' },
  }),
  throw: () => {
    throw new RangeError(MAIL_TEXT)
  },
  'throw-code': () => readFileSync('/etc/hostname', 'utf8') as never,
  'throw-text': () => {
    // oxlint-disable-next-line no-throw-literal
    throw MAIL_TEXT
  },
  'throw-named': () => {
    throw Object.assign(new Error('x'), { name: MAIL_TEXT, code: MAIL_TEXT })
  },
  'full-disk': () => {
    throw Object.assign(new Error(MAIL_TEXT), { errno: -28, code: 'ENOSPC' })
  },
  'throw-later': async () => {
    setImmediate(() => {
      throw new Error(MAIL_TEXT)
    })
    await once(process, 'never')
    return { type: 'again' }
  },
  'never-end': () => new Promise(() => undefined),
  circular: () => {
    const report: Record<string, unknown> = {}
    report['self'] = report
    return { type: 'done', report }
  },
  long: () => ({ type: 'done', report: 'x'.repeat(80_000) }),
  echo: async (_, { lanes }) => {
    const answers: string[] = []
    for (const lane of lanes) {
      lane.write('ask')
      const [bytes] = (await once(lane, 'data')) as [Buffer]
      answers.push(bytes.toString())
    }
    return { type: 'done', report: answers }
  },
  'closed-lane': async (_, { lanes }) => {
    const lane = lanes[0]
    if (!lane) return { type: 'again' }
    lane.resume()
    await once(lane, 'close')
    return { type: 'again' }
  },
  work: async start => {
    const input = start.inputs['mail'] ?? ''
    const output = start.outputs['kept'] ?? ''
    const [name = ''] = readdirSync(input)
    const text = await readFile(join(input, name), 'utf8')
    await writeFile(join(output, '.aside'), text)
    renameSync(join(output, '.aside'), join(output, name))
    writeFileSync(join(output, 'gone'), '')
    rmSync(join(output, 'gone'))
    const worker = new Worker('require("node:worker_threads").parentPort.postMessage(6 * 7)', { eval: true })
    const [answer] = (await once(worker, 'message')) as [number]
    const zone = new Intl.DateTimeFormat('en', { timeStyle: 'short' }).format(start.now * 1000)
    return {
      type: 'done',
      report: { text, answer, random: randomBytes(4).length, zone, args: process.argv.length },
    }
  },
}

runStage((start, tools) => {
  const { do: behaviour } = start.config as { do: string }
  const serve = BEHAVIOURS[behaviour]
  if (!serve) throw new Error('no such behaviour')
  return serve(start, tools)
})
