// twind's end of the adapter protocol, against an adapter that keeps to it and one for each way of breaking it.
import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AdapterSession, OpenAdapter, Page } from '../../../daemon/adapters/adapters.ts'
import { type AdapterFolders, adapterOpener } from '../../../daemon/adapters/openAdapter.ts'
import { Account } from '../../../protocol/configTables.ts'
import { ADAPTER_SECONDS } from '../../../protocol/limits.ts'
import { pathsOf } from '../../../protocol/paths.ts'
import { done, refused, type Result } from '../../../protocol/refusal.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

afterEach(() => vi.useRealTimers())
const script = join(import.meta.dirname, 'scriptedAdapter.mjs')

interface Site {
  readonly open: OpenAdapter
  readonly account: Account
  readonly folder: string
}
function site(mode: string): Site {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'Mail'))
  const command = (name: string, _folders: AdapterFolders) => ({
    name,
    file: process.execPath,
    args: [script, mode],
    env: {},
  })
  const open = adapterOpener({ paths: pathsOf({ TWIN_HOME: join(folder, 'twin') }), home: folder, command })
  return { open, folder, account: Account.parse({ adapter: 'maildir', path: '~/Mail' }) }
}
async function session(mode: string, signal = new AbortController().signal): Promise<AdapterSession> {
  const { open, account } = site(mode)
  const opened = await open('home', account, signal)
  if (!opened.ok) throw new Error(opened.refusal.is)
  onTestFinished(opened.value.close)
  return opened.value
}
async function pagesOf(
  { list }: AdapterSession,
  cursor: string | null = null,
): Promise<{ pages: Page[]; end: Result<string | null> }> {
  const pages: Page[] = []
  const end = await list(cursor, async page => {
    pages.push(page)
    return done(undefined)
  })
  return { pages, end }
}
const refusalOf = (result: Result<unknown>) => (result.ok ? undefined : result.refusal)

describe('an adapter that keeps to the protocol', () => {
  test('prints on stdout and stderr all the time, which disturbs nothing', async () => {
    const adapter = await session('pages')
    expect([adapter.about, adapter.capabilities.id_stability]).toEqual(['a script', 'positional'])
    const { pages, end } = await pagesOf(adapter)
    expect(pages.map(page => [page.messages.length, page.gone, page.reset])).toEqual([
      [1, [], true],
      [1, ['3'], true],
    ])
    expect(end).toEqual(done('opaque \u0007 \u{1f440}'))
  })

  test('is given a cursor back as it came, whatever stands in it', async () => {
    const adapter = await session('good')
    for (const cursor of ['', '../x', '\u0000\u2028"\\', 'x'.repeat(8_000)]) {
      const { end } = await pagesOf(adapter, cursor)
      expect(end).toEqual(done(`after ${cursor}`))
    }
  })

  test('sends a message in pieces, which are put together', async () => {
    const adapter = await session('blobs')
    const fetched = await adapter.fetch('1')
    if (!fetched.ok) throw new Error(fetched.refusal.is)
    expect(readFileSync(fetched.value.path)).toEqual(Buffer.alloc(150_000, 'a letter of some length, '))
    expect(fetched.value.bytes).toBe(150_000)
    expect((await adapter.fetch('1')).ok).toBe(true)
  })

  test('is sent a draft in pieces before the change that it is for', async () => {
    const adapter = await session('good')
    const draft = { nonce: 'nonce-0001', verb: 'draft', message: null, from: null, to: 'Drafts' } as const
    expect(await adapter.apply({ ...draft, raw: Buffer.alloc(100_000) })).toEqual(done('3 true 100000'))
    expect(await adapter.wasApplied('nonce-0001')).toEqual(done('unknown'))
  })

  test('writes a line of exactly the cap', async () => {
    expect((await pagesOf(await session('line-at-cap'))).end.ok).toBe(true)
  })

  test('writes a piece of exactly the cap', async () => {
    expect(await (await session('blob-at-cap')).fetch('1')).toMatchObject({
      ok: true,
      value: { bytes: 49_152 },
    })
  })

  test('refuses a question and answers the next one', async () => {
    const adapter = await session('refuses')
    expect(refusalOf((await pagesOf(adapter)).end)).toMatchObject({ code: 'no-access', is: 'it is shut' })
    expect(await adapter.wasApplied('nonce-0001')).toEqual(done('unknown'))
  })

  test('is asked one question at a time, in the order in which they come', async () => {
    const adapter = await session('good')
    const asked = ['a', 'b', 'c'].map(cursor => pagesOf(adapter, cursor))
    expect((await Promise.all(asked)).map(({ end }) => end)).toEqual([
      done('after a'),
      done('after b'),
      done('after c'),
    ])
  })

  test('waits while a page is being taken', async () => {
    const adapter = await session('pages')
    let taking = 0
    let most = 0
    await adapter.list(null, async () => {
      most = Math.max(most, ++taking)
      await new Promise(resolve => setTimeout(resolve, 20))
      taking--
      return done(undefined)
    })
    expect(most).toBe(1)
  })
})

