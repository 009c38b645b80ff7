// How many references to other machines an element carries that a mail program would follow by itself: none of them is kept. Pure.
const FETCHED = [
  'src',
  'background',
  'poster',
  'data',
  'ping',
  'lowsrc',
  'dynsrc',
  'xlink:href',
  'srcset',
  'imagesrcset',
  'code',
  'classid',
  'manifest',
  'profile',
  'longdesc',
] as const
const REMOTE = /^\s*(?:(?:https?|ftp|wss?|file|smb):|[\\/]{2})/i

/** A link to click is no such reference; a style sheet, an icon or the base of all others is. */
const FETCHES = new Set(['link', 'base', 'image', 'use', 'feimage'])

export function remoteIn(tag: string, attributes: Readonly<Record<string, string>>): number {
  let count = FETCHED.filter(name => REMOTE.test(attributes[name] ?? '')).length
  if (FETCHES.has(tag) && REMOTE.test(attributes.href ?? '')) count++
  if (tag === 'meta' && /^refresh$/i.test(attributes['http-equiv'] ?? '')) count++
  return attributes.style === undefined ? count : count + remoteInStyle(attributes.style)
}

/** References in a style: `url(` and `@import`. */
export const remoteInStyle = (css: string): number =>
  [...css.matchAll(/(?:url\(\s*|@import\s+)["']?\s*(?:https?:|ftp:|\/\/)/gi)].length
