// HTML as text: blocks become lines, a link is followed by its target in full, hidden text is marked, and no reference to another
// machine is kept. Pure. Relies on htmlparser2 for tags and entities and on look.ts for what can be seen. Comments, scripts, styles
// and titles are no text of the message.
import { Parser } from 'htmlparser2'
import { HTML_CHARS, HTML_DEPTH, LINK_CHARS } from '../../protocol/limits.ts'
import { visible } from '../../protocol/text/visible.ts'
import type { Body } from './bodyText.ts'
import { declaredBy } from './declaredBy.ts'
import { HtmlLines } from './htmlLines.ts'
import { isHidden, isPictureHidden, type Look, lookOf, PAGE } from './look.ts'
import type { Problems } from './problems.ts'
import { remoteIn, remoteInStyle } from './remoteReferences.ts'
import { type Element, Sheet } from './styleSheet.ts'

/** Characters that are handed to the parser at once, so that it can be stopped. */
const STEP = 16_384
const NO_TEXT = new Set([
  'script',
  'style',
  'title',
  'iframe',
  'noframes',
  'noembed',
  'template',
  'object',
  'datalist',
])
const BLOCKS = new Set(
  `address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hr html legend li main menu nav ol option p pre section summary table tbody tfoot thead tr
  ul caption`.split(/\s+/),
)
const APART = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'dl',
  'pre',
  'blockquote',
  'table',
])

type Attributes = Readonly<Record<string, string>>
interface Open extends Element {
  readonly look: Look
  readonly silent: boolean
  readonly pre: boolean
  readonly quotes: number
}
/** A link that is open. `seen`: something of it can be seen. */
interface Link {
  readonly target: string
  text: string
  seen: boolean
}
const TOP: Open = { tag: '', id: '', classes: [], look: PAGE, silent: false, pre: false, quotes: 0 }

/** `html` as a body of lines. */
export function htmlText(html: string, problems: Problems): Body {
  const styles = /<style/i.test(html) ? stylesOf(html) : []
  const sheet = new Sheet(styles)
  const reader = new HtmlReader(sheet, problems)
  reader.remote = remoteInStyle(styles.join('\n'))
  const cut = run(html, reader)
  if (cut) problems.add('an HTML text is longer or deeper than it may be: it was cut')
  if (sheet.skipped)
    problems.add('an HTML text has styles of a kind that is not read: what they hide may not be marked')
  if (sheet.gaveUp)
    problems.add('an HTML text has more styles than are read: what they hide may not be marked')
  const { text, hidden } = reader.lines.finish()
  return { from: 'html', text, hidden, remote: reader.remote, cut }
}

/** Hands `html` to the reader piece by piece; true where it was not read to its end. */
function run(html: string, reader: HtmlReader): boolean {
  const parser = new Parser(reader, {
    decodeEntities: true,
    lowerCaseTags: true,
    lowerCaseAttributeNames: true,
  })
  const end = Math.min(html.length, HTML_CHARS)
  let at = 0
  for (; at < end && reader.depth <= HTML_DEPTH; at += STEP)
    parser.write(html.slice(at, Math.min(at + STEP, end)))
  const deep = reader.depth > HTML_DEPTH
  parser.end()
  return deep || html.length > HTML_CHARS
}

/** The texts of the style elements: a rule counts wherever it stands. */
function stylesOf(html: string): string[] {
  const texts: string[] = []
  let within = false
  const parser = new Parser({
    onopentagname: name => {
      within = name === 'style'
      if (within) texts.push('')
    },
    ontext: text => {
      if (within) texts.push(`${texts.pop() ?? ''}${text}`)
    },
    onclosetag: () => {
      within = false
    },
  })
  // What is too deep for the reader is too deep here.
  const end = Math.min(html.length, HTML_CHARS)
  for (let at = 0; at < end && texts.length < 1_000; at += STEP) parser.write(html.slice(at, at + STEP))
  parser.end()
  return texts
}

/** What its own attributes keep from showing. */
const isClosed = (tag: string, attributes: Attributes): boolean =>
  'hidden' in attributes || 'popover' in attributes || (tag === 'dialog' && !('open' in attributes))

