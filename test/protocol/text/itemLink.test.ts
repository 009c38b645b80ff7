// The link of a job's item: which ones become a link at all, and that such a link stays one whole destination, to a listed host,
// in every renderer. Relies on oracles.ts.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ITEM_LINK_CHARS } from '../../../protocol/limits.ts'
import { inert } from '../../../protocol/text/inert.ts'
import { itemLink, shownLink } from '../../../protocol/text/itemLink.ts'
import { plain } from '../../../protocol/text/plain.ts'
import { ORACLES } from './oracles.ts'
import { MARKUP } from './markupPayloads.ts'

const HOSTS = ['news.test', 'xn--nws-hoa.test', 'a.b.news.test']

test.each([
  ['https://news.test', 'https://news.test/'],
  ['https://news.test/', 'https://news.test/'],
  ['https://news.test/2026/11/a-b.html?q=1&r=2#top', 'https://news.test/2026/11/a-b.html?q=1&r=2#top'],
  ['https://a.b.news.test/x', 'https://a.b.news.test/x'],
  ['https://news.test/a_b~c*d!e', 'https://news.test/a%5Fb%7Ec%2Ad%21e'],
  ["https://news.test/(a)'b;c:d@e$f", 'https://news.test/%28a%29%27b%3Bc%3Ad%40e%24f'],
  ['https://news.test/%41%zz%', 'https://news.test/%41%25zz%25'],
  ['https://news.test/?q=a==&b===', 'https://news.test/?q=a%3D=&b%3D%3D='],
  ['https://news.test/ærlig', 'https://news.test/%C3%A6rlig'],
  ['https://news.test?q=1', 'https://news.test?q=1'],
])('itemLink encodes what Markdown could misread and keeps the parts of %s', (link, wanted) => {
  expect(itemLink(link, HOSTS)).toBe(wanted)
})

const NEVER: readonly [title: string, link: string][] = [
  ['nothing', ''],
  ['another host', 'https://evil.test/'],
  ['a host below a listed one', 'https://x.news.test/'],
  ['a host above a listed one', 'https://test/'],
  ['a listed host as a beginning', 'https://news.test.evil.test/'],
  ['a listed host as an end', 'https://evilnews.test/'],
  ['a user', 'https://news.test@evil.test/'],
  ['a user of a listed host', 'https://user@news.test/'],
  ['a user and a password', 'https://user:secret@news.test/'],
  ['a port', 'https://news.test:8443/'],
  ['the usual port', 'https://news.test:443/'],
  ['http', 'http://news.test/'],
  ['no scheme', '//news.test/'],
  ['javascript', 'javascript:alert(1)//news.test/'],
  ['data', 'data:text/html,news.test'],
  ['a file', 'file:///news.test/'],
  ['a scheme in capitals', 'HTTPS://news.test/'],
  ['a host in capitals', 'https://NEWS.test/'],
  ['a dot at the end of the host', 'https://news.test./'],
  ['a look-alike letter', 'https://nеws.test/'],
  ['a full-width host', 'https://ｎｅｗｓ.test/'],
  ['Punycode, even where it is listed', 'https://xn--nws-hoa.test/'],
  ['an encoded host', 'https://%6Eews.test/'],
  ['a backslash for a slash', 'https:\\\\news.test\\'],
  ['a backslash after the host', 'https://news.test\\@evil.test/'],
  ['one slash', 'https:/news.test/'],
  ['a blank in front', ' https://news.test/'],
  ['a blank inside', 'https://news.test/a b'],
  ['a line break', 'https://news.test/\nhttps://evil.test/'],
  ['a tab in the host', 'https://ne\tws.test/'],
  ['a control', 'https://news.test/\u0000'],
  ['a reordering control', 'https://news.test/\u202Etxt.exe'],
  ['an invisible character', 'https://news.test/\u200B'],
  ['a lone surrogate', 'https://news.test/\uD800'],
  ['a quote', 'https://news.test/"onclick'],
  ['an angle bracket', 'https://news.test/>'],
  ['a square bracket', 'https://news.test/](x)'],
  ['a backtick', 'https://news.test/`'],
  ['an address', 'https://127.0.0.1/'],
  ['an IPv6 address', 'https://[::1]/'],
]
test.each(NEVER)('itemLink makes no link of %s', (_, link) => {
  expect(itemLink(link, HOSTS)).toBeNull()
})

