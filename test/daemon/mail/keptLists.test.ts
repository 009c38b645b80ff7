// The lists that are kept for mail.show: whose they are, how many, how long, and what a broken one does.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findListed, keepList } from '../../../daemon/mail/keptLists.ts'
import { mint } from '../../../daemon/brief/view.ts'
import { LIST_SECONDS, LISTS_OF_ONE } from '../../../protocol/limits.ts'
import { cannedEnvelope } from '../cannedMail.ts'
import { temporaryFolder } from '../temporaryFolder.ts'

const NOW = 1_796_000_000
const lists = (runs: string) => readdirSync(runs).filter(name => name.startsWith('list.'))

function keep(runs: string, caller: string, now: number): string {
  const messages = mint([cannedEnvelope(1)])
  expect(keepList(runs, { caller, now }, messages)).toEqual({ ok: true, value: undefined })
  return messages[0]?.handle ?? ''
}
const find = (...[runs, caller, now, handle]: [string, string, number, string]) => {
  const found = findListed(runs, { caller, now }, handle)
  if (!found.ok) throw new Error(found.refusal.is)
  return found.value
}

describe('keepList', () => {
  test(`keeps ${LISTS_OF_ONE} lists of one caller and removes the oldest for one more`, () => {
    const runs = join(temporaryFolder(), 'runs')
    const handles = Array.from({ length: LISTS_OF_ONE }, (_, at) => keep(runs, 'cli', NOW + at))
    expect(handles.every(handle => find(runs, 'cli', NOW + 9, handle))).toBe(true)
    const other = keep(runs, 'agent:claude', NOW)
    keep(runs, 'cli', NOW + LISTS_OF_ONE)
    expect(lists(runs)).toHaveLength(LISTS_OF_ONE + 1)
    expect(find(runs, 'cli', NOW + 9, handles[0] ?? '')).toBeUndefined()
    expect(find(runs, 'cli', NOW + 9, handles[1] ?? '')).toBeDefined()
    expect(find(runs, 'agent:claude', NOW + 9, other)).toBeDefined()
  })

  test(`finds a list of ${LIST_SECONDS} seconds ago and none that is older`, () => {
    const runs = join(temporaryFolder(), 'runs')
    const handle = keep(runs, 'cli', NOW)
    expect(find(runs, 'cli', NOW + LIST_SECONDS, handle)).toMatchObject({ made: NOW })
    expect(find(runs, 'cli', NOW + LIST_SECONDS + 1, handle)).toBeUndefined()
    keep(runs, 'agent:claude', NOW + LIST_SECONDS + 1)
    expect(lists(runs)).toHaveLength(1)
  })

  test('is private to its owner, as a folder and as a file', () => {
    const runs = join(temporaryFolder(), 'runs')
    const handle = keep(runs, 'agent:claude', NOW)
    for (const caller of ['cli', 'agent:claude2', 'agent:claud'])
      expect(find(runs, caller, NOW, handle)).toBeUndefined()
    expect(find(runs, 'agent:claude', NOW, handle)).toBeDefined()
  })
})

describe('findListed', () => {
  test('finds nothing where no list was ever made, and it is no error', () => {
    const folder = temporaryFolder()
    const handle = keep(join(folder, 'other'), 'cli', NOW)
    expect(find(join(folder, 'runs'), 'cli', NOW, handle)).toBeUndefined()
    expect(find(join(folder, 'other'), 'cli', NOW, handle)).toBeDefined()
  })

  test('passes over a list that is broken, and a caller that it does not name', () => {
    const runs = join(temporaryFolder(), 'runs')
    const handle = keep(runs, 'cli', NOW)
    const [name = ''] = lists(runs)
    const file = join(runs, name, 'list.json')
    const text = readFileSync(file, 'utf8')
    mkdirSync(join(runs, `list.${NOW}-${'a'.repeat(16)}`))
    for (const broken of ['{', text.replace('"v":1', '"v":2'), text.replace('{"v"', '{"x":1,"v"')]) {
      writeFileSync(file, broken)
      expect(find(runs, 'cli', NOW, handle)).toBeUndefined()
    }
    writeFileSync(file, text)
    expect(find(runs, 'cli', NOW, handle)).toBeDefined()
  })
})