class HtmlReader {
  readonly lines: HtmlLines
  remote = 0
  private readonly stack: Open[] = []
  private readonly links: Link[] = []
  private readonly sheet: Sheet
  private readonly problems: Problems

  constructor(sheet: Sheet, problems: Problems) {
    this.sheet = sheet
    this.problems = problems
    this.lines = new HtmlLines(problems)
  }

  get depth(): number {
    return this.stack.length
  }

  onopentag(tag: string, attributes: Attributes): void {
    const outer = this.stack.at(-1) ?? TOP
    this.remote += remoteIn(tag, attributes)
    const classes = (attributes.class ?? '').toLowerCase().split(/\s+/).filter(Boolean).slice(0, 32)
    const element = { tag, id: (attributes.id ?? '').toLowerCase(), classes }
    this.stack.push({ ...outer, ...element })
    const style = declaredBy(this.sheet.styles(this.stack), attributes)
    const look = isClosed(tag, attributes) ? { ...outer.look, gone: true } : lookOf(outer.look, style)
    const open: Open = {
      ...element,
      look,
      silent: outer.silent || NO_TEXT.has(tag),
      pre:
        outer.pre ||
        tag === 'pre' ||
        tag === 'textarea' ||
        (style.get('white-space') ?? '').startsWith('pre'),
      quotes: outer.quotes + (tag === 'blockquote' ? 1 : 0),
    }
    this.stack[this.stack.length - 1] = open
    this.began(open, attributes)
  }

  private began(open: Open, attributes: Attributes): void {
    const { tag } = open
    const hidden = isHidden(open.look)
    if (BLOCKS.has(tag)) this.lines.end(hidden, APART.has(tag))
    if (tag === 'br') this.lines.broken(hidden)
    if (tag === 'blockquote') this.lines.begin('> '.repeat(Math.min(open.quotes, 8)))
    if (tag === 'td' || tag === 'th') this.lines.cell(hidden)
    if (tag === 'li') this.say('- ', hidden)
    if (tag === 'a') this.links.push({ target: this.target(attributes.href ?? ''), text: '', seen: false })
    const { alt = '' } = attributes
    const link = this.links.at(-1)
    if (link && tag === 'img') link.seen ||= !isPictureHidden(open.look)
    if (tag === 'img' && /\S/.test(visible(alt)))
      this.say(`[image: ${alt.trim()}]`, isPictureHidden(open.look))
  }

  ontext(text: string): void {
    this.say(text, isHidden((this.stack.at(-1) ?? TOP).look))
  }

  private say(text: string, hidden: boolean): void {
    const open = this.stack.at(-1) ?? TOP
    if (open.silent) return
    this.lines.text(text, hidden, open.pre)
    const link = this.links.at(-1)
    if (!link) return
    if (link.text.length < LINK_CHARS) link.text += text
    if (!hidden && /\S/.test(text)) link.seen = true
  }

  onclosetag(tag: string): void {
    const open = this.stack.at(-1)
    if (open?.tag !== tag) return
    if (tag === 'a') this.linked(this.links.pop())
    const hidden = isHidden(open.look)
    if (BLOCKS.has(tag)) this.lines.end(hidden, APART.has(tag))
    this.stack.pop()
    const outer = this.stack.at(-1) ?? TOP
    if (tag === 'blockquote') this.lines.begin('> '.repeat(Math.min(outer.quotes, 8)))
  }

  /** A target stands where the text or the picture stands that leads to it: hidden when all of that is. */
  private linked(link: Link | undefined): void {
    if (!link || link.target === '') return
    const same = visible(link.text).trim().replace(/\/$/, '') === link.target.replace(/\/$/, '')
    if (!same) this.say(` <${link.target}>`, !link.seen)
  }

  /** A target as one word: no blank, no bracket, nothing that does not show. */
  private target(href: string): string {
    const word = visible(href).trim().replaceAll(' ', '%20').replaceAll('<', '%3C').replaceAll('>', '%3E')
    if (word === '' || word.startsWith('#')) return ''
    if (word.length <= LINK_CHARS) return word
    this.problems.add('the target of a link is longer than it may be: it was cut')
    return `${word.slice(0, LINK_CHARS).toWellFormed()}…`
  }
}
