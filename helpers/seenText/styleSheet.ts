// The rules of a message's style blocks that can hide text: by tag, class and id, and by what they lie in. Pure. Rules with any
// other selector, and rules for small screens, are left out: a bounded reading, not a browser. One that would hide is told.
import { STYLE_MATCHES, STYLE_RULES } from '../../protocol/limits.ts'
import { type Declarations, declarationsOf, unescaped } from './css.ts'

export interface Element {
  readonly tag: string
  readonly id: string
  readonly classes: readonly string[]
}
interface Compound {
  readonly tag: string
  readonly id: string
  readonly classes: readonly string[]
}
interface Rule {
  /** The last is the element itself, the ones before it enclose it. */
  readonly compounds: readonly Compound[]
  readonly weight: number
  readonly style: Declarations
}
type Rules = ReadonlyMap<string, readonly Rule[]>
/** `skipped`: a rule that hides was not read. */
interface Read {
  readonly rules: Rules
  readonly skipped: boolean
}

const RELEVANT =
  /display|visibility|opacity|font|color|background|height|width|overflow|position|left|top|right|bottom|indent|margin|transform|clip|mso-hide/

/** The rules of all style blocks together, found by the last compound's id, class or tag. */
function rulesOf(texts: readonly string[]): Read {
  const sheet = new Map<string, Rule[]>()
  let count = 0
  let skipped = false
  for (const { selectors, body } of blocks(unescaped(texts.join('\n')))) {
    if (!RELEVANT.test(body.toLowerCase())) continue
    const style = declarationsOf(body)
    for (const selector of selectors.split(',')) {
      const rule = ruleOf(selector, style)
      if (!rule) skipped ||= HIDES.test(body) && !MOMENTARY.test(selector)
      if (!rule) continue
      if (count === STYLE_RULES) return { rules: sheet, skipped: true }
      count++
      const key = keyOf(rule.compounds.at(-1))
      const same = sheet.get(key)
      if (same) same.push(rule)
      else sheet.set(key, [rule])
    }
  }
  return { rules: sheet, skipped }
}
const HIDES = /display\s*:\s*none|visibility\s*:\s*hidden|(?:opacity|font-size|max-height)\s*:\s*0/i
/** What holds for a moment, or for no text of the message. */
const MOMENTARY = /:(?:hover|active|focus|visited|checked|target|link|before|after|placeholder)|^\s*$/i

const keyOf = (last: Compound | undefined): string =>
  last?.id ? `#${last.id}` : last?.classes[0] ? `.${last.classes[0]}` : (last?.tag ?? '')

/** At-rules whose rules hold on a wide screen. */
const READ =
  /^@(?:layer|supports|media\s+not\s+(?:print|speech)|media\s+(?:only\s+)?(?:all|screen)?(?:(?:\s*and)?\s*\(\s*(?:min-(?:device-)?(?:width|height)\s*:[^)]*|max-(?:device-)?width\s*:\s*\d{4,}px\s*)\))*(?:\s*,[^{]*)?)\s*$|^@(?:layer|supports)\b/i

/** Rules outside of at-rules, and those within the ones above. */
function* blocks(css: string): Generator<{ selectors: string; body: string }> {
  let at = 0
  while (at < css.length) {
    const open = css.indexOf('{', at)
    if (open < 0) return
    const before = css.slice(at, open)
    const head = before.slice(before.lastIndexOf(';') + 1).trim()
    if (head.startsWith('@') && !READ.test(head)) at = afterBlock(css, open)
    else if (head.startsWith('@')) at = open + 1
    else {
      const close = css.indexOf('}', open)
      const end = close < 0 ? css.length : close
      yield { selectors: head.replace(/^[\s}]+|<!--|-->/g, ''), body: css.slice(open + 1, end) }
      at = end + 1
    }
  }
}

function afterBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    if (css[at] === '{') depth++
    else if (css[at] === '}' && --depth === 0) return at + 1
  }
  return css.length
}

const COMPOUND = /^(\*|[a-z][a-z0-9]*)?((?:[.#][\w-]+)*)$/

function ruleOf(selector: string, style: Declarations): Rule | undefined {
  const words = selector
    .trim()
    .toLowerCase()
    .replace(/\s*>\s*/g, ' ')
    .split(/\s+/)
  if (words.length > 8) return undefined
  const compounds = words.map(compoundOf)
  if (!compounds.every(each => each !== undefined)) return undefined
  const weight = compounds.reduce(
    (sum, { id, classes, tag }) => sum + (id ? 100 : 0) + classes.length * 10 + (tag ? 1 : 0),
    0,
  )
  return { compounds, weight, style }
}

function compoundOf(word: string): Compound | undefined {
  const plain = word.replace(
    /\[(class|id)[~*^$|]?=["']?([\w-]+)["']?\]/g,
    (_, of: string, name: string) => `${of === 'id' ? '#' : '.'}${name}`,
  )
  const match = word === '' ? null : COMPOUND.exec(plain)
  if (!match) return undefined
  const names = match[2]?.match(/[.#][\w-]+/g) ?? []
  return {
    tag: match[1] === '*' ? '' : (match[1] ?? ''),
    id: names.find(name => name.startsWith('#'))?.slice(1) ?? '',
    classes: names.filter(name => name.startsWith('.')).map(name => name.slice(1)),
  }
}

/** What the style blocks of one message declare. Gives up after STYLE_MATCHES comparisons, and says so once it has. */
export class Sheet {
  gaveUp = false
  private matches = 0
  readonly skipped: boolean
  private readonly rules: Rules

  constructor(texts: readonly string[]) {
    const { rules, skipped } = rulesOf(texts)
    this.rules = rules
    this.skipped = skipped
  }

  /** For the innermost of `path`, the weightiest last. */
  styles(path: readonly Element[]): Declarations[] {
    const own = path.at(-1)
    if (!own || this.rules.size === 0 || this.gaveUp) return []
    const keys = [own.tag, '', `#${own.id}`, ...own.classes.map(name => `.${name}`)]
    const candidates = keys.flatMap(key => this.rules.get(key) ?? [])
    this.matches += candidates.length
    this.gaveUp = this.matches > STYLE_MATCHES
    const rules = candidates.filter(rule => applies(rule.compounds, path))
    return rules.sort((a, b) => a.weight - b.weight).map(rule => rule.style)
  }
}

function applies(compounds: readonly Compound[], path: readonly Element[]): boolean {
  let wanted = compounds.length - 1
  for (let at = path.length - 1; at >= 0 && wanted >= 0; at--) {
    const [compound, element] = [compounds[wanted], path[at]]
    if (compound && element && matches(compound, element)) wanted--
    else if (at === path.length - 1) return false
  }
  return wanted < 0
}

const matches = (compound: Compound, element: Element): boolean =>
  (compound.tag === '' || compound.tag === element.tag) &&
  (compound.id === '' || compound.id === element.id) &&
  compound.classes.every(name => element.classes.includes(name))
