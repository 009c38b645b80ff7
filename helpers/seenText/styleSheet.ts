// The rules of a message's style blocks that can hide text: by tag, class and id, and by what they lie in. Pure. Rules with any
// other selector, and rules for one kind of screen, are left out: a bounded reading, not a browser.
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

const RELEVANT =
  /display|visibility|opacity|font|color|background|height|width|overflow|position|left|top|right|bottom|indent|margin|transform|clip|mso-hide/

/** The rules of all style blocks together, found by the last compound's id, class or tag. */
function rulesOf(texts: readonly string[]): Rules {
  const sheet = new Map<string, Rule[]>()
  let count = 0
  for (const { selectors, body } of blocks(unescaped(texts.join('\n')))) {
    if (!RELEVANT.test(body.toLowerCase())) continue
    const style = declarationsOf(body)
    for (const selector of selectors.split(',')) {
      const rule = ruleOf(selector, style)
      if (!rule) continue
      if (count === STYLE_RULES) return sheet
      count++
      const key = keyOf(rule.compounds.at(-1))
      const same = sheet.get(key)
      if (same) same.push(rule)
      else sheet.set(key, [rule])
    }
  }
  return sheet
}

const keyOf = (last: Compound | undefined): string =>
  last?.id ? `#${last.id}` : last?.classes[0] ? `.${last.classes[0]}` : (last?.tag ?? '')

/** Rules outside of at-rules, and those of `@media all` and `@media screen`. */
function* blocks(css: string): Generator<{ selectors: string; body: string }> {
  let at = 0
  while (at < css.length) {
    const open = css.indexOf('{', at)
    if (open < 0) return
    const before = css.slice(at, open)
    const head = before.slice(before.lastIndexOf(';') + 1).trim()
    if (head.startsWith('@') && !/^@media\s+(?:only\s+)?(?:all|screen)$/i.test(head))
      at = afterBlock(css, open)
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
  const match = word === '' ? null : COMPOUND.exec(word)
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
  private readonly rules: Rules

  constructor(texts: readonly string[]) {
    this.rules = rulesOf(texts)
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
