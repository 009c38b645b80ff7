// One process = one folder = one main.ts = one built file = one row of ARCHITECTURE.md's process table, and each main.ts
// opens with the six lines that say what it may do and which tests prove it.
import { expect, test } from 'vitest'
import { LABELS, labelled } from '../labels.mjs'
import { quoted, table } from './markdown.ts'
import { codeLines, filesUnder, isNode, nameOf, read, shipped, sources, type Node } from './sources.ts'

/** PROCESSES of scripts/bundle.mjs: name of the built file to its entry. */
const PROCESSES = Object.fromEntries(
  (sources().find(source => source.path === 'scripts/bundle.mjs')?.nodes ?? [])
    .filter(node => node.type === 'VariableDeclarator' && nameOf(node.id) === 'PROCESSES')
    .flatMap(node => (isNode(node.init) && Array.isArray(node.init.properties) ? node.init.properties : []))
    .map((property: Node) => [
      keyOf(property.key),
      isNode(property.value) ? String(property.value.value) : '',
    ]),
)
function keyOf(key: unknown): string {
  return nameOf(key) ?? (isNode(key) ? String(key.value) : '')
}
const STAGES = Object.values(PROCESSES).flatMap(
  source => /^helpers\/stages\/([^/]+)\//.exec(source)?.[1] ?? [],
)

const MAINS = shipped().filter(source => source.path.endsWith('/main.ts'))
const folderOf = (path: string): string => path.slice(0, -'main.ts'.length)

test('every folder with a main.ts is a row of the process table and the other way round', () => {
  const listed = table('ARCHITECTURE.md', 'Processes').map(([, folder = '']) => quoted(folder)[0])
  expect(listed.sort()).toEqual(MAINS.map(source => folderOf(source.path)).sort())
})

test('every main.ts is bundled into one file and the other way round', () => {
  expect(Object.values(PROCESSES).sort()).toEqual(MAINS.map(source => source.path).sort())
})

test('the process table names the built file of each process', () => {
  const listed = table('ARCHITECTURE.md', 'Processes').map(([name = '', folder = '']) => [
    quoted(name)[0],
    `${quoted(folder)[0]}main.ts`,
  ])
  expect(Object.fromEntries(listed)).toEqual(
    Object.fromEntries(Object.entries(PROCESSES).map(([name, source]) => [`${name}.cjs`, source])),
  )
})

test('every stage has a manifest that carries its own name', () => {
  const manifests = filesUnder('helpers/stages').filter(path => path.endsWith('/stage.yaml'))
  expect(manifests.sort()).toEqual(STAGES.map(name => `helpers/stages/${name}/stage.yaml`).sort())
  for (const name of STAGES)
    expect(read(`helpers/stages/${name}/stage.yaml`)).toMatch(new RegExp(`^stage: ${name}$`, 'm'))
})

test.each(MAINS.map(source => [source.path, source] as const))(
  'opens with the six labelled lines in order: %s',
  (_path, source) => {
    const found = labelled(source.text)
    expect(found.map(line => line.label)).toEqual(LABELS)
    for (const line of found) expect(line.text, line.label).not.toBe('')
  },
)

test.each(MAINS.map(source => [source.path, codeLines(source)] as const))(
  'holds at most 25 lines of code: %s',
  (_path, lines) => {
    expect(lines).toBeLessThanOrEqual(25)
  },
)
