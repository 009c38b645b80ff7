// The link of an item that a job printed: a Markdown link only where it is https, to a host that the person listed, and of a
// form in which nobody can read anything else. Everywhere else it is text. Relies on RFC 3986, and on security.md 2.5 for what
// renderers make of a destination. Pure.
import { ITEM_LINK_CHARS } from '../limits.ts'

/** The host is what stands up to the first slash, in lower case, without user, port, dot at its end or Punycode. */
const HTTPS = /^https:\/\/((?!xn--)[a-z0-9-]+(?:\.(?!xn--)[a-z0-9-]+)+)(?:[/?#](.*))?$/s
/** What no URL holds: blanks, controls, and what RFC 3986 leaves out, of which browsers make something else. */
const NO_URL = /[\s\p{C}<>"\\^`{|}[\]]/u
/**
 * Stays as it is: letters, digits, and what gives a path and a query their parts. No renderer acts on these inside a
 * destination: an entity needs a semicolon, and two equals signs in a row are encoded.
 */
const STAYS = /[A-Za-z0-9.\-/?&#+,]/
const encoder = new TextEncoder()

/** The destination for `link` where `hosts` holds its host exactly; null where it is shown as text. */
export function itemLink(link: string, hosts: readonly string[]): string | null {
  const host = HTTPS.exec(link)?.[1]
  if (host === undefined || !hosts.includes(host) || !link.isWellFormed() || NO_URL.test(link)) return null
  const start = `https://${host}`
  const destination = `${start}${encoded(link.slice(start.length)) || '/'}`
  return destination.length > ITEM_LINK_CHARS ? null : destination
}

function encoded(rest: string): string {
  let out = ''
  for (let at = 0; at < rest.length;) {
    const char = String.fromCodePoint(rest.codePointAt(at) ?? 0)
    const isOctet = char === '%' && /^%[0-9A-Fa-f]{2}/.test(rest.slice(at))
    const isPart = char === '=' && !out.endsWith('=') && rest[at + 1] !== '='
    out += isOctet || isPart || STAYS.test(char) ? char : percent(char)
    at += char.length
  }
  return out
}

/** `link` as a person can read and copy it: what `plain` would blank out is percent-encoded instead. Not inert by itself. */
export const shownLink = (link: string): string => link.replace(/[[\]<>|`*_#!\\~=]/g, percent)

const percent = (char: string): string =>
  [...encoder.encode(char)].map(octet => `%${octet.toString(16).toUpperCase().padStart(2, '0')}`).join('')
