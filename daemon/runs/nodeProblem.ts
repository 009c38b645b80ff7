// What a composed YAML document may hold: keys that are text, each once, and numbers that are written as they are printed. Relies on
// yamlTokens.ts having refused deep nesting, tags, anchors and aliases; pure.
import { isMap, isScalar, isSeq, type Scalar } from 'yaml'
import { characterProblem, type YamlProblem } from './yamlTokens.ts'

/** The first node that is refused, or undefined. */
export function nodeProblem(node: unknown): YamlProblem | undefined {
  if (isScalar(node)) return numberProblem(node) ?? textProblem(node)
  if (isSeq(node)) return first(node.items, nodeProblem)
  if (!isMap(node)) return undefined
  const seen = new Set<string>()
  return first(node.items, ({ key, value }) => keyProblem(key, seen) ?? nodeProblem(value))
}

function keyProblem(key: unknown, seen: Set<string>): YamlProblem | undefined {
  const offset = offsetOf(key)
  if (!isScalar(key) || typeof key.value !== 'string')
    return { offset, is: 'has a key that is no text', wanted: 'a word before ":"' }
  const name = key.value
  if (name === '<<')
    return { offset, is: 'has a merge key (<<)', wanted: 'each key written where it belongs' }
  if (name === '__proto__') return { offset, is: 'has the key "__proto__"', wanted: 'another key' }
  if (seen.has(name))
    return { offset, is: `has the key ${JSON.stringify(name.slice(0, 64))} twice`, wanted: 'each key once' }
  seen.add(name)
  return textProblem(key)
}

/** What an escape in double quotes stands for. */
function textProblem(node: Scalar): YamlProblem | undefined {
  const problem = typeof node.value === 'string' ? characterProblem(node.value) : undefined
  return problem && { ...problem, offset: offsetOf(node) }
}

const DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/** A number has one form: decimal, no larger than it is kept exactly, and printed without an exponent. */
function numberProblem(node: Scalar): YamlProblem | undefined {
  const { value, source } = node
  if (typeof value !== 'number') return undefined
  const isExact = !Number.isInteger(value) || Number.isSafeInteger(value)
  const isPlain = source === undefined || DECIMAL.test(source)
  if (isPlain && isExact && !String(value).includes('e') && !Object.is(value, -0)) return undefined
  return {
    offset: offsetOf(node),
    is: 'has a number of another form',
    wanted: 'a decimal number, or text in quotes',
  }
}

const offsetOf = (node: unknown): number =>
  isScalar(node) || isMap(node) || isSeq(node) ? (node.range?.[0] ?? 0) : 0

function first<T>(
  list: readonly T[],
  problemOf: (one: T) => YamlProblem | undefined,
): YamlProblem | undefined {
  for (const one of list) {
    const problem = problemOf(one)
    if (problem) return problem
  }
  return undefined
}
