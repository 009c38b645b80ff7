// What the check of a run's shape found, in words for whoever wrote the file: the key as it is spelled there, what stands there, and
// what is wanted. Relies on protocol/runFile.ts saying of each value what it wants ("wants ..."); pure.
import type * as z from 'zod/mini'
import type { Path } from './strictYaml.ts'

/** `is`, `wanted`: one clause each. */
export interface RunIssue {
  readonly path: Path
  readonly is: string
  readonly wanted: string
  /** Often the other side of an unknown key, which says more. */
  readonly isMissing?: true
  /** It is the key that is wrong. */
  readonly side?: 'key'
}

/** One of zod's issues with `whole`, the value that was checked: one for each key that is unknown. */
export function issueOf(issue: z.core.$ZodIssue, whole: unknown): RunIssue[] {
  const path = issue.path.map(part => (typeof part === 'number' ? part : String(part)))
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => ({
      path: [...path, key],
      is: `unknown key ${quoted(key)}${at(path)}`,
      wanted: placeFor(key, path),
      side: 'key',
    }))
  if (issue.code === 'invalid_key')
    return [
      {
        path,
        is: `${spelled(path.slice(0, -1))} has the key ${quoted(String(path.at(-1)))}`,
        wanted: clause(issue.issues[0]),
        side: 'key',
      },
    ]
  const value = valueAt(whole, path)
  if (value === undefined)
    return [{ path, is: `${spelled(path)} is missing`, wanted: clause(issue), isMissing: true }]
  return [
    { path, is: `${spelled(path)} is ${kindOf(value)}`, wanted: `${clause(issue)}${hintFor(issue, value)}` },
  ]
}

const clause = (issue: { readonly message: string } | undefined): string =>
  (issue?.message ?? 'another value').replace(/^wants /, '')

/** Where a key belongs that stands in the wrong table: most often it is only indented wrongly. */
const HOMES: Readonly<Record<string, string>> = {
  name: 'run',
  backend: 'run',
  when: 'run',
  query: 'view',
  limit: 'view',
  expand: 'view',
  auto: 'apply',
  deny: 'apply',
  rate: 'apply',
}
const KEYS: Readonly<Record<string, string>> = {
  '': 'run, view, pipeline, apply',
  run: 'name, backend, when',
  view: 'query, limit, expand',
  apply: 'auto, deny, rate',
  step: 'uses, name, actor, in, with, spool, output, accept_bits',
  port: 'from, project',
}
function placeFor(key: string, path: Path): string {
  const home = Object.hasOwn(HOMES, key) ? HOMES[key] : undefined
  if (home !== undefined && path.join('.') !== home) return `${quoted(key)} indented under "${home}:"`
  const table = path[0] === 'pipeline' ? (path[2] === 'in' ? 'port' : 'step') : path.join('.')
  return `one of ${KEYS[table] ?? 'the keys that are documented'}`
}

/** "pipeline #1.in.mail": entries of lists as a person counts them. */
export const spelled = (path: Path): string =>
  path.reduce<string>((said, part) => {
    if (typeof part === 'number') return `${said} #${part + 1}`
    return said === '' ? part.slice(0, 64) : `${said}.${part.slice(0, 64)}`
  }, '') || 'the file'
const at = (path: Path): string => (path.length === 0 ? '' : ` in ${spelled(path)}`)
const quoted = (text: string): string => JSON.stringify(text.slice(0, 64))

function kindOf(value: unknown): string {
  if (value === null) return 'empty'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a table'
  if (typeof value === 'string') return value.length > 64 ? 'another text' : JSON.stringify(value)
  return typeof value === 'boolean' ? `the boolean ${value}` : `the number ${JSON.stringify(value)}`
}

/** Where text is wanted and YAML has made something else of the word. */
function hintFor(issue: z.core.$ZodIssue, value: unknown): string {
  const isWord = typeof value === 'number' || typeof value === 'boolean'
  const wantsText = issue.code === 'invalid_type' && issue.expected === 'string'
  return isWord && wantsText ? `; as text it stands in quotes: "${value}"` : ''
}

function valueAt(whole: unknown, path: Path): unknown {
  let value = whole
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined
    value = new Map<string, unknown>(Object.entries(value)).get(String(part))
  }
  return value
}
