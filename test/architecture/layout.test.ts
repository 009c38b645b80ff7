// Names, headers and words: the rules of the house that a linter does not hold.
import { basename, extname } from 'node:path'
import { expect, test } from 'vitest'
import {
  filesUnder,
  header,
  isNode,
  nameOf,
  read,
  shipped,
  sources,
  type Node,
  type Source,
} from './sources.ts'

const NATIVE = filesUnder('native').filter(path => ['.c', '.cc', '.h'].includes(extname(path)))

test('every source file opens with one to six comment lines', () => {
  const wrong = sources()
    .filter(source => !source.path.endsWith('/main.ts'))
    .filter(source => header(source).length < 1 || header(source).length > 6)
  expect(wrong.map(source => source.path)).toEqual([])
})

test('every header is a sentence, not a label or a rule', () => {
  const wrong = sources().filter(source => header(source).join(' ').split(/\s+/).length < 6)
  expect(wrong.map(source => source.path)).toEqual([])
})

test('every C and C++ file opens with a comment', () => {
  expect(NATIVE.filter(path => !/^(?:\/\*|\/\/) ?\S/.test(read(path)))).toEqual([])
})

/** Words that say nothing about what a file holds. A folder may be called helpers: it is the design's noun. */
const EMPTY_NAMES = /^(?:utils?|managers?|commons?|services?|misc|stuff|base|core|tools?|types|index)$/

test('no file is named by a word that says nothing', () => {
  const named = sources().filter(source =>
    basename(source.path)
      .replace(/\.(?:test\.)?(?:ts|mjs)$/, '')
      .split(/(?=[A-Z])|-/)
      .some(
        (word, _, all) =>
          EMPTY_NAMES.test(word.toLowerCase()) || (all.length === 1 && /^helpers?$/.test(word)),
      ),
  )
  expect(named.map(source => source.path)).toEqual([])
})

/** Named after what a reader looks for instead: a table of many equal things, one end of a door, what a kernel is told. */
const SUBJECTS = new Set([
  'protocol/limits.ts',
  'cli/commandTable.ts',
  'cli/commandGroups.ts',
  'daemon/doors/client.ts',
  'cli/commandRow.ts',
  'daemon/jobs/timetable.ts',
  'helpers/seenText/charset.ts',
  'helpers/seenText/styleSheet.ts',
  'helpers/stages/parse/safeName.ts',
  'helpers/stages/parse-attachment/pdfGlobals.ts',
  'protocol/dnsName.ts',
  'native/darwin.ts',
  'native/darwinProgram.ts',
])

test('every shipped file is named after what it exports', () => {
  const wrong = shipped()
    .filter(source => source.path.endsWith('.ts') && !/\/main\.ts$|\.d\.ts$/.test(source.path))
    .filter(source => !SUBJECTS.has(source.path))
    .filter(source => !isNamedAfterExport(source) && !isNamedAfterSubject(source))
  expect(wrong.map(source => `${source.path} exports ${exportsOf(source).join(', ')}`)).toEqual([])
})

const isNamedAfterExport = (source: Source): boolean =>
  exportsOf(source).some(name => alike(name, basename(source.path, '.ts')))

/** Several functions or values of one subject, none of which is the main one: the file is named by a word of its header or of theirs. */
function isNamedAfterSubject(source: Source): boolean {
  const exported = exportsOf(source, 'value')
  if (exported.length < 2) return false
  const said = [...header(source), ...exported].join(' ').toLowerCase()
  return basename(source.path, '.ts')
    .split(/(?=[A-Z])/)
    .some(word => said.includes(stem(word)))
}
const stem = (word: string): string => word.toLowerCase().replace(/(?:al|s|e)$/, '')

/** `scoreItemByRules` is what `itemRules.ts` exports: each word of the file's name is one of the export's, in whatever order. */
const alike = (name: string, file: string): boolean =>
  file.split(/(?=[A-Z])|-/).every(word => name.replaceAll('_', '').toLowerCase().includes(stem(word)))

function exportsOf(source: Source, kind: 'value' | 'any' = 'any'): string[] {
  return source.nodes
    .filter(node => node.type === 'ExportNamedDeclaration')
    .filter(node => kind === 'any' || !(isNode(node.declaration) && node.declaration.type.startsWith('TS')))
    .flatMap(node => [...declared(node.declaration), ...specifiers(node.specifiers)])
}

function declared(declaration: unknown): string[] {
  if (!isNode(declaration)) return []
  const list = Array.isArray(declaration.declarations) ? declaration.declarations : [declaration]
  return list.flatMap((each: Node) => nameOf(each.id) ?? [])
}

const specifiers = (list: unknown): string[] =>
  Array.isArray(list) ? list.flatMap(each => (isNode(each) ? (nameOf(each.exported) ?? []) : [])) : []

test('no shipped file only hands on what others export', () => {
  const barrels = shipped().filter(source =>
    source.nodes.some(
      node => node.type === 'ExportAllDeclaration' || (isNode(node.source) && isReexport(node)),
    ),
  )
  expect(barrels.map(source => source.path)).toEqual([])
})

const isReexport = (node: Node): boolean => node.type === 'ExportNamedDeclaration' && isNode(node.source)

/** Words of the place where this was written; a reader of the repository has never been there. */
const FOREIGN =
  /\/work\/(?:main|brief|shared)|\bsub-?agents?\b|\bissue #?\d|\bissues show\b|\bhelper session\b|\bcommon\.md\b/i
const DEBTS = /\bT[O]DO\b|\bF[I]XME\b|\bX[X]X\b/
const TEXTS = filesUnder().filter(path => /\.(?:ts|mjs|c|cc|h|md|yml|yaml|toml|gyp|txt|json)$/.test(path))

test('no text speaks of the place where it was written', () => {
  const found = TEXTS.filter(path => path !== 'package-lock.json').flatMap(path => {
    const text = read(path)
    const match = FOREIGN.exec(text) ?? DEBTS.exec(text)
    return match && path !== 'test/architecture/layout.test.ts' ? [`${path}: ${match[0]}`] : []
  })
  expect(found).toEqual([])
})

/** The one file of a stage that reads and writes its folders is called like the stage; this one reads for it. */
const READS_FOR_ITS_STAGE = 'helpers/stages/parse-attachment/readAttachments.ts'
const readsAndWrites = (path: string): boolean => {
  const [, stage = '', file = ''] = /^helpers\/stages\/([^/]+)\/(.+)\.ts$/.exec(path) ?? []
  const named = stage.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
  return file === 'main' || file === named || file.endsWith('.d') || path === READS_FOR_ITS_STAGE
}

test('the files of a stage that do its work import no node module', () => {
  const impure = shipped()
    .filter(source => source.path.startsWith('helpers/stages/') && !readsAndWrites(source.path))
    .filter(source => source.imports.some(name => name.startsWith('node:')))
  expect(impure.map(source => source.path)).toEqual([])
})
