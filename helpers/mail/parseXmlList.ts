// An XML property list as plain data: dictionaries, arrays, texts, numbers and truth values; dates and data are kept as text. Pure.
// Why not a library: the ones there are bring a whole DOM, which is half of what this process would load at its start, and
// print what they stumble over. Entities are the five of XML and character numbers; a document type may declare none.

const DEPTH = 64
const TOKEN = /<\?[^<>]*\?>|<!--[^]*?-->|<!DOCTYPE[^<>[\]]*>|<(\/?)([a-z]+)(?:\s[^<>/]*)?(\/?)>|([^<]+)/gy
const ENTITY = /&(?:(lt|gt|amp|quot|apos)|#([0-9]{1,7})|#x([0-9a-fA-F]{1,6}));|&/g
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** A tag that opens, closes or does both at once, or the text between two tags. */
type Token =
  | { readonly tag: string; readonly kind: 'open' | 'close' | 'empty' }
  | { readonly tag: undefined; readonly text: string }

/** The one value of the list. Throws RangeError for anything that is not well-formed. */
export function parseXmlList(xml: string): unknown {
  const tokens = tokensOf(xml)
  expectTag(next(tokens), 'plist', 'open')
  const value = valueOf(tokens, next(tokens), 0)
  expectTag(next(tokens), 'plist', 'close')
  const rest = tokens.next()
  if (!rest.done && !isBlank(rest.value)) throw wrong('something follows the list')
  return value
}

function* tokensOf(xml: string): Generator<Token, undefined> {
  TOKEN.lastIndex = 0
  for (let at = 0; at < xml.length; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at
    const match = TOKEN.exec(xml)
    if (!match) throw wrong('a tag is not well-formed')
    const [, close, tag, empty, text] = match
    if (text !== undefined) yield { tag: undefined, text: decoded(text) }
    else if (tag !== undefined) yield { tag, kind: close ? 'close' : empty ? 'empty' : 'open' }
  }
  return undefined
}

const isBlank = (token: Token): boolean => token.tag === undefined && token.text.trim() === ''

/** The next token that is no blank text. */
function next(tokens: Generator<Token, undefined>): Token {
  for (;;) {
    const { done, value } = tokens.next()
    if (done || value === undefined) throw wrong('it ends too early')
    if (!isBlank(value)) return value
  }
}

function valueOf(tokens: Generator<Token, undefined>, token: Token, depth: number): unknown {
  if (token.tag === undefined || token.kind === 'close') throw wrong('a value is missing')
  if (depth > DEPTH) throw wrong('it is nested too deeply')
  const { tag, kind } = token
  if (tag === 'true' || tag === 'false') return closed(tokens, token, tag === 'true')
  if (tag === 'dict') return kind === 'empty' ? Object.create(null) : dictionaryOf(tokens, depth)
  if (tag === 'array') return kind === 'empty' ? [] : arrayOf(tokens, depth)
  if (!['string', 'integer', 'real', 'date', 'data'].includes(tag)) throw wrong('a tag is not known')
  const text = kind === 'empty' ? '' : textOf(tokens, tag)
  return tag === 'integer' || tag === 'real' ? Number(text) : text
}

function dictionaryOf(tokens: Generator<Token, undefined>, depth: number): unknown {
  const dictionary: Record<string, unknown> = Object.create(null)
  for (let token = next(tokens); token.tag !== 'dict' || token.kind !== 'close'; token = next(tokens)) {
    if (token.tag !== 'key' || token.kind === 'close') throw wrong('a key is missing')
    const key = token.kind === 'empty' ? '' : textOf(tokens, 'key')
    dictionary[key] = valueOf(tokens, next(tokens), depth + 1)
  }
  return dictionary
}

function arrayOf(tokens: Generator<Token, undefined>, depth: number): unknown[] {
  const array: unknown[] = []
  for (let token = next(tokens); token.tag !== 'array' || token.kind !== 'close'; token = next(tokens))
    array.push(valueOf(tokens, token, depth + 1))
  return array
}

/** The text up to the closing tag; a comment within it parts it and is left out. */
function textOf(tokens: Generator<Token, undefined>, tag: string): string {
  let text = ''
  for (;;) {
    const { done, value } = tokens.next()
    if (done || value === undefined) throw wrong('it ends too early')
    if (value.tag !== undefined) {
      expectTag(value, tag, 'close')
      return text
    }
    text += value.text
  }
}

function closed(tokens: Generator<Token, undefined>, token: Token, value: boolean): boolean {
  if (token.tag !== undefined && token.kind === 'open') expectTag(next(tokens), token.tag, 'close')
  return value
}

function expectTag(token: Token, tag: string, kind: 'open' | 'close'): void {
  if (token.tag !== tag || token.kind !== kind) throw wrong(`the ${tag} tag is not where it belongs`)
}

function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(ENTITY, (_, ...groups: (string | undefined)[]) => {
    const [name, decimal, hex] = groups
    if (name !== undefined) return NAMED[name] ?? ''
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    // A number that is no character, and an entity that is none of the five.
    if (!(code <= 0x10_ffff)) throw wrong('an entity is not known')
    return String.fromCodePoint(code)
  })
}

const wrong = (is: string): RangeError => new RangeError(`Cannot read a property list: ${is}`)
