// Reads Seatbelt text (SBPL) back, strictly, so that a test can compare what it allows with what a profile lists.
import type { DarwinRules } from '../../native/sbpl.ts'

/** An SBPL form: an atom, or a list. Strings keep their quotes, so that they differ from symbols. */
export type Form = string | Form[]

/** Reads SBPL strictly: one backslash escapes `"` or `\` in a string, nothing else does. Throws on anything unbalanced. */
function parse(text: string): Form[] {
  const stack: Form[][] = [[]]
  const token = /\s+|;[^\n]*|([()])|("(?:[^"\\\n]|\\["\\])*")|('?[A-Za-z?*-][A-Za-z0-9?*-]*|\d+)/y
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at
    const found = token.exec(text)
    if (!found) throw new Error(`unreadable at ${at}: ${text.slice(at, at + 40)}`)
    const [, bracket, string, symbol] = found
    if (bracket === '(') stack.push([])
    else if (bracket === ')') {
      const closed = stack.pop() ?? []
      const open = stack.at(-1)
      if (!open) throw new Error('one bracket too many')
      open.push(closed)
    } else if (string ?? symbol) stack.at(-1)?.push(string ?? symbol ?? '')
  }
  if (stack.length !== 1) throw new Error('a bracket is not closed')
  return stack[0] ?? []
}

const value = (string: string): string => string.slice(1, -1).replaceAll(/\\(["\\])/g, '$1')

export interface Rule {
  readonly verb: 'allow' | 'deny'
  readonly operations: readonly string[]
  readonly filters: readonly Form[][]
  readonly guard: string | undefined
}
export interface Read {
  readonly forms: Form[]
  readonly rules: readonly Rule[]
  readonly text: string
  readonly parameters: ReadonlyMap<string, string>
}

export function readRules({ text, parameters }: DarwinRules): Read {
  const forms = parse(text)
  const named = new Map(
    Array.from({ length: parameters.length / 2 }, (_, i) => [
      parameters[2 * i] ?? '',
      parameters[2 * i + 1] ?? '',
    ]),
  )
  const rules = forms.flatMap(form => ruleOf(form) ?? [])
  return { forms, rules, text, parameters: named }
}

function ruleOf(form: Form, guard?: string): Rule | undefined {
  if (typeof form === 'string') return undefined
  const [verb, ...rest] = form
  if (verb === 'when') {
    const [asked, inner] = rest
    if (!Array.isArray(asked) || asked[0] !== 'defined?' || inner === undefined)
      throw new Error('an odd guard')
    return ruleOf(inner, String(asked[1]).slice(1))
  }
  if (verb !== 'allow' && verb !== 'deny') return undefined
  const operations = rest.filter(part => typeof part === 'string')
  return { verb, operations, filters: rest.filter(part => Array.isArray(part)), guard }
}

/** The path of every literal and subpath in `filters`, with the form it stands in. */
export function pathsIn(filters: readonly Form[], parameters: ReadonlyMap<string, string>): string[] {
  return filters.flatMap(filter => {
    if (!Array.isArray(filter)) return []
    const [kind, argument] = filter
    if (kind !== 'literal' && kind !== 'subpath') return pathsIn(filter, parameters)
    if (typeof argument === 'string') return [`${kind} ${value(argument)}`]
    return [`${kind} ${parameters.get(value(String(argument?.[1]))) ?? 'no such parameter'}`]
  })
}

export const granted = (what: Read, operation: string): string[] =>
  what.rules
    .filter(rule => rule.verb === 'allow' && rule.operations.includes(operation))
    .flatMap(rule => pathsIn(rule.filters, what.parameters))
