// Requests to the mail helper: what is written, every answer that is none, and what is left behind. A stand-in helper, started through
// the launcher, does what each test tells it.
import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
  chmodSync,
  rmSync,
  linkSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askMail, askThrough, type MailAsk } from '../../daemon/askMail.ts'
import { WAITING_REQUESTS, REQUEST_SECONDS } from '../../protocol/limits.ts'
import { done } from '../../protocol/refusal.ts'
import { pathsOf } from '../../protocol/paths.ts'
import { Request } from '../../protocol/request.ts'
import { cannedCollect } from './cannedMail.ts'
import { builtDist } from './builtDist.ts'
import { temporaryFolder } from './temporaryFolder.ts'

let built: Awaited<ReturnType<typeof builtDist>>
beforeAll(async () => {
  built = await builtDist({ mail: 'fake' })
})
afterAll(() => built.remove())

const NOW = 1_796_016_300_000
/** A state folder with a helper that is told what to do. */
function site(canned: object) {
  const home = temporaryFolder()
  const paths = pathsOf({ TWIN_HOME: home })
  mkdirSync(paths.mail, { recursive: true, mode: 0o700 })
  writeFileSync(paths.twinToml, `[mail]\nstore = "${home}/Mail"\naccounts_db = "${home}/a.sqlite"\n`)
  writeFileSync(join(paths.mail, 'canned.json'), JSON.stringify(canned))
  const ask = (what: MailAsk = { op: 'collect', since: 1 }, signal?: AbortSignal) =>
    askMail({ paths, home, now: () => NOW, dist: built.dist, signal }, what)
  const left = () =>
    readdirSync(paths.mail).filter(name => !['canned.json', 'starts', 'seen.json'].includes(name))
  const starts = () => readFileSync(join(paths.mail, 'starts'), 'utf8').trim().split('\n').length
  return { paths, ask, left, starts }
}
const answer = cannedCollect([])

/** A helper can: it makes each folder from inside the one above. */
function plantDeep(path: string): void {
  const program = `process.chdir(process.argv[1])
    for (let depth = 0; depth < 500; depth++) {
      fs.mkdirSync('inside-the-one-above')
      process.chdir('inside-the-one-above')
    }`
  mkdirSync(path)
  execFileSync(process.execPath, ['-e', program, path])
}

describe('a request', () => {
  test('askMail writes a request of the agreed shape and leaves no file behind', async () => {
    const { paths, ask, left } = site({ answer })
    expect(await ask({ op: 'collect', since: 7 })).toEqual({ ok: true, value: answer })
    const { request, mode } = JSON.parse(readFileSync(join(paths.mail, 'seen.json'), 'utf8'))
    const seen = Request.parse(request)
    expect(seen).toMatchObject({ v: 1, op: 'collect', since: 7, expires: NOW / 1_000 + REQUEST_SECONDS })
    expect(Object.keys(seen).sort()).toEqual(['expires', 'nonce', 'op', 'since', 'v'])
    expect([mode, left()]).toEqual([0o600, []])
  })
  test('askMail hands on the refusal of the helper', async () => {
    const refusal = { code: 'no-store', is: 'there is no store', wanted: 'one', fix: 'set store' }
    const { ask, left } = site({ refusal })
    expect(await ask()).toEqual({ ok: false, refusal })
    expect(left()).toEqual([])
  })
  test('askMail starts the helper again when it ended without taking the request', async () => {
    const { ask, starts } = site({ act: ['idle', 'answer'], answer })
    expect(await ask()).toMatchObject({ ok: true })
    expect(starts()).toBe(2)
  })
  test('askMail starts the helper again when it crashed before it took the request', async () => {
    const { ask, starts } = site({ act: ['crash', 'answer'], answer })
    expect(await ask()).toMatchObject({ ok: true })
    expect(starts()).toBe(2)
  })
  test('two requests at once are answered each in its own file', async () => {
    const { ask, left } = site({ answer })
    const both = await Promise.all([ask({ op: 'collect', since: 1 }), ask({ op: 'collect', since: 2 })])
    expect(both).toMatchObject([{ ok: true }, { ok: true }])
    expect(left()).toEqual([])
  })
})

