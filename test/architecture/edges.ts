// What a file can do at an edge of the program, each recognised in its syntax tree: ARCHITECTURE.md lists which files do it.
// Relies on sources.ts; a type of a global's name does not count as using it.
import { isNode, member, nameOf, shipped, type Node } from './sources.ts'

export const EDGES: Record<string, (node: Node) => boolean> = {
  'starts another program (`node:child_process`)': node => imports(node, 'node:child_process'),
  'turns JSON text into a value (`JSON.parse`)': node => isMember(node, 'JSON', 'parse'),
  'asserts a type (`as`)': node => node.type === 'TSAsExpression' && !isConst(node),
  'reads the clock (`Date`, `performance`)': node => isGlobal(node, ['Date', 'performance']),
  'reads or changes its own process (`process`)': node => isGlobal(node, ['process']),
  'draws random numbers (`node:crypto`)': node => importsName(node, 'node:crypto', /^random/),
  'opens a network connection (`node:net`, `node:http`)': node =>
    imports(node, 'node:net') || imports(node, 'node:http'),
  'loads native code or a bundle (`node:module`)': node => imports(node, 'node:module'),
  'loads code when it is asked for (`import()`)': node => node.type === 'ImportExpression',
  'opens a SQLite database (`better-sqlite3`)': node => imports(node, 'better-sqlite3'),
  'reads a foreign format, unknown keys and all (`z.object`)': node =>
    ['object', 'looseObject', 'any'].some(name => isMember(node, 'z', name)),
  'turns a thrown error into something else (`catch`)': node => node.type === 'CatchClause',
}

const imports = (node: Node, name: string): boolean =>
  isNode(node.source) && node.source.value === name && node.importKind !== 'type'

const importsName = (node: Node, name: string, form: RegExp): boolean =>
  imports(node, name) &&
  Array.isArray(node.specifiers) &&
  node.specifiers.some(each => isNode(each) && form.test(nameOf(each.imported) ?? ''))

export const isMember = (node: Node, object: string, property: string): boolean =>
  member(node)?.object === object && member(node)?.property === property

const isConst = (node: Node): boolean =>
  isNode(node.typeAnnotation) &&
  isNode(node.typeAnnotation.typeName) &&
  nameOf(node.typeAnnotation.typeName) === 'const'

/** The global itself: used as an object, called or constructed; a type of that name does not count. */
export function isGlobal(node: Node, names: readonly string[]): boolean {
  const used =
    node.type === 'MemberExpression'
      ? node.object
      : node.type === 'NewExpression' || node.type === 'CallExpression'
        ? node.callee
        : undefined
  return names.includes(nameOf(used) ?? '')
}

/** Paths of the shipped files that do `act`, sorted. */
export const filesThat = (does: (node: Node) => boolean): string[] =>
  shipped()
    .filter(source => source.nodes.some(does))
    .map(source => source.path)
