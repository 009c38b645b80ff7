// What the menu bar is given: decisions, what may be approved there, and counts of what is left out. Relies on menuOf.ts alone.
import { expect, test } from 'vitest'
import { decisions } from '../../daemon/decisions.ts'
import { type MenuFacts, menuOf } from '../../daemon/menuOf.ts'
import type { JobStatus, ProposalView } from '../../daemon/world.ts'
import { BATCH, MENU_DECISIONS, MENU_ENTRIES, SENTENCE_CHARS } from '../../protocol/limits.ts'
import { Menu } from '../../protocol/menu.ts'
import { refused } from '../../protocol/refusal.ts'
import { BRIEF, digestOf, idOf } from '../page/answersDouble.ts'
import { configOf } from '../page/worldDouble.ts'
import { BriefShown } from '../../protocol/mailOutput.ts'

const view = (seed: string, parts: Partial<ProposalView> = {}): ProposalView => ({
  id: idOf(seed),
  digest: digestOf(seed),
  state: 'pending',
  proposal: {
    v: 1,
    nonce: 'nonce-of-one',
    proposer: 'cli',
    created: 1,
    expires: 2,
    prose: '',
    kind: 'operation',
    operation: 'brief.make',
    input: {},
  },
  risk: 'low',
  sentence: 'Runs brief.make for cli.',
  facts: [],
  batch: `b_${seed}`,
  why: null,
  ...parts,
})
const job = (name: string, outcome: 'done' | 'failed' | 'skipped'): JobStatus => ({
  name,
  capability: 'brief.write',
  grant: 'auto',
  at: [],
  next: null,
  missed: null,
  last: {
    trigger: 'schedule',
    started: 1,
    ended: 2,
    outcome,
    why: outcome === 'failed' ? 'it ended with 1' : null,
  },
  running: false,
})
const facts = (parts: Partial<MenuFacts>): MenuFacts => ({
  config: configOf(''),
  problem: null,
  pending: [],
  jobs: [],
  brief: null,
  ...parts,
})
const several = <T>(amount: number, make: (at: number) => T): T[] =>
  Array.from({ length: amount }, (_, at) => make(at))

test('low risk may be approved in the menu bar and high risk may not', () => {
  const { pending } = menuOf(facts({ pending: [view('a'), view('b', { risk: 'high' })] }))
  expect(pending.decisions.map(({ mayApprove }) => mayApprove)).toEqual([true, false])
})

test('[ui] approve has no say in the menu bar', () => {
  const config = configOf('[ui]\napprove = true\n')
  const { pending } = menuOf(facts({ config, pending: [view('b', { risk: 'high' })] }))
  expect(pending.decisions[0]?.mayApprove).toBe(false)
})

test.each([
  ['as many arguments as the menu shows', several(MENU_ENTRIES, at => ({ name: `${at}`, value: '1' })), true],
  ['one argument more', several(MENU_ENTRIES + 1, at => ({ name: `${at}`, value: '1' })), false],
  ['an argument of the cap', [{ name: 'a', value: 'x'.repeat(SENTENCE_CHARS) }], true],
  ['an argument one longer', [{ name: 'a', value: 'x'.repeat(SENTENCE_CHARS + 1) }], false],
])('what has %s may be approved in the menu only where all of it is shown', (_what, listed, isApproved) => {
  const menu = menuOf(facts({ pending: [view('a', { facts: listed })] }))
  expect(Menu.safeParse(menu).success).toBe(true)
  expect(menu.pending.decisions[0]?.mayApprove).toBe(isApproved)
})

test.each([
  ['that does not show', 'a\u200Bb', false],
  ['at its end that nobody sees', 'a ', false],
  ['that another normal form would change', 'e\u0301', false],
  ['of any other kind (control)', 'a b é', true],
])('an argument with a character %s is approved in the menu or not', (_what, value, isApproved) => {
  const { pending } = menuOf(facts({ pending: [view('a', { facts: [{ name: 'a', value }] })] }))
  expect(pending.decisions[0]?.mayApprove).toBe(isApproved)
})

