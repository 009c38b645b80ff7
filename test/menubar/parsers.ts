// How SwiftBar, xbar and Argos read the lines of a plugin, as far as a text could make them do something: written from their
// published formats, not from twin's code. Each gives the same kind of item, so that one test asks all three.

/** `does`: what the text itself makes the program do beside showing it. `isLine`: a separator. */
export interface Item {
  readonly level: number
  readonly title: string
  readonly isLine: boolean
  readonly params: ReadonlyMap<string, string>
  readonly does: readonly string[]
}
export interface ParsedMenu {
  readonly header: readonly Item[]
  readonly body: readonly Item[]
}
export type Parser = (output: string) => ParsedMenu

/** What a click on the item runs or opens; undefined where nothing happens. */
export function clickOf({
  params,
}: Item): { program: string; words: string[]; terminal: boolean } | undefined {
  const program = params.get('bash') ?? params.get('shell') ?? params.get('href')
  if (program === undefined) return undefined
  const words = [...params]
    .filter(([key]) => /^param\d+$/.test(key))
    .sort(([one], [other]) => Number(one.slice(5)) - Number(other.slice(5)))
    .map(([, value]) => value)
  return { program, words, terminal: params.get('terminal') !== 'false' }
}

const off = (params: ReadonlyMap<string, string>, key: string): boolean =>
  params.get(key)?.toLowerCase() === 'false'

/** SwiftBar: every Unicode newline ends a line; a terminal opens unless told not to; `:name:` is a symbol or an emoji. */
export const swiftBar: Parser = output => {
  const lines = output.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).filter(line => line !== '')
  const start = lines.findIndex(line => line.startsWith('---'))
  const split = start < 0 ? lines.length : start
  const header = lines.slice(0, split).map(line => swiftItem(line, 0))
  const body = lines.slice(split).map(line => {
    if (line === '---') return separator(0)
    let level = 0
    let rest = line
    while (rest.startsWith('--') && rest !== '---') {
      level++
      rest = rest.slice(2)
    }
    return rest === '---' ? separator(level) : swiftItem(rest, level)
  })
  return { header, body }
}

function swiftItem(line: string, level: number): Item {
  const [title, rest] = atPipe(line)
  const params = new Map<string, string>()
  const form = /\s*([^=]*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|'((?:[^'\\]|\\.)*)'?|([^ \t]*))/gy
  for (const match of rest.matchAll(form)) {
    const [, key = '', double, single, bare] = match
    params.set(key.trim().toLowerCase(), double ?? single ?? bare ?? '')
  }
  const does: string[] = []
  if (title.includes('\\')) does.push('unescapes')
  if (!off(params, 'symbolize') && params.get('ansi') !== 'true' && /:[a-z0-9.,]*:/.test(title))
    does.push('symbol')
  if (!off(params, 'emojize') && off(params, 'symbolize') && /:[\w+-]+:/.test(title)) does.push('emoji')
  if (params.get('md') === 'true') does.push('markdown')
  if (params.get('ansi') === 'true' && title.includes('\u001B')) does.push('ansi')
  for (const key of ['shortcut', 'webview', 'stdin', 'image', 'templateimage', 'tooltip'])
    if (params.has(key)) does.push(key)
  return { level, title: off(params, 'trim') ? title : title.trim(), isLine: false, params, does }
}

const XBAR_BOOLEAN = ['disabled', 'terminal', 'refresh', 'dropdown', 'trim', 'alternate', 'emojize', 'ansi']
const XBAR_TEXT = ['key', 'href', 'color', 'font', 'shell', 'bash', 'templateImage', 'image']

/** xbar: LF ends a line; one word behind `|` that it does not know, or a wrong one, is an error instead of the whole menu. */
export const xbar: Parser = output => {
  const header: Item[] = []
  const body: Item[] = []
  let isBody = false
  let depth = 0
  for (const line of output.replace(/\n$/, '').split('\n')) {
    const [text, rest] = atPipe(line)
    const params = xbarParams(rest)
    if (!isBody && text.trim() === '---') {
      isBody = true
      body.push(separator(0))
      continue
    }
    const dashes = Math.floor((/^-*/.exec(text)?.[0].length ?? 0) / 2)
    if (isBody && dashes > depth + 1) throw new Error('xbar: nested below nothing')
    depth = text.trim() === '---' ? depth : dashes
    const isLine = text.trim() === '---'
    const title = text.slice(isLine ? 3 : dashes * 2)
    const item = xbarItem(off(params, 'trim') ? title : title.trim(), isLine ? 0 : dashes, params)
    ;(isBody ? body : header).push(isLine ? separator(0) : item)
  }
  return { header, body }
}

