// `twin menu` and the two decisions of a click, against a twind that listens on the menu bar's socket and writes down what it is
// asked. Relies on the door's client for the framing.
import { createServer } from 'node:http'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Command } from 'commander'
import { expect, onTestFinished, test } from 'vitest'
import type { Answer, Session } from '../../../cli/answer.ts'
import { menu } from '../../../cli/commands/menu.ts'
import type { Menu } from '../../../protocol/menu.ts'
import { pathsOf, socketOf } from '../../../protocol/paths.ts'
import type { Result } from '../../../protocol/refusal.ts'
import { clickOf, swiftBar } from '../../menubar/parsers.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const IDS = [`p_${'a'.repeat(26)}`, `p_${'b'.repeat(26)}`]
const DIGEST = '0123456789abcdef'.repeat(4)
const MENU: Menu = {
  problem: null,
  brief: null,
  failed: { jobs: [], more: 0 },
  pending: {
    decisions: [
      {
        ids: IDS,
        digest: DIGEST,
        risk: 'low',
        mayApprove: true,
        proposer: 'cli',
        sentence: 'Runs brief.make for cli.',
        facts: [],
        moreFacts: 0,
        expires: 1,
      },
    ],
    more: 0,
    proposals: 2,
  },
}

interface Twind {
  readonly paths: Session['paths']
  readonly asked: { name: string; body: unknown }[]
  /** What each operation answers: a line of an answer. */
  readonly answers: Map<string, object>
}
const outcome = (output: unknown): object => ({ outcome: 'done', provenance: 'twin', output })

/** Listens as the door "menubar" where `listens`; else nobody does. */
async function twind(listens: 'menubar' | 'cli' | null = 'menubar'): Promise<Twind> {
  const paths = pathsOf({ TWIN_HOME: temporaryFolder() })
  const asked: Twind['asked'] = []
  const answers = new Map<string, object>([
    ['menu.show', outcome(MENU)],
    ['proposals.approve', outcome({})],
    ['proposals.refuse', outcome({})],
  ])
  if (!listens) return { paths, asked, answers }
  const server = createServer((request, response) => {
    const name = (request.url ?? '').slice('/operations/'.length)
    let text = ''
    request.on('data', bytes => (text += String(bytes)))
    request.on('end', () => {
      asked.push({ name, body: JSON.parse(text) as unknown })
      response.end(`${JSON.stringify(answers.get(name))}\n`)
    })
  })
  const path = socketOf(paths, listens, null)
  mkdirSync(dirname(path), { recursive: true })
  await new Promise<void>(resolve => server.listen(path, resolve))
  onTestFinished(() => {
    server.close()
  })
  return { paths, asked, answers }
}

async function run({ paths }: Twind, ...words: readonly string[]): Promise<Result<Answer>> {
  const session = {
    paths,
    signal: new AbortController().signal,
    call: () => {
      throw new Error('no other door is used')
    },
  } as unknown as Session
  const results: Result<Answer>[] = []
  const root = new Command().exitOverride()
  menu(root, async (_command, action) => void results.push(await action(session)))
  await root.parseAsync(['menu', ...words], { from: 'user' })
  const [result] = results
  if (!result) throw new Error('the command ran nothing')
  return result
}
const linesOf = (result: Result<Answer>): string =>
  result.ok
    ? result.value.lines
        .map(line => line.map(piece => (typeof piece === 'string' ? piece : piece.text)).join(''))
        .join('\n')
    : ''
const codeOf = (result: Result<Answer>): string => (result.ok ? 'done' : result.refusal.code)

test("twin menu asks the menu bar's door once and prints a menu", async () => {
  const running = await twind()
  const result = await run(running)
  expect(running.asked).toEqual([{ name: 'menu.show', body: { input: {} } }])
  const { header, body } = swiftBar(`${linesOf(result)}\n`)
  expect(header.map(({ title }) => title)).toEqual(['twin 2'])
  const clicks = body.flatMap(item => clickOf(item) ?? [])
  expect(clicks.map(({ words }) => words.slice(-3))).toEqual([
    ['approve', IDS[0], DIGEST],
    ['refuse', IDS[0], DIGEST],
  ])
})

test('twin menu without a twind prints a menu that says so and ends well', async () => {
  const result = await run(await twind(null))
  expect(codeOf(result)).toBe('done')
  expect(linesOf(result)).toContain('No answer from twind∶ it does not run')
})

test('twin menu does not use the door of the command line', async () => {
  const running = await twind('cli')
  expect(linesOf(await run(running))).toContain('it does not run')
  expect(running.asked).toEqual([])
})

test('a menu of another shape is said to be one and is still a menu', async () => {
  const running = await twind()
  running.answers.set('menu.show', outcome({ pending: 'x | bash=/bin/sh' }))
  const { body } = swiftBar(`${linesOf(await run(running))}\n`)
  expect(body.map(({ title }) => title).join(' ')).toContain('its answer is of another shape')
  expect(body.some(item => clickOf(item))).toBe(false)
})

test('approve confirms the decision whose id and digest the click carries, with all its proposals', async () => {
  const running = await twind()
  const result = await run(running, 'approve', IDS[0] ?? '', DIGEST)
  expect(linesOf(result)).toBe('Approved 2 proposals.')
  expect(running.asked.at(-1)).toEqual({
    name: 'proposals.approve',
    body: { input: { ids: IDS, digest: DIGEST }, confirm: true },
  })
})

test('refuse ends the decision whose id and digest the click carries', async () => {
  const running = await twind()
  expect(linesOf(await run(running, 'refuse', IDS[0] ?? '', DIGEST))).toBe('Refused 2 proposals.')
  expect(running.asked.at(-1)).toEqual({
    name: 'proposals.refuse',
    body: { input: { ids: IDS }, confirm: true },
  })
})

test.each([
  ['another digest', IDS[0] ?? '', 'f'.repeat(64), 'stale'],
  ['another proposal', `p_${'c'.repeat(26)}`, DIGEST, 'stale'],
  ['the second of the batch', IDS[1] ?? '', DIGEST, 'stale'],
  ['no id', 'x', DIGEST, 'usage'],
  ['no digest', IDS[0] ?? '', 'x', 'usage'],
])('a click with %s decides nothing', async (...[, id, digest, code]) => {
  for (const act of ['approve', 'refuse']) {
    const running = await twind()
    expect(codeOf(await run(running, act, id, digest))).toBe(code)
    expect(running.asked.filter(({ name }) => name !== 'menu.show')).toEqual([])
  }
})

test('a decision that twind refuses is refused here with its words', async () => {
  const running = await twind()
  const error = { code: 'denied', is: 'the risk is high', wanted: 'a terminal', fix: 'use it' }
  running.answers.set('proposals.approve', { error })
  const result = await run(running, 'approve', IDS[0] ?? '', DIGEST)
  expect(result).toEqual({ ok: false, refusal: error })
})

test('approve without a twind is refused and opens nothing itself', async () => {
  const result = await run(await twind(null), 'approve', IDS[0] ?? '', DIGEST)
  expect(codeOf(result)).toBe('not-running')
})