test('an argument names what does not show in it', () => {
  const { pending } = menuOf(
    facts({ pending: [view('a', { facts: [{ name: 'a', value: '"Tra\u200Bsh"' }] })] }),
  )
  expect(pending.decisions[0]?.facts).toEqual([{ name: 'a', value: '"Tra\\u200bsh"' }])
})

test('a batch shows in what each differs, and is approved in the menu only where all of that fits', () => {
  const alike = (count: number) =>
    several(count, at =>
      view(`v${at}`, {
        batch: 'b_same',
        facts: [
          { name: 'folder', value: '"Old"' },
          { name: 'id', value: `"m${at}"` },
        ],
      }),
    )
  const [decision] = menuOf(facts({ pending: alike(3) })).pending.decisions
  expect(decision?.facts).toEqual([
    { name: 'folder', value: '"Old"' },
    { name: 'id', value: '"m0"' },
    { name: '2. id', value: '"m1"' },
    { name: '3. id', value: '"m2"' },
  ])
  expect(decision?.mayApprove).toBe(true)
  const [large] = menuOf(facts({ pending: alike(MENU_ENTRIES) })).pending.decisions
  expect([large?.mayApprove, large?.moreFacts]).toEqual([false, 1])
})

test('a menu lists as many decisions as its cap and counts one more', () => {
  const menu = menuOf(facts({ pending: several(MENU_DECISIONS + 1, at => view(`v${at}`)) }))
  expect(menu.pending).toMatchObject({ more: 1, proposals: MENU_DECISIONS + 1 })
  expect(menu.pending.decisions).toHaveLength(MENU_DECISIONS)
  expect(menuOf(facts({ pending: several(MENU_DECISIONS, at => view(`v${at}`)) })).pending.more).toBe(0)
})

test('a menu names as many failed jobs as its cap and counts one more', () => {
  const { failed } = menuOf(facts({ jobs: several(MENU_ENTRIES + 1, at => job(`j${at}`, 'failed')) }))
  expect([failed.jobs.length, failed.more]).toEqual([MENU_ENTRIES, 1])
  expect(menuOf(facts({ jobs: several(MENU_ENTRIES, at => job(`j${at}`, 'failed')) })).failed.more).toBe(0)
})

test('a job that went well or was only skipped is no failure', () => {
  const { failed } = menuOf(facts({ jobs: [job('a', 'done'), job('b', 'skipped'), job('c', 'failed')] }))
  expect(failed.jobs).toEqual([{ name: 'c', why: 'it ended with 1' }])
})

test('the head of the brief names its first items and counts all', () => {
  const shown = BriefShown.parse(BRIEF)
  const items = several(MENU_ENTRIES + 1, () => shown.items).flat()
  const { brief } = menuOf(facts({ brief: { ...shown, items, more: 3 } }))
  expect([brief?.first.length, brief?.items]).toEqual([MENU_ENTRIES, items.length + 3])
  expect(brief?.first[0]).toEqual({ score: 9, subject: 'Re: Contract for Tuesday', from: 'ann@client.test' })
})

test('a problem of the configuration is said in its own clause', () => {
  const { refusal } = refused('config', { is: 'twin.toml: unknown key "x"', wanted: 'y', fix: 'z' })
  expect(menuOf(facts({ problem: refusal })).problem).toBe('twin.toml: unknown key "x"')
})

test('alike proposals are one decision up to the cap of a batch, and the rest another', () => {
  const found = decisions(several(BATCH + 1, at => view(`v${at}`, { batch: 'b_same' })))
  expect(found.map(({ all }) => all.length)).toEqual([BATCH, 1])
  expect(found[1]?.digest).toBe(found[1]?.first.digest)
  expect(new Set(found.map(({ digest }) => digest)).size).toBe(2)
})

test('decisions keep the order of their first proposals', () => {
  const found = decisions([
    view('a', { batch: 'b_1' }),
    view('b', { batch: 'b_2' }),
    view('c', { batch: 'b_1' }),
  ])
  expect(found.map(({ all }) => all.map(({ id }) => id))).toEqual([[idOf('a'), idOf('c')], [idOf('b')]])
})
