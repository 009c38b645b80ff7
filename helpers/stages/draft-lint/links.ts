// Links in the text of a draft: found, told in full, and made inert, so that no reader of mail turns them into anything: `[:]` for the
// colon of a scheme, `[.]` for the dots of a host. Pure; relies on tldts for which bare names are hosts.
import { parse } from 'tldts'

/** `url`: as it was written. `host`: as letters, small; null where it has none. */
export interface Link {
  readonly url: string
  readonly host: string | null
}
export interface Inert {
  readonly text: string
  readonly links: readonly Link[]
}

/** Schemes that clients follow without "//". */
const SCHEMES =
  'mailto|tel|sms|javascript|vbscript|data|file|obsidian|message|cid|mid|about|shortcuts|facetime|skype|intent'
const DOT = String.raw`[.。．｡․]`
const HOST = String.raw`(?:[\p{L}\p{N}\p{M}_-]{1,63}${DOT}){1,20}[\p{L}\p{N}\p{M}-]{2,63}`
const LINK = new RegExp(
  [
    String.raw`[a-z][a-z0-9+.-]{0,30}:\/\/[^\s<>"]+`,
    String.raw`(?<![\p{L}\p{N}])(?:${SCHEMES}):[^\s<>"]+`,
    String.raw`\/\/${HOST}[^\s<>"]*`,
    String.raw`(?<![\p{L}\p{N}\p{M}_-])${HOST}(?::\d{1,5})?(?:[/?#][^\s<>"]*)?`,
  ].join('|'),
  'giu',
)

/** What could still begin a link where words run into one another; each ends with the character that makes it one. */
const LEFT = new RegExp(String.raw`:(?=\/\/)|(?:${SCHEMES}):(?=\S)|www${DOT}(?=\S)`, 'giu')

/** `text` with every link inert. What stays after them is what a client would not link: full stops at the end. */
export function inertLinks(text: string): Inert {
  const links: Link[] = []
  const out = text.replace(LINK, (found, offset: number) => {
    const url = found.replace(/[.,;:!?)\]}'’”»]+$/u, '')
    const link = linkOf(url)
    if (!link) return found
    // The domain of an address is no link of its own; draft-lint names addresses apart.
    if (text[offset - 1] === '@' && !url.includes(':')) return found
    links.push(link)
    return inertUrl(url) + found.slice(url.length)
  })
  return { text: out.replace(LEFT, found => `${found.slice(0, -1)}[${found.slice(-1)}]`), links }
}

function linkOf(url: string): Link | undefined {
  const host = new RegExp(
    String.raw`^(?:[a-z][a-z0-9+.-]{0,30}:)?\/\/(?:[^/?#\s]*@)?(?<host>[^/?#:\s]+)`,
    'iu',
  ).exec(url)?.groups?.['host']
  if (host !== undefined) return { url, host: hostName(host) }
  if (new RegExp(`^(?:${SCHEMES}):`, 'i').test(url)) return { url, host: null }
  const bare = hostName(/^[^/?#:]+/.exec(url)?.[0] ?? '')
  return bare.startsWith('www.') || parse(bare).isIcann === true ? { url, host: bare } : undefined
}

const hostName = (host: string): string =>
  host
    .normalize('NFKC')
    .replaceAll(/[。．｡․]/g, '.')
    .toLowerCase()

const inertUrl = (url: string): string =>
  url
    .replace(/:(?=\S)/g, '[:]')
    .replace(/[.。．｡․](?=[\p{L}\p{N}])/gu, '[.]')
    .replace(/@/g, '[@]')