describe('a helper that misbehaves', () => {
  test.each([
    ['takes the request and crashes', { act: 'take' }, 'crashed'],
    ['finds itself unconfined', { act: 'unconfined' }, 'cannot-confine'],
    ['answers half a line', { act: 'half', answer }, 'not-json'],
    ['answers more than the cap', { act: 'long' }, 'too-long'],
    ['answers for another request', { act: 'other-nonce', answer }, 'wrong-shape'],
    ['answers another question', { answer: { op: 'probe' } }, 'wrong-shape'],
    ['answers with an unknown key', { answer: { ...answer, extra: 1 } }, 'wrong-shape'],
    [
      'answers and refuses at once',
      { answer, refusal: { code: 'late', is: '', wanted: '', fix: '' } },
      'wrong-shape',
    ],
    ['says nothing at all', {}, 'wrong-shape'],
  ])('askMail refuses a helper that %s', async (_, canned, code) => {
    const { ask, left } = site(canned)
    expect(await ask()).toMatchObject({ ok: false, refusal: { code } })
    expect(left()).toEqual([])
  })
  test.each([
    ['a symbolic link', (path: string, whole: string) => symlinkSync(whole, path)],
    ['a hard link', (path: string, whole: string) => linkSync(whole, path)],
    ['a folder', (path: string) => mkdirSync(path)],
    ['folders deeper than a path is long', plantDeep],
  ])('askThrough refuses %s in place of the answer and takes it away', async (_, plant) => {
    const { paths, left } = site({})
    const start = () => {
      const [request = ''] = left()
      const nonce = request.replace(/^request-|\.json$/g, '')
      const whole = join(temporaryFolder(), 'whole.json')
      writeFileSync(whole, JSON.stringify({ v: 1, nonce, answer, refusal: null }))
      plant(join(paths.mail, `response-${nonce}.json`), whole)
      return Promise.resolve(done(null))
    }
    const asked = await askThrough(
      start,
      { paths, home: paths.config, now: () => NOW },
      { op: 'collect', since: 1 },
    )
    expect(asked).toMatchObject({ ok: false, refusal: { code: 'wrong-shape' } })
    expect(left()).toEqual([])
  })
  test('askThrough takes the same answer from a plain file', async () => {
    const { paths, left } = site({})
    const start = () => {
      const nonce = left()[0]?.replace(/^request-|\.json$/g, '')
      writeFileSync(
        join(paths.mail, `response-${nonce}.json`),
        JSON.stringify({ v: 1, nonce, answer, refusal: null }),
      )
      return Promise.resolve(done(null))
    }
    const asked = await askThrough(
      start,
      { paths, home: paths.config, now: () => NOW },
      { op: 'collect', since: 1 },
    )
    expect(asked).toEqual({ ok: true, value: answer })
  })
  test('askMail refuses a valid answer to a question that was not asked', async () => {
    const { ask } = site({ answer })
    expect(await ask({ op: 'probe' })).toMatchObject({ ok: false, refusal: { code: 'wrong-shape' } })
  })
  test('askMail stops a helper that hangs when it is told to stop, and takes its request back', async () => {
    const { ask, left } = site({ act: 'hang' })
    expect(await ask({ op: 'diagnose' }, AbortSignal.timeout(700))).toMatchObject({
      ok: false,
      refusal: { code: 'interrupted' },
    })
    expect(left()).toEqual([])
  })
})

describe('the state folder', () => {
  test('askMail refuses a state folder that others may enter or that is a link', async () => {
    const open = site({ answer })
    chmodSync(open.paths.mail, 0o755)
    expect(await open.ask()).toMatchObject({ ok: false, refusal: { code: 'config' } })
    const linked = site({ answer })
    rmSync(linked.paths.mail, { recursive: true })
    symlinkSync(temporaryFolder(), linked.paths.mail)
    expect(await linked.ask()).toMatchObject({ ok: false, refusal: { code: 'config' } })
  })
  test('askMail sends as many requests as may wait and refuses one more', async () => {
    const { paths, ask } = site({ act: 'unconfined' })
    const waiting = (number: number) => join(paths.mail, `request-1-${number}-${'0'.repeat(32)}.json`)
    for (let number = 0; number < WAITING_REQUESTS; number++) writeFileSync(waiting(number), '{}')
    expect(await ask()).toMatchObject({ ok: false, refusal: { code: 'busy' } })
    rmSync(waiting(0))
    expect(await ask()).toMatchObject({ refusal: { code: 'cannot-confine' } })
  })
  test.each([
    ['folders', (path: string) => mkdirSync(path)],
    ['requests that nobody waits for', (path: string) => (writeFileSync(path, '{}'), utimesSync(path, 1, 1))],
  ])('askMail still asks where as many %s lie under such names', async (_, plant) => {
    const { paths, ask } = site({ act: 'unconfined' })
    for (let number = 0; number <= WAITING_REQUESTS; number++)
      plant(join(paths.mail, `request-1-${number}-${'0'.repeat(32)}.json`))
    expect(await ask()).toMatchObject({ refusal: { code: 'cannot-confine' } })
  })
})