function xbarParams(text: string): ReadonlyMap<string, string> {
  const params = new Map<string, string>()
  let rest = text.trim()
  while (rest !== '') {
    const equals = rest.indexOf('=')
    if (equals < 0) throw new Error('xbar: malformed parameters: missing equals')
    const key = rest.slice(0, equals).replace(/^\|\s*/, '')
    const quote = /^["']/.exec(rest.slice(equals + 1))?.[0]
    const value = rest.slice(equals + (quote ? 2 : 1))
    const end = value.indexOf(quote ?? ' ')
    const taken = end < 0 ? value : value.slice(0, end)
    if (XBAR_BOOLEAN.includes(key)) {
      if (!/^(?:1|0|t|f|T|F|true|false|TRUE|FALSE|True|False)$/.test(taken))
        throw new Error(`xbar: ${key} is no boolean`)
    } else if (['size', 'length'].includes(key)) {
      if (!/^[+-]?\d+$/.test(taken)) throw new Error(`xbar: ${key} is no number`)
    } else if (!XBAR_TEXT.includes(key) && !/^param[1-9]\d*$/.test(key))
      throw new Error(`xbar: unknown parameter: ${key}`)
    params.set(key, taken)
    rest = end < 0 ? '' : value.slice(end + 1).trim()
  }
  return params
}

function xbarItem(title: string, level: number, params: ReadonlyMap<string, string>): Item {
  const does: string[] = []
  if (!off(params, 'ansi') && title.includes('\\')) does.push('unquotes')
  if (!off(params, 'ansi') && title.includes('\u001B')) does.push('ansi')
  if (!off(params, 'emojize') && /:[\w+-]+:/.test(title)) does.push('emoji')
  return { level, title, isLine: false, params, does }
}

/** Argos: LF ends a line; parameters are words of a shell; the title is Pango markup and C escapes are compressed. */
export const argos: Parser = output => {
  const header: Item[] = []
  const body: Item[] = []
  for (const line of output.split('\n').filter(each => each !== '')) {
    const item = argosItem(line)
    if (body.length === 0 && !item.isLine) header.push(item)
    else body.push(item)
  }
  return { header, body }
}

function argosItem(line: string): Item {
  const [text, rest] = atPipe(line)
  const params = new Map<string, string>()
  for (const word of shellWords(rest)) {
    const equals = word.indexOf('=')
    if (equals > 0) params.set(word.slice(0, equals).trim(), word.slice(equals + 1).trim())
  }
  const dashes = text.search(/[^-]/)
  const level = dashes >= 2 ? Math.floor(dashes / 2) : 0
  const title = text.slice(level * 2)
  const does: string[] = []
  if (!off(params, 'unescape') && title.includes('\\')) does.push('unescapes')
  if (!off(params, 'emojize') && /:[\w+-]+:/.test(title)) does.push('emoji')
  if (!off(params, 'useMarkup') && /[<>&]/.test(title)) does.push('markup')
  if (!off(params, 'ansi') && title.includes('\u001B')) does.push('ansi')
  for (const key of ['eval', 'iconName', 'image', 'imageHeight']) if (params.has(key)) does.push(key)
  return { level, title: title.trim(), isLine: /^-+$/.test(title.trim()), params, does }
}

/** Words as a POSIX shell parts them, quotes taken off. */
function shellWords(text: string): string[] {
  const words: string[] = []
  for (const match of text.matchAll(/(?:[^\s"'\\]|"(?:[^"\\]|\\.)*"|'[^']*'|\\.)+/g))
    words.push(
      match[0].replace(
        /"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/g,
        (_all, ...parts) => parts.slice(0, 3).find(part => part !== undefined) ?? '',
      ),
    )
  return words
}

const separator = (level: number): Item => ({ level, title: '', isLine: true, params: new Map(), does: [] })

function atPipe(line: string): [title: string, rest: string] {
  const pipe = line.indexOf('|')
  return pipe < 0 ? [line, ''] : [line.slice(0, pipe), line.slice(pipe + 1)]
}
