// What YAML may look like before anything is made of it: one document, maps, lists and texts, and none of the parts by which one place
// of a file changes what another means. Relies on the token tree of the package yaml, which keeps every character; pure.
import type { CST } from 'yaml'
import { RUN_DEPTH } from '../../protocol/limits.ts'

/** `offset`: UTF-16 units from the beginning. `is`, `wanted`: one clause each. */
export interface YamlProblem {
  readonly offset: number
  readonly is: string
  readonly wanted: string
}

/** What no text of a run holds: controls but tab and line ends, marks that reverse or hide text, halves of characters. */
const FORBIDDEN =
  /(?![\t\n\r])\p{Cc}|\r(?!\n)|[\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF9-\uFFFD\u{E0000}-\u{E0FFF}]|\u034F|\u17B4|\u17B5|[\uFE00-\uFE0D]|[\p{Cs}\p{Co}]|\p{Noncharacter_Code_Point}/u

/** The first character that is refused wherever it stands, also in a comment. */
export function characterProblem(text: string): YamlProblem | undefined {
  const found = FORBIDDEN.exec(text)
  if (!found) return undefined
  const code = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  if (code === 'FFFD') return { offset: found.index, is: 'is not UTF-8', wanted: 'text in UTF-8' }
  const is = code === 'FEFF' ? 'has a byte order mark' : `has the character U+${code}`
  return { offset: found.index, is, wanted: 'text without control, invisible or direction characters' }
}

/** The first part of YAML that is refused: by its kind, or because it lies too deep. Walks without calls: nesting costs no stack. */
export function tokenProblem(tokens: readonly CST.Token[]): YamlProblem | undefined {
  const open: Open[] = tokens.map(token => ({ token, depth: 0 })).reverse()
  let documents = 0
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { token, depth } = next
    const problem = kindProblem(token) ?? (depth > RUN_DEPTH ? tooDeep(token) : undefined)
    if (problem) return problem
    if (token.type === 'document' && ++documents > 1) return refused(token, 'begins a second document')
    for (const inside of insideOf(token).reverse()) open.push({ token: inside, depth: depthIn(token, depth) })
  }
  return undefined
}
interface Open {
  readonly token: CST.Token
  readonly depth: number
}
const COLLECTIONS: readonly string[] = ['block-map', 'block-seq', 'flow-collection']
const depthIn = (token: CST.Token, depth: number): number =>
  COLLECTIONS.includes(token.type) ? depth + 1 : depth

const KINDS: Readonly<Record<string, string>> = {
  anchor: 'has an anchor (&)',
  alias: 'has an alias (*)',
  tag: 'has a tag (!)',
  'explicit-key-ind': 'has a key that is marked by "?"',
  'byte-order-mark': 'has a byte order mark',
}
function kindProblem(token: CST.Token): YamlProblem | undefined {
  const is = KINDS[token.type]
  if (is !== undefined) return refused(token, is)
  if (token.type !== 'directive' || /^%YAML[ \t]+1\.2[ \t]*(?:#.*)?$/.test(token.source)) return undefined
  return { offset: token.offset, is: 'has a directive', wanted: 'none but "%YAML 1.2"' }
}

const refused = ({ offset }: CST.Token, is: string): YamlProblem => ({
  offset,
  is,
  wanted: 'one document of maps, lists and plain values, each written where it belongs',
})
const tooDeep = ({ offset }: CST.Token): YamlProblem => ({
  offset,
  is: 'is nested too deep',
  wanted: `at most ${RUN_DEPTH} levels`,
})

function insideOf(token: CST.Token): CST.Token[] {
  const { start, end, items, value, props } = parts(token)
  return [...start, ...props, ...items.flatMap(insideOfItem), ...(value ? [value] : []), ...end]
}
function parts(token: CST.Token): Parts {
  const none: Parts = { start: [], end: [], items: [], value: undefined, props: [] }
  if (token.type === 'document')
    return { ...none, start: token.start, value: token.value, end: token.end ?? [] }
  if (token.type === 'flow-collection') return { ...none, items: token.items, end: token.end }
  if (token.type === 'block-map' || token.type === 'block-seq') return { ...none, items: token.items }
  if (token.type === 'block-scalar') return { ...none, props: token.props }
  return 'end' in token ? { ...none, end: token.end ?? [] } : none
}
interface Parts {
  readonly start: readonly CST.Token[]
  readonly end: readonly CST.Token[]
  readonly items: readonly CST.CollectionItem[]
  readonly value: CST.Token | undefined
  readonly props: readonly CST.Token[]
}
const insideOfItem = ({ start, key, sep, value }: CST.CollectionItem): CST.Token[] => [
  ...start,
  ...(key ? [key] : []),
  ...(sep ?? []),
  ...(value ? [value] : []),
]
