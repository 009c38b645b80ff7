// Reads the project's own source files as syntax trees, so that a rule is checked on code and never on a string or a
// comment that looks like code. Relies on vite's parser and on the folders of ARCHITECTURE.md.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join, posix, relative } from 'node:path'
import { parseSync } from 'vite'

export const root = dirname(dirname(import.meta.dirname))

/** One node of an ESTree. Only `type` is sure; a rule looks for what it needs. */
export interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

export interface Comment {
  readonly type: 'Line' | 'Block'
  readonly value: string
  readonly start: number
  readonly end: number
}

export interface Source {
  /** From the project's root, with `/`. */
  readonly path: string
  readonly text: string
  readonly comments: readonly Comment[]
  readonly nodes: readonly Node[]
  /** Module names as written, static, dynamic and re-exported, type-only ones too. */
  readonly imports: readonly string[]
}

const SKIPPED = new Set(['node_modules', 'dist', 'build', '.git', 'coverage', '.twin-test', '.bench'])

/** Paths of every file under `folder`, from the root, sorted. Built and installed files are left out. */
export function filesUnder(folder = ''): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(entry => !SKIPPED.has(entry.name))
    .flatMap(entry => {
      const path = posix.join(folder, entry.name)
      return entry.isDirectory() ? filesUnder(path) : entry.isFile() ? [path] : []
    })
    .sort()
}

export const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The folders of the program itself: what is built and shipped. */
export const SHIPPED = [
  'protocol',
  'files',
  'native',
  'helpers',
  'daemon',
  'cli',
  'mcp',
  'page',
  'menubar',
  'demo',
]

let cache: Source[] | undefined
/** Every .ts and .mjs file of the project, parsed. */
export const sources = (): readonly Source[] =>
  (cache ??= filesUnder()
    .filter(path => ['.ts', '.mjs'].includes(extname(path)))
    .map(parse))

export const shipped = (): readonly Source[] =>
  sources().filter(source => SHIPPED.includes(source.path.split('/')[0] ?? ''))

function parse(path: string): Source {
  const text = read(path)
  const parsed = parseSync(path, text)
  if (parsed.errors.length > 0) throw new Error(`Cannot parse ${path}: ${parsed.errors[0]?.message}`)
  const nodes = [...walk(parsed.program)]
  return { path, text, comments: parsed.comments, nodes, imports: nodes.flatMap(importOf) }
}

function* walk(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* walk(item)
  else if (isNode(value)) {
    yield value
    for (const child of Object.values(value)) if (typeof child === 'object') yield* walk(child)
  }
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const IMPORTING = new Set([
  'ImportDeclaration',
  'ImportExpression',
  'ExportAllDeclaration',
  'ExportNamedDeclaration',
])

function importOf(node: Node): string[] {
  if (!IMPORTING.has(node.type) || !isNode(node.source)) return []
  return typeof node.source.value === 'string' ? [node.source.value] : []
}

/** What `name`, written in `from`, means: a path from the root, `node:x`, or a package's name. */
export function resolved(from: string, name: string): string {
  if (name.startsWith('.')) return posix.normalize(posix.join(posix.dirname(from), name))
  if (name.startsWith('node:')) return name
  return name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')
}

/** `object.property` where both are plain names: `JSON.parse`, `process.env`; undefined otherwise. */
export function member(node: Node): { object: string; property: string } | undefined {
  if (node.type !== 'MemberExpression' || !isNode(node.object) || !isNode(node.property)) return undefined
  const object = nameOf(node.object)
  const property = nameOf(node.property)
  return object !== undefined && property !== undefined ? { object, property } : undefined
}

export const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' && typeof node.name === 'string' ? node.name : undefined

/** The comment lines that open a file (after a `#!` line), without their `//`. */
export function header(source: Source): string[] {
  const lines = source.text.split('\n')
  if (lines[0]?.startsWith('#!')) lines.shift()
  const end = lines.findIndex(line => !line.startsWith('//'))
  return lines.slice(0, end < 0 ? lines.length : end).map(line => line.replace(/^\/\/ ?/, ''))
}

/** Lines that hold code: neither blank nor only a comment. */
export function codeLines(source: Source): number {
  let text = source.text
  for (const comment of [...source.comments].reverse())
    text =
      text.slice(0, comment.start) +
      text.slice(comment.start, comment.end).replaceAll(/[^\n]/g, ' ') +
      text.slice(comment.end)
  return text.split('\n').filter(line => line.trim() !== '' && !line.startsWith('#!')).length
}

export const relativeTo = (path: string): string => relative(root, path)