describe('an adapter that breaks the protocol', () => {
  const LISTS: readonly (readonly [string, string])[] = [
    ['line-over-cap', 'too-long'],
    ['endless-line', 'too-long'],
    ['junk', 'not-json'],
    ['not-utf8', 'not-json'],
    ['duplicate-key', 'not-json'],
    ['unknown-key', 'wrong-shape'],
    ['wrong-answer', 'wrong-shape'],
    ['other-number', 'wrong-shape'],
    ['too-many', 'wrong-shape'],
    ['endless-pages', 'too-long'],
    ['endless-problems', 'too-long'],
    ['ends', 'crashed'],
    ['crashes', 'crashed'],
    ['half-a-line', 'crashed'],
  ]
  test.each(LISTS)(
    'is ended where a list shows "%s", and nothing is asked of it any more',
    async (mode, code) => {
      const adapter = await session(mode)
      expect(refusalOf((await pagesOf(adapter)).end)).toMatchObject({ code })
      expect(refusalOf(await adapter.wasApplied('nonce-0001'))).toMatchObject({ code })
    },
  )

  test('is ended where a line comes after the answer', async () => {
    const adapter = await session('after-final')
    await pagesOf(adapter)
    expect(refusalOf(await adapter.wasApplied('nonce-0001'))).toMatchObject({ code: 'wrong-shape' })
  })

  test.each([
    'blob-gap',
    'blob-order',
    'blob-twice',
    'blob-from-one',
    'blob-without-final',
    'blob-over-cap',
    'blob-no-base64',
    'file-absent',
    'file-other-hash',
    'file-other-size',
    'file-outside',
  ])('is ended where a fetch shows "%s", and nothing is asked of it any more', async mode => {
    const adapter = await session(mode)
    expect(refusalOf(await adapter.fetch('1'))).toMatchObject({ code: 'wrong-shape' })
    expect(refusalOf(await adapter.fetch('1'))).toMatchObject({ code: 'wrong-shape' })
  })

  test('is ended where a piece comes after the final one', async () => {
    const adapter = await session('blob-after-final')
    await adapter.fetch('1')
    expect(refusalOf(await adapter.wasApplied('nonce-0001'))).toMatchObject({ code: 'wrong-shape' })
  })

  test('is ended where its pieces are over the cap together', { timeout: 60_000 }, async () => {
    expect(refusalOf(await (await session('blob-too-large')).fetch('1'))).toMatchObject({
      code: 'wrong-shape',
    })
  })

  test.each(['wrong-open', 'speaks-first'])('is not opened where it begins with "%s"', async mode => {
    const { open, account } = site(mode)
    expect(refusalOf(await open('home', account, new AbortController().signal))).toMatchObject({
      code: 'wrong-shape',
    })
  })
})

describe('the end of an adapter', () => {
  test('is a refusal of what was asked where it does not answer in time', async () => {
    const adapter = await session('silent')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const asked = pagesOf(adapter)
    await vi.advanceTimersByTimeAsync(ADAPTER_SECONDS * 1_000 - 1)
    let isOver = false
    void asked.then(() => (isOver = true))
    await vi.advanceTimersByTimeAsync(0)
    expect(isOver).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(refusalOf((await asked).end)).toMatchObject({ code: 'late' })
    vi.useRealTimers()
  })

  test('comes when the signal is given, and what was asked is refused as interrupted', async () => {
    const stop = new AbortController()
    const adapter = await session('silent', stop.signal)
    const asked = pagesOf(adapter)
    stop.abort()
    expect(refusalOf((await asked).end)).toMatchObject({ code: 'interrupted' })
  })

  test('comes when a page is refused, whose refusal is the answer', async () => {
    const adapter = await session('pages')
    const no = refused('disk', { is: 'full', wanted: 'room', fix: 'make some' })
    expect(await adapter.list(null, async () => no)).toEqual(no)
    expect(refusalOf(await adapter.wasApplied('nonce-0001'))).toMatchObject({ code: 'interrupted' })
  })

  test('lets the next session of the account begin, which waits for it', async () => {
    const { open, account } = site('good')
    const signal = new AbortController().signal
    const first = await open('home', account, signal)
    if (!first.ok) throw new Error(first.refusal.is)
    let isOpen = false
    const second = open('home', account, signal).then(opened => {
      isOpen = true
      return opened
    })
    const other = await open('work', account, signal)
    if (!other.ok) throw new Error(other.refusal.is)
    expect(isOpen).toBe(false)
    await first.value.close()
    const opened = await second
    if (!opened.ok) throw new Error(opened.refusal.is)
    await Promise.all([opened.value.close(), other.value.close()])
  })

  test('is waited for no longer than the cap', async () => {
    const { open, account } = site('good')
    const first = await open('home', account, new AbortController().signal)
    if (!first.ok) throw new Error(first.refusal.is)
    onTestFinished(first.value.close)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const second = open('home', account, new AbortController().signal)
    await vi.advanceTimersByTimeAsync(ADAPTER_SECONDS * 1_000)
    expect(refusalOf(await second)).toMatchObject({ code: 'busy' })
    vi.useRealTimers()
  })
})

describe('the folders of an adapter', () => {
  test('what lies in incoming from an earlier session is gone when it is opened', async () => {
    const { open, account, folder } = site('blobs')
    const incoming = join(folder, 'twin/state/store/home/adapter/incoming')
    for (const expected of [1, 1]) {
      const opened = await open('home', account, new AbortController().signal)
      if (!opened.ok) throw new Error(opened.refusal.is)
      await opened.value.fetch('1')
      expect(readdirSync(incoming)).toHaveLength(expected)
      await opened.value.close()
    }
  })

  test.each(['~/nowhere', '~', '~/twin', '~/twin/state/x'])(
    'an account whose folder is %s is refused',
    async path => {
      const { open, account, folder } = site('good')
      mkdirSync(join(folder, 'twin/state/x'), { recursive: true, mode: 0o700 })
      const opened = await open('home', { ...account, path }, new AbortController().signal)
      expect(refusalOf(opened)?.code).toBe(path === '~/nowhere' ? 'no-store' : 'config')
    },
  )
})
