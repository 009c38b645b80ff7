// The bridge to plugins neither imports nor names the code that marks mail read, nor anything else that touches mail: what a
// plugin can ask for ends at its own channel. Type-only imports count too. Relies on the sources as syntax trees.
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { type Source, sources } from '../../architecture/sources.ts'

const byPath = new Map(sources().map(source => [source.path, source]))

/** Every file that `path` reaches by imports, itself included. */
function reached(path: string, seen: Map<string, Source> = new Map()): Map<string, Source> {
  const source = byPath.get(path)
  if (!source || seen.has(path)) return seen
  seen.set(path, source)
  for (const name of source.imports)
    if (name.startsWith('.')) reached(posix.join(posix.dirname(path), name), seen)
  return seen
}
const TOUCHES =
  /^daemon\/(operations|mail|spool|jobs|doors)\/|^daemon\/(askMail|startMail|makeBrief|openWorld)|^helpers\//

test('the bridge to plugins reaches no code that touches mail, state or doors', () => {
  const files = [...reached('daemon/plugins/openPlugins.ts').keys()]
  expect(files).toContain('daemon/plugins/bridgeOperation.ts')
  expect(files).toContain('daemon/spawnChannel.ts')
  expect(files.filter(path => TOUCHES.test(path))).toEqual([])
})
test('the same search finds such code where there is some, the control', () => {
  const files = [...reached('daemon/operations/registry.ts').keys()]
  expect(files.filter(path => TOUCHES.test(path)).length).toBeGreaterThan(10)
})
test('the bridge to plugins names nothing that marks mail', () => {
  const bridge = [...byPath.values()].filter(({ path }) =>
    /^daemon\/plugins\/|^daemon\/spawnChannel/.test(path),
  )
  expect(bridge.length).toBeGreaterThan(8)
  for (const { path, text } of bridge)
    expect([
      path,
      /marksMailRead|mail\.(flag|trash|expunge|send|draft|collection)|askMail/.test(text),
    ]).toEqual([path, false])
})
test('what makes an operation of a declaration has no handle on the database', () => {
  const files = [...reached('daemon/plugins/bridgeOperation.ts').values()]
  const bound = files.filter(
    ({ imports, path }) => imports.some(name => name.includes('database')) || path.includes('database'),
  )
  expect(bound.map(({ path }) => path)).toEqual([])
})