test('itemLink makes no link where no host is listed', () => {
  expect(itemLink('https://news.test/', [])).toBeNull()
})

test('itemLink makes a link up to the cap on its length and none past it', () => {
  const of = (length: number) => `https://news.test/${'a'.repeat(length - 18)}`
  expect(itemLink(of(ITEM_LINK_CHARS), HOSTS)).toHaveLength(ITEM_LINK_CHARS)
  expect(itemLink(of(ITEM_LINK_CHARS + 1), HOSTS)).toBeNull()
})

const anyLink = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }).map(rest => `https://news.test/${rest}`),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
)

test('itemLink leads to a listed host over https, as a browser reads it, for any text', () => {
  fc.assert(
    fc.property(anyLink, link => {
      const made = itemLink(link, HOSTS)
      if (made === null) return
      const { protocol, host, username, password } = new URL(made)
      expect([protocol, username, password]).toEqual(['https:', '', ''])
      expect(HOSTS).toContain(host)
      expect(new URL(link).host).toBe(host)
      expect(made).toMatch(/^https:\/\/[a-z0-9.-]+[A-Za-z0-9.\-/?&#+,=%]*$/)
    }),
    { numRuns: 1_000 },
  )
})

/** How a renderer sees a link and what follows it, the target left out. */
const shapesOf = (href: string): string[] =>
  ORACLES.map(({ name, render }) => {
    const { elements, text } = render(`- [“x”](${href}) Kanarifugl\n- last`)
    const neutral = elements.join(' | ').replaceAll('&amp;', '&').replaceAll(href, 'HREF')
    return `${name}: ${neutral} ${text.includes('Kanarifugl')}`
  })

describe('the link of an item in every renderer', () => {
  const links = MARKUP.flatMap(({ payloads }) => payloads)
    .map(payload => `https://news.test/${payload.replace(/[\s\p{C}<>"\\^`{|}[\]]/gu, '')}`)
    .flatMap(link => itemLink(link, HOSTS) ?? [])

  test('there are hostile links to try', () => expect(links.length).toBeGreaterThan(50))

  test('a hostile path stays one whole link', () => {
    const whole = shapesOf('https://news.test/a')
    for (const href of new Set(links)) expect([href, shapesOf(href)]).toEqual([href, whole])
  })

  test('a path that is not encoded breaks a link: the control', () => {
    const whole = shapesOf('https://news.test/a')
    const broken = ['https://news.test/a)b', 'https://news.test/a b', 'https://news.test/(((']
    for (const href of broken) expect(shapesOf(href)).not.toEqual(whole)
  })
})

test('shownLink loses nothing of a link to plain, and is no link in any renderer', () => {
  fc.assert(
    fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), link => {
      expect(plain(shownLink(link)).replaceAll(': //', '://')).toBe(shownLink(link))
      const elements = ORACLES.flatMap(({ render }) => render(`- ${inert(plain(shownLink(link)))}`).elements)
      expect(elements.filter(element => /href|link|image/i.test(element))).toEqual([])
    }),
    { numRuns: 100 },
  )
})

test('shownLink can be read back where it encoded something', () => {
  const link = 'https://news.test/a_b?c=d#e~f!g*h|i'
  expect(decodeURIComponent(shownLink(link))).toBe(link)
})

test('a link that stands as it is becomes active: the control', () => {
  const elements = ORACLES.flatMap(({ render }) => render('- “https://news.test/a”').elements)
  expect(elements.filter(element => /href|link/i.test(element))).not.toEqual([])
})
