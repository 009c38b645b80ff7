// Strict YAML 1.2: text to a plain value, and where each part of it stood. Only what JSON has, written as maps, lists and plain or
// quoted values; `no`, `on` and `yes` are text, true and false alone are booleans. Relies on the package yaml; pure, never throws.
import {
  Composer,
  type CST,
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  Parser,
  type YAMLError,
} from 'yaml'
import { RUN_BYTES } from '../../protocol/limits.ts'
import { nodeProblem } from './nodeProblem.ts'
import { characterProblem, tokenProblem, type YamlProblem } from './yamlTokens.ts'

/** `line` and `column` from 1; `column` counts UTF-16 units. */
export interface Place {
  readonly line: number
  readonly column: number
}
export type Path = readonly (string | number)[]
export type StrictYaml =
  | { readonly ok: true; readonly value: unknown; readonly placeOf: (path: Path, side?: 'key') => Place }
  | ({ readonly ok: false; readonly is: string; readonly wanted: string } & Place)

/** The one document in `text`, of RUN_BYTES at most. */
export function strictYaml(text: string): StrictYaml {
  if (new TextEncoder().encode(text).length > RUN_BYTES)
    return { ok: false, line: 1, column: 1, is: 'is too long', wanted: `at most ${RUN_BYTES} bytes` }
  const lines = new LineCounter()
  const read = readDocument(text, lines)
  if ('offset' in read) return { ok: false, ...placeAt(lines, read.offset), is: read.is, wanted: read.wanted }
  return {
    ok: true,
    value: read.toJS({ maxAliasCount: 0 }),
    placeOf: (path, side) => placeAt(lines, offsetOf(read, path, side)),
  }
}

/** Each step is refused before the next one makes more of it: characters, tokens, nodes. */
function readDocument(text: string, lines: LineCounter): Document.Parsed | YamlProblem {
  const tokens = tokensOf(text, lines)
  const early = characterProblem(text) ?? tokenProblem(tokens)
  if (early) return early
  const document = compose(tokens, text.length)
  const [error] = [...document.errors, ...document.warnings]
  if (error) return syntaxProblem(error)
  const problem = nodeProblem(document.contents)
  return problem ?? document
}

/** Up to the first that is none: what comes after it could cost much and changes nothing. */
function tokensOf(text: string, lines: LineCounter): CST.Token[] {
  const tokens: CST.Token[] = []
  for (const token of new Parser(lines.addNewLine).parse(text)) {
    tokens.push(token)
    if (token.type === 'error') break
  }
  return tokens
}

function compose(tokens: readonly CST.Token[], length: number): Document.Parsed {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    strict: true,
    // nodeProblem asks for that, and says where.
    uniqueKeys: false,
    prettyErrors: false,
  })
  const [document] = composer.compose(tokens, true, length)
  if (!document) throw new Error('Cannot read YAML: the composer made no document, which it is told to')
  return document
}

/** What a person most likely did, by the package's code of it; else the package's own sentence. */
const MEANT: Partial<Record<YAMLError['code'], readonly [string, string]>> = {
  BAD_INDENT: ['is indented otherwise than what it belongs to', 'the keys of one table in one column'],
  MULTILINE_IMPLICIT_KEY: [
    'has a key that is indented deeper than it belongs, within a text',
    'the keys of one table in one column',
  ],
  BLOCK_AS_IMPLICIT_KEY: ['has a key behind a value', 'one key a line, or the value in quotes'],
  TAB_AS_INDENT: ['is indented by a tab', 'blanks'],
}
function syntaxProblem({ code, message, pos }: YAMLError): YamlProblem {
  const [sentence = ''] = message.split('\n')
  const clause = `${sentence.slice(0, 1).toLowerCase()}${sentence.slice(1, 200).replace(/\.$/, '')}`
  const [is, wanted] = MEANT[code] ?? ['is not strict YAML 1.2', `another form: ${clause}`]
  // Of a key that goes over lines, the last one is where it went wrong.
  return { offset: code === 'MULTILINE_IMPLICIT_KEY' ? pos[1] : pos[0], is, wanted }
}

const placeAt = (lines: LineCounter, offset: number): Place => {
  const { line, col } = lines.linePos(offset)
  return { line: Math.max(line, 1), column: Math.max(col, 1) }
}

/** Where the value at `path` stands, or the key before it where it is a block of its own; of what is missing, what is around it. */
function offsetOf(document: Document.Parsed, path: Path, side?: 'key'): number {
  let node: Node | null = document.contents
  let place: Inside = { node, key: node?.range?.[0] ?? 0, value: node?.range?.[0] ?? 0 }
  for (const part of path) {
    const inside = stepInto(node, part)
    if (!inside) return place.value
    place = inside
    node = inside.node
  }
  return side === 'key' ? place.key : place.value
}

/** `value`: where the value begins; where it is a block, its key. */
interface Inside {
  readonly node: Node | null
  readonly key: number
  readonly value: number
}
function stepInto(node: unknown, part: string | number): Inside | undefined {
  if (isSeq<Node>(node)) {
    const item = typeof part === 'number' ? node.items[part] : undefined
    const at = item?.range?.[0] ?? 0
    return item && { node: item, key: at, value: at }
  }
  if (!isMap<Node, Node | null>(node)) return undefined
  const pair = node.items.find(({ key }) => isScalar(key) && key.value === String(part))
  if (!pair) return undefined
  const key = pair.key.range?.[0] ?? 0
  const { value } = pair
  const isPlain = isScalar(value) || (isCollection(value) && value.flow === true)
  return { node: value, key, value: isPlain ? (value.range?.[0] ?? key) : key }
}
