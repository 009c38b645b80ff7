// The page in a real browser: log in, read, approve, refuse; forged forms, frames and hostile texts; by keyboard; in dark and light
// and 400 px wide. Relies on Debian's Chromium; every request that it makes is recorded, and none may go anywhere else.
import { createServer, type Server } from 'node:http'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page as Tab } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { packageRoot } from '../../files/packageRoot.ts'
import { done } from '../../protocol/refusal.ts'
import { HOSTILE } from '../menubar/hostileTexts.ts'
import { agents, answers, brief, flagged, hostileItem, proposal, sectionOf } from './answersDouble.ts'
import { CHROMIUM, startChromium } from './chromium.ts'
import { bodyText, contrastProblems, focused, structure, whatActs, widths } from './inBrowser.mjs'
import { served, type Served } from './served.ts'

const APPROVE = '[ui]\napprove = true\n'
const SHOTS = join(packageRoot, 'build', 'screenshots')
const low = proposal('one')
const high = agents('two')
const many = Array.from({ length: 40 }, (_, at) => flagged(at))
const DAY = answers([low, high, ...many])

describe.skipIf(CHROMIUM === undefined)('in Chromium', () => {
  let browser: Browser
  const open: BrowserContext[] = []
  beforeAll(async () => {
    mkdirSync(SHOTS, { recursive: true })
    browser = await startChromium()
  })
  afterEach(async () => {
    for (const context of open.splice(0)) await context.close()
  })
  afterAll(() => browser.close())

  interface Look {
    readonly width?: number
    readonly scheme?: 'light' | 'dark'
  }
  /** A browser of its own; `asked` collects the address of every request. */
  async function start({ width = 900, scheme = 'light' }: Look = {}): Promise<{ tab: Tab; asked: string[] }> {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme: scheme })
    open.push(context)
    const asked: string[] = []
    context.on('request', request => asked.push(request.url()))
    const tab = await context.newPage()
    return { tab, asked }
  }
  async function signIn(site: Served, look: Look = {}): Promise<{ tab: Tab; asked: string[] }> {
    const started = await start(look)
    await started.tab.goto(await site.link())
    await started.tab.getByRole('button', { name: 'Open' }).click()
    await started.tab.getByRole('heading', { name: 'Overview' }).waitFor()
    return started
  }
  /** Goes to a page of the session that must be there. */
  async function visit(tab: Tab, address: string): Promise<void> {
    const reply = await tab.goto(address)
    expect(reply?.status(), address).toBe(200)
  }
  const decided = (site: Served) =>
    site.double.asked.map(({ asked }) => asked).filter(({ name }) => /approve|refuse/.test(name))

  test('logs in by the link, reads each page, approves and refuses', async () => {
    const site = await served(DAY, APPROVE)
    const { tab, asked } = await signIn(site)
    expect(new URL(tab.url()).pathname).toMatch(/^\/s\/[0-9a-f]{32}\/$/)
    for (const [name, text] of [
      ['History', 'Audit, the newest first'],
      ['Brief', '“Re: Contract for Tuesday”'],
      ['Jobs', 'it was still running after 5m and was ended'],
      ['Proposals', '42 proposals waiting, 3 decisions'],
    ] as const) {
      await tab.getByRole('link', { name, exact: true }).click()
      expect(await tab.textContent('main')).toContain(text)
    }
    await tab.getByRole('link', { name: new RegExp(low.id) }).click()
    await tab.getByLabel('To approve, type').fill(low.digest.slice(0, 4))
    await tab.getByRole('button', { name: 'Approve' }).click()
    await tab.getByText('Approved: 1 proposal.').waitFor()
    await tab.getByRole('link', { name: new RegExp(high.id) }).click()
    await tab.getByRole('button', { name: 'Refuse' }).click()
    await tab.getByText('Refused: 1 proposal.').waitFor()
    expect(decided(site)).toEqual([
      { name: 'proposals.approve', input: { ids: [low.id], digest: low.digest }, confirm: true },
      { name: 'proposals.refuse', input: { ids: [high.id] }, confirm: true },
    ])
    expect(asked.filter(url => !url.startsWith(`${site.origin}/`))).toEqual([])
  })

  test('shows the command of a terminal for high risk, and no way to approve', async () => {
    const site = await served(DAY, APPROVE)
    const { tab } = await signIn(site)
    await tab.getByRole('link', { name: 'Proposals', exact: true }).click()
    await tab.getByRole('link', { name: new RegExp(high.id) }).click()
    await tab.getByText(`twin proposals approve ${high.id}`).waitFor()
    expect(await tab.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  })

  test('wrong characters of the digest approve nothing and the page says what is wanted', async () => {
    const site = await served(DAY, APPROVE)
    const { tab } = await signIn(site)
    await visit(tab, `${tab.url()}proposals/${low.id}`)
    await tab.getByLabel('To approve, type').fill('zzzz')
    await tab.getByRole('button', { name: 'Approve' }).click()
    await tab.getByText('what you typed is not how the digest begins').waitFor()
    expect(decided(site)).toEqual([])
  })

  test('a second use of the link says that it was used and opens nothing', async () => {
    const site = await served(DAY)
    const link = await site.link()
    const first = await start()
    await first.tab.goto(link)
    await first.tab.getByRole('button', { name: 'Open' }).click()
    const second = await start()
    await second.tab.goto(link)
    await second.tab.getByRole('heading', { name: 'This link was used' }).waitFor()
    expect(await second.tab.getByRole('button').count()).toBe(0)
    expect(await second.tab.context().cookies()).toEqual([])
  })

  test('a form that another site of this machine submits changes nothing, the same form of the page does', async () => {
    const site = await served(DAY, APPROVE)
    const { tab } = await signIn(site)
    const place = tab.url()
    await visit(tab, `${place}proposals/${low.id}`)
    const proof = await tab.locator('form[action$="/approve"] input[name=proof]').getAttribute('value')
    const fields = { proof: proof ?? '', digest: low.digest, typed: low.digest.slice(0, 4) }
    const evil = await otherServer(formPage(`${place}approve`, fields))
    await tab.goto(evil)
    await tab.getByRole('button').click()
    await tab.waitForURL(`${place}approve`)
    expect(await tab.textContent('body')).toContain('Not answered: the form came from elsewhere.')
    expect(decided(site)).toEqual([])
    await visit(tab, `${place}proposals/${low.id}`)
    await tab.getByLabel('To approve, type').fill(fields.typed)
    await tab.getByRole('button', { name: 'Approve' }).click()
    await tab.getByText('Approved: 1 proposal.').waitFor()
  })

  test('another server of this machine is sent no cookie of the page', async () => {
    const site = await served(DAY)
    const { tab } = await signIn(site)
    expect(await tab.context().cookies()).toHaveLength(1)
    const seen: (string | undefined)[] = []
    await tab.goto(await otherServer('<p>hello</p>', cookie => seen.push(cookie)))
    expect(seen[0]).toBeUndefined()
    const control = new URL(await otherServer('<p>hello</p>', cookie => seen.push(cookie)))
    await tab.context().addCookies([{ name: 'plain', value: '1', domain: '127.0.0.1', path: '/' }])
    await tab.goto(control.href)
    expect(seen.at(-1)).toBe('plain=1')
  })

  test('a frame of another page shows nothing of it, and frames a page without its headers', async () => {
    const site = await served(DAY)
    const { tab } = await signIn(site)
    const plain = await otherServer('<p>a page that can be framed</p>')
    const framing = await otherServer(`<iframe src="${tab.url()}"></iframe><iframe src="${plain}"></iframe>`)
    await tab.goto(framing)
    await tab.frameLocator('iframe').nth(1).getByText('a page that can be framed').waitFor()
    const texts = await Promise.all(tab.frames().map(frame => frame.evaluate(bodyText)))
    expect(texts.join(' ')).not.toContain('Overview')
  })

  test('a name that was rebound to this address gets no page', async () => {
    const site = await served(DAY)
    const { port } = new URL(site.origin)
    const { tab } = await start()
    const reply = await tab.goto(`http://localhost:${port}/`)
    expect(reply?.status()).toBe(403)
    expect(await tab.textContent('body')).toContain('this page has another address')
  })

  test('ending the session closes the page, and its address shows nothing any more', async () => {
    const site = await served(DAY)
    const { tab } = await signIn(site)
    const place = tab.url()
    await tab.getByRole('button', { name: 'End now' }).click()
    await tab.getByText('You can close this window').waitFor()
    await expect(tab.goto(place)).rejects.toThrow('ERR_CONNECTION_REFUSED')
  })

  describe('hostile texts', () => {
    const SCRIPTS = [
      ...Object.values(HOSTILE),
      '<img src=https://evil.test/x.png onerror=alert(1)>',
      '<script>document.title="owned"</script>',
      '"><svg onload=alert(1)>',
      `' style='background:url(https://evil.test/)`,
      '<a href="https://evil.test">click</a>',
      '<style>*{display:none}</style><link rel=stylesheet href=//evil.test/x.css>',
      '<meta http-equiv=refresh content="0;url=https://evil.test">',
      '<form action=https://evil.test><button>Approve</button></form>',
      '</bdi></h2></main><iframe src=https://evil.test></iframe>',
      '${7*7} {{7*7}} <%= 7*7 %>',
      '![x](https://evil.test/x.png) [y](javascript:alert(1))',
      'https://evil.test/a?b=c&d=e#f',
    ]
    const all = SCRIPTS.join('\n')
    const hostile = proposal('one', {
      sentence: all,
      proposer: 'agent:claude',
      prose: all,
      facts: [{ name: all, value: all }],
      foreseen: {
        sentence: 'x',
        changes: SCRIPTS.map(text => text.slice(0, 600)).map(id => ({ id, before: id, after: id })),
        more: 0,
      },
      problem: all,
    })
    const ANSWERS = {
      ...answers([hostile]),
      'brief.show': done(brief([hostileItem(all.toWellFormed())], [sectionOf(all)])),
      'jobs.list': done({ jobs: [], paused: null, resident: true }),
    }

    test('make no element, no request and no link on any page', async () => {
      const site = await served(ANSWERS, APPROVE)
      const { tab, asked } = await signIn(site)
      const place = tab.url()
      for (const path of ['', 'proposals', `proposals/${hostile.id}`, 'history', 'brief', 'jobs']) {
        await visit(tab, `${place}${path}`)
        const found = await tab.evaluate(whatActs)
        expect(found.title).toMatch(/ - twin$/)
        expect(found.elements).toBe(0)
        expect(found.foreign).toBe(0)
        const own =
          /^(?:#main|\/s\/[0-9a-f]{32}\/(?:|proposals|proposals\/p_[a-z2-7]{26}|history|brief|jobs|approve|refuse|leave))$/
        expect(found.addresses.filter(address => !own.test(address))).toEqual([])
      }
      await visit(tab, `${place}proposals/${hostile.id}`)
      await tab.screenshot({ path: join(SHOTS, 'hostile.png'), fullPage: true })
      expect(asked.filter(url => !url.startsWith(`${site.origin}/`))).toEqual([])
    })

    test('are there in full, with what does not show named by its code', async () => {
      const site = await served(ANSWERS, APPROVE)
      const { tab } = await signIn(site)
      await visit(tab, `${tab.url()}proposals/${hostile.id}`)
      const shown = (await tab.textContent('dl.facts dd')) ?? ''
      for (const text of [
        'https://evil.test/a?b=c&d=e#f',
        '<script>document.title="owned"</script>',
        'U+202Eevil',
        'aU+200B',
      ])
        expect(shown).toContain(text)
    })

    test('a proposer’s lines push neither twin’s words nor the decision away', async () => {
      const long = proposal('one', { prose: 'a\n'.repeat(1_000) })
      const site = await served(answers([long]), APPROVE)
      const { tab } = await signIn(site)
      await visit(tab, `${tab.url()}proposals/${long.id}`)
      const box = await tab.locator('.theirs').boundingBox()
      expect(box?.height).toBeLessThan(2_000)
      expect(box?.height).toBeGreaterThan(200)
      await visit(tab, await otherServer(`<pre>${'a\n'.repeat(1_000)}</pre>`))
      const naive = await tab.locator('pre').boundingBox()
      expect(naive?.height).toBeGreaterThan(10_000)
    })

    test('the same texts in a page that does not escape them do act', async () => {
      const { tab, asked } = await start()
      await tab.goto(await otherServer(`<h2>${SCRIPTS.join('</h2><h2>')}</h2>`))
      expect(asked.some(url => url.startsWith('https://evil.test'))).toBe(true)
    })
  })

  test('everything is reached and decided by the keyboard alone', async () => {
    const site = await served(answers([low]), APPROVE)
    const { tab } = await start()
    await tab.goto(await site.link())
    const tabTo = async (wanted: RegExp): Promise<void> => {
      for (let step = 0; step < 40; step++) {
        await tab.keyboard.press('Tab')
        const { id, text, outline } = await tab.evaluate(focused)
        expect(outline).toBe('solid')
        if (wanted.test(`${text}#${id}`)) return
      }
      expect.fail(`nothing like ${wanted.source} gets the focus`)
    }
    await tabTo(/^Open#/)
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { name: 'Overview' }).waitFor()
    await tabTo(/^Skip to the content/)
    await tab.keyboard.press('Enter')
    expect((await tab.evaluate(focused)).id).toBe('main')
    await tabTo(/^Look and decide/)
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { name: 'Proposals' }).waitFor()
    await tabTo(new RegExp(low.id))
    await tab.keyboard.press('Enter')
    await tab.getByRole('heading', { name: 'Decide' }).waitFor()
    await tabTo(/#typed$/)
    await tab.keyboard.type(low.digest.slice(0, 4))
    await tab.keyboard.press('Enter')
    await tab.getByText('Approved: 1 proposal.').waitFor()
    expect(decided(site)).toHaveLength(1)
  })

  test.each([
    ['light', 400],
    ['dark', 400],
    ['light', 900],
    ['dark', 900],
  ] as const)('each page is readable in %s at %i px, without scrolling sideways', async (scheme, width) => {
    const site = await served(DAY, APPROVE)
    const { tab } = await signIn(site, { scheme, width })
    const place = tab.url()
    for (const [name, path] of [
      ['overview', ''],
      ['proposals', 'proposals'],
      ['decide', `proposals/${low.id}`],
      ['terminal', `proposals/${high.id}`],
      ['batch', `proposals/${many[0]?.id}`],
      ['history', 'history'],
      ['brief', 'brief'],
      ['jobs', 'jobs'],
    ] as const) {
      await visit(tab, `${place}${path}`)
      await tab.screenshot({ path: join(SHOTS, `${name}-${scheme}-${width}.png`), fullPage: true })
      const [wide = 0, seen = 0] = await tab.evaluate(widths)
      expect(wide, `${name} is ${wide} px wide`).toBeLessThanOrEqual(seen)
      expect(await tab.evaluate(contrastProblems), name).toEqual([])
      for (const caption of await tab.locator('caption').all())
        expect((await caption.boundingBox())?.height, name).toBeLessThan(60)
    }
  })

  test('the measure of contrast finds a text that is too pale', async () => {
    const { tab } = await start()
    await tab.goto(
      await otherServer(
        '<p style="color:#999;background:#fff">pale</p><p style="color:#000;background:#fff">dark</p>',
      ),
    )
    expect(await tab.evaluate(contrastProblems)).toEqual([expect.stringContaining('pale')])
  })

  test('each page has one main, one heading of the first order, named landmarks, and labels for what is filled in', async () => {
    const site = await served(DAY, APPROVE)
    const { tab } = await signIn(site)
    const place = tab.url()
    for (const path of ['', 'proposals', `proposals/${low.id}`, 'history', 'brief', 'jobs']) {
      await visit(tab, `${place}${path}`)
      const counted = await tab.evaluate(structure)
      expect(counted).toEqual({ mains: 1, firsts: 1, language: 'en', unlabelled: 0, unnamed: 0, current: 1 })
    }
  })
})

/** Another server of this machine that answers each request with `body`; ended after the test. */
async function otherServer(
  body: string,
  onCookie: (cookie: string | undefined) => void = () => undefined,
): Promise<string> {
  const server: Server = createServer((request, response) => {
    if (request.url === '/') onCookie(request.headers.cookie)
    response
      .setHeader('content-type', 'text/html; charset=utf-8')
      .end(`<!doctype html><title>other</title>${body}`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`
}

const formPage = (action: string, fields: Record<string, string>): string =>
  `<form method="post" action="${action}">${Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
    .join('')}<button>You have won</button></form>`
