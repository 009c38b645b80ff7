// Finds the titles of tests in their source. A title that a table fills in (`%s`, `$name`, `${x}`) becomes a pattern.
// Relies on vitest's forms: test(title), test.skipIf(…)(title), test.each(…)(title), a constant that holds one of these, and
// describe alike.
import { isNode, nameOf, type Node, type Source } from './sources.ts'

export interface Title {
  readonly kind: 'test' | 'describe'
  /** As written, an inserted value as `…`. */
  readonly text: string
  readonly matches: (title: string) => boolean
}

type Kinds = ReadonlyMap<string, Title['kind']>
const KINDS: Kinds = new Map<string, Title['kind']>([
  ['test', 'test'],
  ['it', 'test'],
  ['describe', 'describe'],
])

export function titlesOf(source: Source): Title[] {
  const kinds = withAliases(source)
  return source.nodes.flatMap(node => {
    if (node.type !== 'CallExpression' || !Array.isArray(node.arguments)) return []
    const kind = kindOf(node.callee, kinds)
    const parts = kind ? textOf(node.arguments[0]) : undefined
    return kind && parts ? [{ kind, text: parts.join('…'), matches: pattern(parts) }] : []
  })
}

/** What the file imports from vitest; `const onLinux = test.skipIf(…)` makes `onLinux` another word for test. */
function withAliases(source: Source): Kinds {
  const kinds = new Map([...KINDS].filter(([name]) => importsFromVitest(source, name)))
  for (const node of source.nodes) {
    if (node.type !== 'VariableDeclarator') continue
    const name = nameOf(node.id)
    const kind =
      isNode(node.init) && node.init.type === 'CallExpression' ? kindOf(node.init, kinds) : undefined
    if (name !== undefined && kind) kinds.set(name, kind)
  }
  return kinds
}

/** A variable of the test's own may be called `it`. */
const importsFromVitest = (source: Source, name: string): boolean =>
  source.nodes.some(
    node =>
      node.type === 'ImportDeclaration' &&
      isNode(node.source) &&
      node.source.value === 'vitest' &&
      Array.isArray(node.specifiers) &&
      node.specifiers.some(each => isNode(each) && nameOf(each.local) === name),
  )

/** test, test.skip, test.skipIf(x), test.each(x), test.each`…`, test.for(x). */
function kindOf(callee: unknown, kinds: Kinds): Title['kind'] | undefined {
  if (!isNode(callee)) return undefined
  const name = nameOf(callee)
  if (name !== undefined) return kinds.get(name)
  if (callee.type === 'MemberExpression') return kindOf(callee.object, kinds)
  if (callee.type === 'TaggedTemplateExpression') return kindOf(callee.tag, kinds)
  return callee.type === 'CallExpression' ? kindOf(callee.callee, kinds) : undefined
}

/** The constant parts of a title, between which a value is inserted. */
function textOf(node: unknown): string[] | undefined {
  if (!isNode(node)) return undefined
  const whole = node.type === 'Literal' && typeof node.value === 'string' ? [node.value] : templateOf(node)
  return whole?.flatMap(part => part.split(/%[sdifjop#$]|\$\{?[a-z][\w.]*\}?/i))
}

function templateOf(node: Node): string[] | undefined {
  if (node.type !== 'TemplateLiteral' || !Array.isArray(node.quasis)) return undefined
  return node.quasis.map(quasi =>
    isNode(quasi) && typeof quasi.value === 'object' && quasi.value !== null && 'cooked' in quasi.value
      ? String(quasi.value.cooked)
      : '',
  )
}

function pattern(parts: string[]): (title: string) => boolean {
  const form = new RegExp(
    `^${parts.map(part => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.+')}$`,
    's',
  )
  return title => form.test(title)
}
