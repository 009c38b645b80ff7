// What is removed is out of the way at once and gone later, in slices; what a crash left is swept by its name, and nothing else is.
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeLater } from '../../../daemon/views/removeLater.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

function site(count = 3) {
  const home = temporaryFolder()
  const view = join(home, 'run/mail')
  mkdirSync(view, { recursive: true })
  for (let at = 0; at < count; at++) {
    mkdirSync(join(view, `h_${at}`))
    writeFileSync(join(view, `h_${at}`, 'body.txt'), '', { mode: 0o444 })
    chmodSync(join(view, `h_${at}`), 0o555)
  }
  chmodSync(view, 0o111)
  const logged: string[] = []
  const removing = removeLater(home, line => void logged.push(line))
  return { home, view, logged, removing }
}

test('a view is out of the way when remove returns, and gone when it has settled', async () => {
  const { home, view, removing, logged } = site()
  expect(removing.remove(view).ok).toBe(true)
  expect(readdirSync(join(home, 'run'))).toEqual([])
  expect(readdirSync(home).filter(name => name.startsWith('.out-'))).toHaveLength(1)
  await removing.settle('whole')
  expect(readdirSync(home)).toEqual(['run'])
  expect(logged).toEqual([])
})

test('a view that is removed lets other work go on', async () => {
  const { view, removing } = site(2_000)
  let turns = 0
  removing.remove(view)
  const other = () => {
    turns++
    setImmediate(other).unref()
  }
  other()
  await removing.settle('whole')
  expect(turns).toBeGreaterThan(20)
})

test('what is left half removed when twind ends is swept by the next', async () => {
  const { home, view, removing } = site(2_000)
  removing.remove(view)
  await removing.settle('now')
  expect(readdirSync(home).filter(name => name.startsWith('.out-'))).toHaveLength(1)
  const next = removeLater(home, () => undefined)
  expect(next.sweep().ok).toBe(true)
  await next.settle('whole')
  expect(readdirSync(home)).toEqual(['run'])
})

test('a sweep leaves alone whatever is not called like what is on its way out', async () => {
  const { home, removing } = site()
  for (const name of ['.out-', '.out-0123456789abcdeX', 'brief.1796059500-0123456789abcdef'])
    mkdirSync(join(home, name))
  removing.sweep()
  await removing.settle('whole')
  expect(readdirSync(home).toSorted()).toEqual(
    ['.out-', '.out-0123456789abcdeX', 'brief.1796059500-0123456789abcdef', 'run'].toSorted(),
  )
})

test('a sweep follows no link and takes nothing twice', async () => {
  const { home, view, removing, logged } = site()
  const kept = temporaryFolder()
  writeFileSync(join(kept, 'mine'), '')
  removing.remove(view)
  removing.sweep()
  await removing.settle('whole')
  symlinkSync(kept, join(home, '.out-0123456789abcdef'))
  removing.sweep()
  await removing.settle('whole')
  expect([readdirSync(kept), readdirSync(home), logged]).toEqual([['mine'], ['run'], []])
})

test('removing what is not there is no failure', () => {
  const { home, removing } = site()
  expect(removing.remove(join(home, 'absent')).ok).toBe(true)
})
